"""How the page looks: on a light screen, on a dark one, on A4."""

from __future__ import annotations

from typing import Final

STYLE: Final = """
:root { color-scheme: light dark; --ink: #1b1b1b; --paper: #fff; --soft: #6b6b6b; --line: #8886;
  --red: #c02020; --fine: #1a7f37; --open: #8a6100; --refused: #b3141d; --one: #1f5fbf;
  --other: #b35900; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e8e8; --paper: #16181c; --soft: #a0a0a0;
  --red: #ff7b72; --fine: #56d364; --open: #e3b341; --refused: #ff7b72; --one: #79b8ff;
  --other: #ffab70; } }
* { box-sizing: border-box; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem;
  color: var(--ink); background: var(--paper); font-variant-emoji: text; overflow-wrap: anywhere; }
h1, h2, h3 { line-height: 1.2; }
h2 { margin-top: 2.5rem; border-bottom: 2px solid var(--line); }
p, ul { margin: .4rem 0; }
.verdict { border-left: .4rem solid; padding: .3rem 1rem; }
.finished { border-color: var(--fine); }
.unfinished { border-color: var(--open); }
.refused { border-color: var(--refused); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; margin: .6rem 0; }
th, td { padding: .25rem .5rem; border-bottom: 1px solid var(--line); text-align: left;
  vertical-align: top; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.card { white-space: nowrap; margin-right: .45em; display: inline-block; }
.red { color: var(--red); }
.won { font-weight: bold; outline: 1px solid; outline-offset: -2px; }
.note { color: var(--soft); }
code { font-size: .85em; overflow-wrap: anywhere; }
svg { width: 100%; height: auto; font: 12px system-ui, sans-serif; fill: currentColor; }
svg polyline { fill: none; stroke-width: 2.5; }
svg .axis { stroke: var(--soft); stroke-width: 1; }
svg .goal { stroke: var(--soft); stroke-width: 1; stroke-dasharray: 2 4; }
.side-0 { color: var(--one); }
.side-1 { color: var(--other); }
svg polyline { stroke: currentColor; }
svg polyline.side-1 { stroke-dasharray: 8 4; }
@page { size: A4; margin: 15mm; }
@media print { :root { --ink: #000; --paper: #fff; --soft: #444; --red: #a00; --one: #000;
  --other: #555; --fine: #000; --open: #000; --refused: #000; color-scheme: light; }
  body { font-size: 9.5pt; max-width: none; margin: 0; padding: 0; }
  th, td { padding: .1rem .3rem; }
  h1, h2, h3 { break-after: avoid; }
  tr, svg, .verdict { break-inside: avoid; }
  article { break-inside: avoid; }
  .wide { overflow: visible; } }
"""
