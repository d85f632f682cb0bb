from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from belote_protocol.group import GENERATOR, Scalar, generator_multiple
from belote_protocol.transcript import Transcript, frame, labelled_hash
from tests.protocol.seeded import context, seeded

FRAMES = st.lists(st.tuples(st.text(max_size=8), st.binary(max_size=8)), max_size=4)


def _challenge(frames: list[tuple[str, bytes]]) -> Scalar:
    transcript = Transcript()
    for label, data in frames:
        transcript.append(label, data)
    return transcript.challenge("challenge")


@settings(max_examples=60)
@given(FRAMES, FRAMES)
def test_challenge_depends_on_every_frame(
    left: list[tuple[str, bytes]], right: list[tuple[str, bytes]]
) -> None:
    assert (_challenge(left) == _challenge(right)) == (left == right)


def test_frame_has_lengths_first() -> None:
    assert frame("ab", b"xyz") == bytes([0] * 7 + [2]) + b"ab" + bytes([0] * 7 + [3]) + b"xyz"


def test_frames_cannot_be_shifted() -> None:
    assert _challenge([("a", b"bc")]) != _challenge([("ab", b"c")])
    assert _challenge([("a", b""), ("b", b"")]) != _challenge([("a", b"b")])


def test_used_transcript_is_spent() -> None:
    transcript = context()
    assert transcript.challenge("same") != transcript.challenge("same")
    assert len(set(transcript.challenges("same", 40))) == 40


def test_labels_and_protocol_versions_separate() -> None:
    assert Transcript().challenge("a") != Transcript().challenge("b")
    assert Transcript().challenge("a") != Transcript("belote-net/v2").challenge("a")


def test_copy_is_independent() -> None:
    transcript = context()
    twin = transcript.copy()
    twin.append("more", b"")
    assert transcript.copy().challenge("a") == context().challenge("a")
    assert twin.challenge("a") != context().challenge("a")


def test_helpers_are_frames() -> None:
    by_helper, by_hand = Transcript(), Transcript()
    by_helper.append_int("int", 5)
    by_helper.append_ints("ints", [1, 2])
    by_helper.append_element("element", GENERATOR)
    by_helper.append_elements("elements", [GENERATOR, generator_multiple(Scalar(2))])
    by_hand.append("int", bytes([0] * 7 + [5]))
    by_hand.append("ints", bytes([0] * 7 + [1] + [0] * 7 + [2]))
    by_hand.append("element", bytes(GENERATOR))
    by_hand.append("elements", bytes(GENERATOR) + bytes(generator_multiple(Scalar(2))))
    assert by_helper.challenge("end") == by_hand.challenge("end")


def test_nonces_depend_on_transcript_secret_randomness_and_label() -> None:
    def nonces(place: str, secret: bytes, stream: str, label: str) -> tuple[Scalar, ...]:
        return context(place).nonces(label, 3, secret, seeded(stream))

    base = nonces("place", b"secret", "stream", "label")
    assert len(set(base)) == 3
    assert base == nonces("place", b"secret", "stream", "label")
    others = (
        nonces("other", b"secret", "stream", "label"),
        nonces("place", b"other", "stream", "label"),
        nonces("place", b"secret", "other", "label"),
        nonces("place", b"secret", "stream", "other"),
    )
    for other in others:
        assert not set(base) & set(other)


def test_nonces_leave_the_transcript_as_it_was() -> None:
    transcript = context()
    transcript.nonces("label", 2, b"secret", seeded("stream"))
    assert transcript.challenge("a") == context().challenge("a")


def test_labelled_hash_frames_its_parts() -> None:
    assert labelled_hash("a", b"bc") != labelled_hash("a", b"b", b"c")
    assert labelled_hash("a", b"bc") != labelled_hash("ab", b"c")
    assert len(labelled_hash("a")) == 64
