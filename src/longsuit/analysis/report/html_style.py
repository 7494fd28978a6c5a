"""How a sheet looks in a browser and on paper from one."""

from collections.abc import Mapping

from longsuit.analysis.report.charts import DARK, LIGHT


def _variables(palette: Mapping[str, str]) -> str:
    return " ".join(f"--ls-{name}: {value};" for name, value in palette.items())


STYLE = (
    f":root {{ color-scheme: light dark; {_variables(LIGHT)} --ls-soft: #f3f5f7; }}\n"
    "@media screen and (prefers-color-scheme: dark) {\n"
    f"  :root {{ {_variables(DARK)} --ls-soft: #1e262f; }}\n"
    "}\n"
    """\
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-behavior: smooth; }
body { margin: 0 auto; padding: 2rem 1.25rem 3rem; max-width: 62rem; color: var(--ls-ink);
  background: var(--ls-paper); font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto,
  "Helvetica Neue", Arial, sans-serif; }
h1 { font-size: 2.1rem; line-height: 1.2; margin: 0 0 1rem; letter-spacing: -0.01em; }
h2 { font-size: 1.5rem; margin: 3rem 0 0.75rem; padding-top: 1rem;
  border-top: 2px solid var(--ls-win); }
h3 { font-size: 1.15rem; margin: 2.25rem 0 0.5rem; overflow-wrap: anywhere; }
p, ul { max-width: 46rem; }
ul { padding-left: 1.25rem; }
p { margin: 0.5rem 0 1rem; overflow-wrap: anywhere; }
li { margin: 0.3rem 0; }
a { color: var(--ls-blue); text-underline-offset: 0.15em; }
:focus-visible { outline: 2px solid var(--ls-blue); outline-offset: 2px; }
nav h2 { border: 0; font-size: 1.1rem; margin: 2rem 0 0.25rem; padding: 0; }
nav > ol { columns: 18rem; margin: 0; padding-left: 1.4rem; }
nav ol ol { list-style: none; padding-left: 0; font-size: 0.9rem; }
nav li { break-inside: avoid; }
nav > ol > li:has(ol) { break-inside: auto; }
.table { overflow-x: auto; margin: 1.25rem 0 0.5rem; }
table { border-collapse: collapse; font-size: 0.875rem; line-height: 1.4;
  font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: 650; padding: 0 0 0.35rem; font-size: 0.95rem; }
th, td { text-align: left; vertical-align: top; padding: 0.3rem 0.9rem 0.3rem 0;
  border-bottom: 1px solid var(--ls-grid); min-width: 3.5rem; }
th { font-weight: 400; }
thead th, thead td { color: var(--ls-muted); font-weight: 650; vertical-align: bottom;
  border-bottom: 1.5px solid var(--ls-muted); }
tfoot th, tfoot td { font-weight: 650; border-top: 1.5px solid var(--ls-muted); }
.n { text-align: right; }
.n, .s { white-space: nowrap; }
thead .n { white-space: normal; }
.l { min-width: 12rem; overflow-wrap: anywhere; }
td:not([class]) { min-width: 10rem; }
tbody th:not([class]) { min-width: 7rem; }
#table-about th { color: var(--ls-muted); }
.note { color: var(--ls-muted); font-size: 0.85rem; margin: 0.25rem 0 1rem; }
figure { margin: 1.25rem 0 1.5rem; }
figcaption { font-weight: 650; font-size: 0.95rem; margin-bottom: 0.35rem; }
figure svg { display: block; width: 100%; height: auto; }
.wide { max-width: 36rem; }
.crowded { max-width: 46rem; }
.narrow { max-width: 30rem; }
.beside { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr));
  gap: 0 2rem; align-items: start; }
.several { display: grid; gap: 1rem 2rem;
  grid-template-columns: repeat(auto-fit, minmax(min(19rem, 100%), 1fr)); }
.several figcaption { grid-column: 1 / -1; margin: 0; }
pre { background: var(--ls-soft); padding: 0.9rem 1rem; border-radius: 0.5rem; overflow-x: auto;
  font: 0.82rem/1.7 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
pre code { display: block; font: inherit; }
footer { margin-top: 3rem; padding-top: 0.75rem; border-top: 1px solid var(--ls-grid);
  color: var(--ls-muted); font-size: 0.85rem; }
@media (max-width: 40rem) {
  body { padding: 1.25rem 1rem 2rem; }
  h1 { font-size: 1.6rem; }
  h2 { font-size: 1.3rem; margin-top: 2.25rem; }
  table { font-size: 0.8rem; }
  th, td { padding-right: 0.7rem; }
  .crowded { overflow-x: auto; }
  .crowded svg { min-width: 34rem; }
}
@media print {
  @page { margin: 16mm 15mm; }
  html { font-size: 10.5px; }
  body { padding: 0; max-width: none; }
  nav a, .table { color: inherit; text-decoration: none; overflow: visible; }
  h2, h3, h2 + p, h3 + p, caption, figcaption { break-after: avoid; }
  table, figure, tr, .beside { break-inside: avoid; }
  .part { break-inside: avoid-page; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; border: 1px solid var(--ls-grid); }
}
"""
)
