// `npm run bench`: measures every scenario and its peers in one run, rounds interleaved, medians with their spread. Only
// ratios within a run count. `npm run bench -- --rounds 7 --seconds 3`, `--only small chunk` for some scenarios or groups of them,
// `--quick` to try everything once, `--write` for bench/RESULTS.md and its charts, of a part of the scenarios only their sections.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { generateCode } from './generated-code.js';
import { machine } from './machine.js';
import { build } from './paths.js';
import { npmPeers } from './peers/npm.js';
import { replaceSections, writeResults } from './report/results.js';
import { printCells, printTable } from './report/table.js';
import { noSamples, oneRound, summaries } from './rounds.js';
import { builds } from './scenarios/builds.js';
import { bundles } from './scenarios/bundles.js';
import { client } from './scenarios/client.js';
import { codecs } from './scenarios/codec.js';
import { engines } from './scenarios/engines.js';
import { generators } from './scenarios/generator.js';
import { huge } from './scenarios/huge.js';
import { install } from './scenarios/install.js';
import { lists } from './scenarios/large.js';
import { logAndMetrics } from './scenarios/log-and-metrics.js';
import { manyFiles } from './scenarios/many-files.js';
import { operations } from './scenarios/operations.js';
import { chunk, memory, mixedMessages, small, smallChunk } from './scenarios/servers.js';
import { signatures } from './scenarios/signatures.js';
import { startOfServers } from './scenarios/start.js';
import { upToDate } from './scenarios/up-to-date.js';
import { uploads } from './scenarios/uploads.js';
import { wsdls } from './scenarios/wsdl.js';
import { targetCells } from './targets.js';

const scenarios = [
  ...mixedMessages,
  small,
  chunk,
  smallChunk,
  memory,
  huge,
  client,
  bundles,
  builds,
  startOfServers,
  install,
  ...codecs,
  ...lists,
  ...generators,
  upToDate,
  ...wsdls,
  uploads,
  manyFiles,
  logAndMetrics,
  operations,
  ...signatures,
  engines,
];

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    only: { type: 'string', multiple: true, default: [] },
    quick: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    /** Writes RESULTS.md from the figures of the last run. */
    'from-last': { type: 'boolean', default: false },
  },
});
const { quick } = options;
const rounds = Number(options.rounds ?? (quick ? 1 : 5));
const seconds = Number(options.seconds ?? (quick ? 0.5 : 2));
const file = join(build, 'bench.json');

/** Selected by name or group, as in `--only codec small`; all but the largest in a quick run. */
function selectedScenarios() {
  const names = [...options.only, ...positionals].flatMap((name) => name.split(','));
  const unknown = names.find((name) => !scenarios.some((one) => one.name === name || one.group === name));
  if (unknown !== undefined) {
    const known = [...new Set(scenarios.flatMap((one) => [one.name, one.group ?? one.name]))];
    throw new Error(`There is no scenario ${unknown}; there are ${known.join(', ')}.`);
  }
  if (names.length > 0) return scenarios.filter((one) => names.includes(one.name) || names.includes(one.group));
  return scenarios.filter(({ name }) => !quick || !['generate-10000', 'huge', 'engines'].includes(name));
}

async function measure() {
  // Scenarios without peers need nothing that is installed or generated.
  const hasPeers = selectedScenarios().some(({ peers }) => peers?.length !== 0);
  const npm = hasPeers ? npmPeers() : {};
  const ofCode = ({ group, needsCode }) => needsCode || (hasPeers && group !== 'generator' && group !== 'wsdl');
  if (selectedScenarios().some(ofCode)) generateCode();
  const about = machine(npm);
  console.log(`${about.cpu}, ${about.cores} cores, ${about.memoryGiB} GiB, ${about.system}, Node ${about.node}`);
  const runs = [];
  for (const scenario of selectedScenarios()) {
    const opened = await scenario.open({ npm, quick });
    runs.push({
      scenario,
      opened,
      samples: noSamples(opened.rows),
      rounds: Math.min(rounds, scenario.rounds ?? rounds),
    });
  }
  for (let round = 0; round < rounds; round++) {
    for (const { scenario, opened, samples, rounds: own } of runs) {
      if (round >= own) continue;
      process.stderr.write(`round ${round + 1} of ${own}: ${scenario.title}\n`);
      await oneRound(opened.rows, samples, { seconds, turns: scenario.turns });
    }
  }
  const results = {};
  for (const { scenario, samples } of runs) {
    const { name, title, columns, ratios, turns } = scenario;
    results[name] = { title, columns, ratios, turns, rows: summaries(samples, columns), samples };
  }
  mkdirSync(build, { recursive: true });
  writeFileSync(file, `${JSON.stringify({ machine: about, rounds, seconds, results }, null, 2)}\n`);
  for (const { opened } of runs) await opened.close();
}

if (!options['from-last']) await measure();
const run = JSON.parse(readFileSync(file, 'utf8'));
for (const { rows, ...scenario } of Object.values(run.results)) printTable(scenario, rows);
console.log('');
printCells(targetCells(run.results));
console.log('\nAll figures are in .build/bench.json.');
if (options.write && Object.keys(run.results).length < scenarios.length) replaceSections(run, scenarios);
else if (options.write) writeResults(run, scenarios);
process.exit(0);
