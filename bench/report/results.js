// Writes bench/RESULTS.md and its charts from one run.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bench } from '../paths.js';
import { spreadOf } from '../statistics.js';
import { targetCells } from '../targets.js';
import { chart } from './chart.js';
import { cells, markdownTable } from './table.js';

const page = join(bench, 'RESULTS.md');
const charts = join(bench, 'charts');
const isOwn = (name) => /^(?:soapwright|generate|check)/.test(name);

/** Draws the chart of a scenario. Returns its file, or undefined if there is nothing to compare. */
function draw({ name, title, chart: about, turns }, rows) {
  if (about === undefined) return undefined;
  const bars = Object.entries(rows).flatMap(([row, figures]) => {
    const figure = typeof figures === 'string' ? undefined : figures[about.key];
    return figure === undefined
      ? []
      : [{ name: row, own: isOwn(row), median: figure.median, ...spreadOf(figure, turns) }];
  });
  if (bars.length < 2) return undefined;
  writeFileSync(join(charts, `${name}.svg`), chart({ title, unit: about.unit, rows: bars }));
  return `charts/${name}.svg`;
}

function section(scenario, result, remark) {
  const image = draw(scenario, result.rows);
  return [
    `## ${upper(scenario.title)}`,
    '',
    scenario.method,
    '',
    ...(remark === undefined ? [] : [remark, '']),
    markdownTable(cells(scenario, result.rows)),
    '',
    ...(image === undefined ? [] : [`![${scenario.title}](${image})`, '']),
  ];
}

const upper = (text) => text[0].toUpperCase() + text.slice(1);

function about({ machine, rounds, seconds }) {
  const { cpu, cores, memoryGiB, system, node, pinned, soapwright, peers } = machine;
  const versions = Object.entries(peers).map(([name, version]) => `${name} ${version}`);
  return [
    `${cpu}, ${cores} cores, ${memoryGiB} GiB of memory; ${system}; Node ${node}; soapwright ${soapwright}. Peers: ${versions.join(', ')}.`,
    '',
    `Up to ${rounds} rounds of ${seconds} s each, in which all candidates run in turn; each figure is the median, with its spread. Rows with quartiles were measured in short turns, in which the candidates follow each other in changing order; ratios are medians of pairs. ${pinned ? 'Servers are pinned to one core, load and clients to the other. ' : ''}Only ratios within one run are comparable, and those of CPU time vary least: \`x raw\` is the CPU time of raw \`node:http\` divided by that of the row, so more is better.`,
  ];
}

/**
 * Writes the page and the charts.
 *
 * @param {{ machine: object, rounds: number, seconds: number, results: Record<string, object> }} run
 */
export function writeResults(run, scenarios) {
  mkdirSync(charts, { recursive: true });
  for (const name of readdirSync(charts)) rmSync(join(charts, name));
  const measured = scenarios.filter(({ name }) => run.results[name] !== undefined);
  const lines = [
    '# Results',
    '',
    'Written by `npm run bench -- --write`, which measures everything again; [README.md](README.md) lists what it needs.',
    '',
    ...about(run),
    '',
    '## Targets',
    '',
    markdownTable(targetCells(run.results)),
    '',
    ...measured.flatMap((scenario) => section(scenario, run.results[scenario.name])),
  ];
  writeFileSync(page, lines.join('\n'));
}

/** Sections of a page by their titles, in their order; what precedes the first one has the empty title. */
function sectionsOf(text) {
  const parts = text.split(/^(?=## )/m);
  return new Map(parts.map((part) => [/^## (.*)/.exec(part)?.[1] ?? '', part]));
}

/** What a section says that was not measured together with the others. */
function apart({ machine, rounds }, named = ['wsdl-tsclient', 'node-soap', 'gSOAP', 'wsimport']) {
  const { load, node, soapwright, peers } = machine;
  const versions = named.map((name) => `${name} ${peers[name]}`);
  const busy = load > machine.cores ? ', so that wall times say little, and CPU time and memory count' : '';
  return `Measured apart from the other sections, in up to ${rounds} rounds, with ${[`soapwright ${soapwright}`, `Node ${node}`, ...versions].join(', ')}; the load average was ${load.toFixed(1)} on ${machine.cores} cores${busy}.`;
}

/** The table of targets with the rows of this run, and the others as they are. */
function targetsWith(results, text) {
  const earlier = new Map(
    text
      .split('\n')
      .map((line) => line.split('|').map((cell) => cell.trim()))
      .map((cells) => [cells[1], cells.slice(1, -1)]),
  );
  const { head, body } = targetCells(results);
  const rows = body.map((cells) => (cells.at(-1) === 'not measured' ? earlier.get(cells[0]) : cells));
  const table = markdownTable({ head, body: rows.filter((cells) => cells !== undefined) });
  return ['## Targets', '', 'Each row is of the run in which its section was measured.', '', table].join('\n');
}

/** Writes the sections of a run of some scenarios, keeps those of others, and drops what no scenario writes. */
export function replaceSections(run, scenarios) {
  const existing = sectionsOf(readFileSync(page, 'utf8'));
  const own = scenarios.map((scenario) => {
    const result = run.results[scenario.name];
    const measured = Object.values(result?.rows ?? {}).some((row) => typeof row !== 'string');
    if (!measured) return existing.get(upper(scenario.title)) ?? '';
    return `${section(scenario, result, apart(run, scenario.peers)).join('\n')}\n`;
  });
  writeFileSync(
    page,
    `${[existing.get('') ?? '', targetsWith(run.results, existing.get('Targets') ?? ''), ...own]
      .map((text) => text.trimEnd())
      .filter(Boolean)
      .join('\n\n')}\n`,
  );
}
