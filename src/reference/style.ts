import { style as pageStyle } from '@soapwright/runtime/pages';

/** The style of a service's own pages, and what only a reference has. */
export const style: string = `${pageStyle.trim()}
.top nav { flex-wrap: wrap; align-items: center; gap: .5rem 1.25rem; max-width: 86rem; }
.top nav > ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; flex: 1 1 auto; margin: 0; padding: 0; list-style: none; }
.top :is([aria-current], .within) { font-weight: 600; text-decoration: underline; text-decoration-thickness: 2px; }
.find { position: relative; flex: 0 1 18rem; }
.find input { width: 100%; min-height: 2.25rem; padding: .3rem .7rem; font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--edge); border-radius: .4rem; }
.find ul { position: absolute; right: 0; z-index: 2; width: min(26rem, 92vw); max-height: 70vh; overflow-y: auto; margin: .25rem 0 0; padding: .35rem; list-style: none; background: var(--card); border: 1px solid var(--edge); border-radius: .5rem; box-shadow: 0 .5rem 1.5rem #0003; }
.find li { padding: .3rem .5rem; }
.find li:has(a) { padding: 0; }
.find li a { display: block; padding: .35rem .5rem; border-radius: .35rem; }
.find small { color: var(--faint); }
.kind { display: block; font-size: .875rem; font-weight: 500; letter-spacing: 0; color: var(--faint); }
.note { margin: .5rem 0; padding: .6rem 1rem; }
.facts { margin: 1rem 0; }
.facts > div { min-width: 8rem; }
figure { margin: 1rem 0; }
.diagram { overflow-x: auto; }
.diagram svg { display: block; }
.diagram text { font-size: 14px; fill: var(--ink); }
.diagram .label { font-size: 12px; fill: var(--faint); }
.diagram rect { fill: var(--card); stroke: var(--line); }
.diagram a rect { stroke: var(--edge); }
.diagram a text:not(.label) { fill: var(--accent); }
.diagram a:hover rect { stroke: var(--accent); }
.diagram .middle { fill: var(--soft); stroke: var(--accent); stroke-width: 2; }
.diagram .line { fill: none; stroke: var(--edge); }
.diagram .point { fill: var(--edge); }
.list { columns: 18rem; padding-left: 1.1rem; }
th.in { padding-left: calc(1rem + var(--depth) * 1.1rem); }
tr:target { background: var(--soft); box-shadow: inset 4px 0 var(--accent); }
.parts ul { display: flex; flex-wrap: wrap; gap: .35rem; margin: 2rem 0 0; padding: 0; list-style: none; }
.parts a { display: block; padding: .2rem .6rem; border: 1px solid var(--line); border-radius: .4rem; text-decoration: none; background: var(--card); }
.parts [aria-current] { border-color: var(--accent); font-weight: 600; }
.first-entry { font-size: .8125rem; color: var(--faint); }
@media (max-width: 64rem) { .side { display: none; } }
@media screen and (max-width: 40rem) { td:empty { display: none; } th.in { padding-left: calc(var(--depth) * 1.1rem); } .find { flex: 1 1 100%; } .find ul { left: 0; right: auto; } }
@media print { .top ul, .find, .parts { display: none; } .diagram svg { max-width: 100%; height: auto; } }
`;
