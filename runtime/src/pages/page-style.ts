/** The style sheet of all pages, light and dark, without scripts or other files. */
export const style = `
:root { color-scheme: light dark; --paper: #f7f8fa; --card: #fff; --soft: #eff2f6; --ink: #1a2029; --faint: #525d6b; --line: #d9dfe7; --edge: #7d8896; --accent: #0b57b7; --on-accent: #fff; --good: #0d6537; --good-soft: #dff3e7; --bad: #a3171c; --bad-soft: #fdebea; }
@media screen and (prefers-color-scheme: dark) { :root { --paper: #11151b; --card: #191f27; --soft: #222933; --ink: #e7ebf1; --faint: #a7b2c0; --line: #313a46; --edge: #74808f; --accent: #8ec0ff; --on-accent: #0c1a2b; --good: #86e2ad; --good-soft: #13351f; --bad: #ffaaa5; --bad-soft: #3d1719; } }
*, ::before, ::after { box-sizing: border-box; }
body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; background: var(--paper); color: var(--ink); overflow-wrap: anywhere; }
a { color: var(--accent); text-underline-offset: .15em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.top { background: var(--card); border-bottom: 1px solid var(--line); }
.top nav { display: flex; justify-content: space-between; gap: 1rem; max-width: 68rem; margin: 0 auto; padding: .75rem 1rem; }
.top a { text-decoration: none; }
.top a:hover { text-decoration: underline; }
.home { font-weight: 650; color: var(--ink); }
.page { max-width: 68rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
main { min-width: 0; }
.skip { position: absolute; top: -10rem; left: .5rem; padding: .5rem 1rem; background: var(--card); }
.skip:focus { top: .5rem; z-index: 1; }
.side { margin: -1rem 0 1.25rem; padding: 0 1rem .5rem; border-bottom: 1px solid var(--line); font-size: .9375rem; }
.side details { margin: 0; }
.side h2 { font-size: 1rem; margin: 0 0 .5rem; }
.side h3 { font-size: .8125rem; font-weight: 600; color: var(--faint); margin: 1rem 0 .25rem; }
.side ul { margin: 0; padding: 0; list-style: none; }
.side a { display: block; padding: .3rem .6rem; border-radius: .4rem; text-decoration: none; }
.side h2 a { padding-left: 0; }
.side li a:hover { background: var(--soft); }
.side [aria-current] { font-weight: 600; color: var(--ink); background: var(--soft); }
h1 { font-size: clamp(1.375rem, 6vw, 2rem); line-height: 1.2; letter-spacing: -.01em; margin: 0 0 .5rem; overflow-wrap: break-word; }
h2 { font-size: 1.25rem; line-height: 1.3; margin: 2.5rem 0 .75rem; }
h3 { font-size: 1rem; margin: 1.25rem 0 .5rem; }
.lead { font-size: 1.1rem; color: var(--faint); max-width: 46rem; margin: 0 0 1.25rem; }
.lead:empty { display: none; }
.need { display: inline-block; padding: 0 .45rem; font-size: .75rem; font-weight: 600; line-height: 1.5; color: var(--accent); border: 1px solid var(--accent); border-radius: 1rem; }
.verdict { margin: .5rem 0; padding: .7rem 1rem; font-size: 1.1rem; border-radius: .4rem; overflow-wrap: anywhere; }
.verdict.good { color: var(--good); background: var(--good-soft); }
.verdict.bad { color: var(--bad); background: var(--bad-soft); }
details { margin: 1rem 0; }
summary { width: fit-content; padding: .3rem .2rem; font-weight: 600; color: var(--accent); cursor: pointer; }
details[open] > summary { margin-bottom: .5rem; }
.quiet, .hint, .type { color: var(--faint); font-size: .875rem; }
.facts { display: flex; flex-wrap: wrap; gap: .75rem 3rem; margin: 0; padding: 1rem 1.25rem; background: var(--card); border: 1px solid var(--line); border-radius: .6rem; }
dt { font-size: .8125rem; color: var(--faint); }
dd { margin: 0; }
.count, .badge { display: inline-block; padding: .05rem .55rem; font-size: .8125rem; font-weight: 500; line-height: 1.5; vertical-align: .1em; color: var(--faint); background: var(--soft); border-radius: 1rem; }
.badge.good { color: var(--good); background: var(--good-soft); }
.badge.bad { color: var(--bad); background: var(--bad-soft); }
.cards { display: grid; gap: .75rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 20rem), 1fr)); margin: 0; padding: 0; list-style: none; }
.cards li { position: relative; padding: .9rem 1rem; background: var(--card); border: 1px solid var(--line); border-radius: .6rem; }
.cards li:hover { border-color: var(--accent); }
.cards :is(h3, h4) { margin: 0; font-size: .9375rem; }
.group { margin: 1.75rem 0 .6rem; }
.cards a { text-decoration: none; }
.cards a::after { content: ""; position: absolute; inset: 0; border-radius: .6rem; }
.cards a:focus-visible { outline: none; }
.cards a:focus-visible::after { outline: 3px solid var(--accent); outline-offset: 2px; }
.cards p { margin: .25rem 0 0; color: var(--faint); font-size: .9375rem; }
code, pre { font: .8125rem/1.55 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
code { font-size: .875em; }
pre { max-height: 30rem; margin: 0; padding: .9rem 1rem; overflow: auto; overflow-wrap: normal; tab-size: 2; background: var(--card); border: 1px solid var(--line); border-radius: .6rem; }
figure { min-width: 0; margin: 0; }
figcaption { margin-bottom: .3rem; font-size: .8125rem; color: var(--faint); }
.pair { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 28rem), 1fr)); }
.wide { overflow-x: auto; margin: 0 0 1rem; background: var(--card); border: 1px solid var(--line); border-radius: .6rem; }
table { border-collapse: collapse; width: 100%; overflow-wrap: normal; font-size: .9375rem; }
caption { text-align: left; padding: .7rem 1rem .3rem; font-weight: 600; }
th, td { text-align: left; vertical-align: top; padding: .45rem 1rem; border-top: 1px solid var(--line); }
thead th { font-size: .8125rem; font-weight: 500; color: var(--faint); border-top: 0; }
tbody th { font-weight: 500; }
td { white-space: pre-wrap; }
.fields td:last-child { width: 50%; }
.result th, .result td { overflow-wrap: anywhere; }
.result tbody th { width: 40%; }
.whole { user-select: all; }
.note { margin: 1rem 0; padding: .9rem 1.25rem; background: var(--card); border: 1px solid var(--line); border-left: 4px solid var(--accent); border-radius: .4rem; }
.note.bad { background: var(--bad-soft); border-color: var(--bad); }
.note h3 { margin: 0 0 .5rem; color: var(--bad); }
.note dl { display: grid; gap: .5rem; margin: 0; }
.note.bad dt { color: var(--ink); font-weight: 600; }
.answer { margin: 2rem 0; padding: 0 1.25rem 1.25rem; background: var(--card); border: 1px solid var(--line); border-radius: .6rem; }
.answer:focus { outline: none; }
.answer pre, .answer .wide { background: var(--paper); }
.answer h2 { margin: 1.1rem 0 .25rem; }
.answer > .quiet { margin: 0 0 1rem; }
form { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: .5rem 1.25rem 1.25rem; }
fieldset { min-width: 0; margin: .75rem 0; padding: .25rem 1rem .5rem; border: 1px solid var(--line); border-radius: .5rem; }
legend { max-width: 100%; padding: 0 .4rem; font-weight: 600; }
h3 .type, legend .type, label .type { display: inline-block; font-weight: 400; }
.field { display: grid; gap: .25rem 1.5rem; margin: 0; padding: .8rem 0; border: 0; border-top: 1px solid var(--line); border-radius: 0; }
form > .field:first-child, legend + .field, .flags + .field { border-top: 0; }
.field > label { font-weight: 600; }
.field .hint, .flags, .add { margin: .3rem 0 0; }
fieldset > .hint, fieldset > .flags { margin: 0 0 .5rem; }
fieldset.field > legend { padding: 0; }
input[type=text], input[type=password], select, textarea { display: block; width: 100%; min-height: 2.6rem; padding: .4rem .7rem; font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--edge); border-radius: .4rem; }
input[type=password] + input[type=password] { margin-top: .4rem; }
textarea { resize: vertical; }
input[type=file] { width: 100%; min-height: 2.6rem; padding: .3rem 0; font: inherit; color: inherit; }
::file-selector-button { margin-right: .75rem; padding: .3rem .9rem; font: inherit; color: var(--ink); background: var(--soft); border: 1px solid var(--edge); border-radius: .4rem; cursor: pointer; }
::placeholder { color: var(--faint); opacity: 1; }
:user-invalid { border-color: var(--bad); }
.flags { display: flex; flex-wrap: wrap; gap: 0 1.25rem; font-size: .9375rem; }
.box { display: inline-flex; align-items: center; gap: .45rem; min-height: 1.75rem; }
input[type=checkbox], input[type=radio] { width: 1.1rem; height: 1.1rem; margin: 0; accent-color: var(--accent); }
.case { padding: .15rem 0; }
.case > .inside { margin: 0 0 .5rem .5rem; padding-left: 1rem; border-left: 2px solid var(--line); }
.case:not(:has(> .box > :checked)) > .inside { display: none; }
.inside > .field:first-child { border-top: 0; }
textarea.xml { font: .875rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
.send { display: flex; flex-wrap: wrap; align-items: center; gap: .75rem 1rem; margin-top: .75rem; padding-top: 1rem; border-top: 1px solid var(--line); }
.choice { display: flex; flex-wrap: wrap; gap: 0 1.25rem; margin: 0; padding: 0; border: 0; }
.choice legend { float: left; padding: 0; margin-right: 1.25rem; line-height: 1.75rem; }
button { min-height: 2.6rem; padding: .4rem 1.4rem; font: inherit; font-weight: 600; color: var(--on-accent); background: var(--accent); border: 1px solid var(--accent); border-radius: .4rem; cursor: pointer; }
button.second { font-weight: 500; color: var(--accent); background: none; }
button:hover { filter: brightness(1.08); }
.search { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem .75rem; margin: 0 0 1rem; padding: 0; background: none; border: 0; }
.search label { font-weight: 600; }
.search input[type=text] { flex: 1 1 12rem; width: auto; background: var(--card); }
.unseen, .first { position: absolute; width: 1px; height: 1px; min-height: 0; padding: 0; overflow: hidden; clip-path: inset(50%); white-space: nowrap; border: 0; }
@media screen and (max-width: 40rem) {
.wide thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.wide :is(table, tbody, caption) { display: block; }
.wide tr { display: block; padding: .5rem 1rem; border-top: 1px solid var(--line); }
.wide :is(tbody th, td) { display: block; width: auto; padding: 0; border: 0; overflow-wrap: anywhere; }
.wide tbody th { width: auto; }
.fields td { font-size: .875rem; }
.fields td:last-child { width: auto; color: var(--faint); }
.fields td:empty { display: none; }
.answer, form { padding-inline: .9rem; }
fieldset { padding-inline: .5rem; }
fieldset fieldset { padding: .25rem 0 .25rem .4rem; border-width: 0 0 0 2px; border-radius: 0; }
fieldset fieldset fieldset fieldset fieldset { padding-left: .15rem; border-left-width: 1px; }
legend { padding-inline: 0 .4rem; }
.case > .inside { margin-left: 0; padding-left: .4rem; }
}
@media (min-width: 64rem) {
.with-side { display: grid; grid-template-columns: 15rem minmax(0, 1fr); gap: 2.5rem; max-width: 86rem; }
body:has(.with-side) .top nav { max-width: 86rem; }
.with-side main { grid-column: 2; grid-row: 1; }
.side { grid-column: 1; grid-row: 1; position: sticky; top: 1rem; align-self: start; max-height: calc(100vh - 2rem); overflow-y: auto; margin: 0; padding: 0; border: 0; }
@supports selector(::details-content) {
.side summary { display: none; }
.side details::details-content { content-visibility: visible; height: auto; }
}
.with-side > :is(main, .side) { scroll-margin-top: 1rem; }
}
@media (min-width: 46rem) { .field { grid-template-columns: 15rem minmax(0, 1fr); } .field > label .type { display: block; } .field > label { padding-top: .35rem; } fieldset.field { display: block; } }
@media print {
:root { color-scheme: light; }
body { font-size: 10pt; background: none; }
.top a:not(.home), .skip, .side, .search, .calls, .add, .send, .flags, ::file-selector-button { display: none; }
.page { display: block; max-width: none; padding: 0; }
.cards { grid-template-columns: 1fr 1fr; }
.pair { grid-template-columns: 1fr; }
pre { max-height: none; overflow: visible; white-space: pre-wrap; overflow-wrap: anywhere; }
.wide { overflow: visible; }
details::details-content { content-visibility: visible; height: auto; }
h1, h2, h3, h4, caption, summary, figcaption { break-after: avoid; }
tr, li, .verdict, .facts, .field { break-inside: avoid; }
a { color: inherit; }
.badge, .count, .need, .verdict { border: 1px solid currentcolor; }
}
@media (forced-colors: active) { .badge, .count, .verdict { border: 1px solid; } }
`;

/** Its hash in the Content-Security-Policy; after a change, the test prints the new one. */
export const styleHash = 'sha256-NGqTB+9yG1P7O/CWf+bLyUw8gjPbUuF3XCsU7z9+PpU=';
