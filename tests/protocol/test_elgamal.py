from __future__ import annotations

from hypothesis import given, settings

from belote_protocol.codec import decode, encode
from belote_protocol.elgamal import (
    Ciphertext,
    decryption_share,
    flatten,
    reencrypt,
    remove_shares,
)
from belote_protocol.group import (
    IDENTITY,
    Element,
    Scalar,
    generator_multiple,
    hash_to_group,
    sum_of_elements,
)
from tests.protocol.strategies import scalars

SECRETS = (Scalar(11), Scalar(12), Scalar(13))
KEY = sum_of_elements(generator_multiple(secret) for secret in SECRETS)
MESSAGE = hash_to_group("message")


def _open(ciphertext: Ciphertext) -> Element:
    shares = (decryption_share(ciphertext, secret) for secret in SECRETS)
    return remove_shares(ciphertext, shares).b


@settings(max_examples=30)
@given(scalars(), scalars())
def test_reencryption_keeps_the_plaintext(first: Scalar, second: Scalar) -> None:
    ciphertext = reencrypt(Ciphertext(IDENTITY, MESSAGE), KEY, first)
    again = reencrypt(ciphertext, KEY, second)
    assert _open(ciphertext) == _open(again) == MESSAGE
    assert again == reencrypt(Ciphertext(IDENTITY, MESSAGE), KEY, first + second)


def test_every_share_is_needed() -> None:
    ciphertext = reencrypt(Ciphertext(IDENTITY, MESSAGE), KEY, Scalar(99))
    partial = remove_shares(ciphertext, [decryption_share(ciphertext, SECRETS[0])])
    assert partial.a == ciphertext.a
    assert partial.b != MESSAGE
    assert remove_shares(partial, [partial.a * (SECRETS[1] + SECRETS[2])]).b == MESSAGE


def test_wire_form() -> None:
    ciphertext = reencrypt(Ciphertext(IDENTITY, MESSAGE), KEY, Scalar(99))
    assert decode(Ciphertext, encode(ciphertext)) == ciphertext
    assert len(encode(ciphertext)) == 1 + 2 * 34


def test_flatten_alternates() -> None:
    pairs = [Ciphertext(KEY, MESSAGE), Ciphertext(MESSAGE, KEY)]
    assert flatten(pairs) == [KEY, MESSAGE, MESSAGE, KEY]
