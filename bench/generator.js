// `node bench/generator.js`, after a build: cold processes of `soapwright generate` on contracts of 9, 1,000 and
// 10,000 operations, and the time of each stage. `--rounds 5 --sizes 9,1000,10000`; `--command BIN` compares
// with the command of another build, rounds interleaved; `--handlers` writes handlers too; `--no-stages`.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { contractOf } from './contract.js';
import { median, spread, wholeProcess } from './processes.js';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    sizes: { type: 'string', default: '9,1000,10000' },
    command: { type: 'string', multiple: true, default: [] },
    handlers: { type: 'boolean', default: false },
    'no-stages': { type: 'boolean', default: false },
  },
});
const rounds = Number(options.rounds);
const sizes = options.sizes.split(',').map(Number);
const own = fileURLToPath(new URL('../bin/soapwright.js', import.meta.url));
const commands = [own, ...options.command];
const folder = mkdtempSync(join(tmpdir(), 'soapwright-bench-'));

/** A project with a build cache in node_modules/.cache, as users have it. */
function project(command, size) {
  const root = join(folder, `${commands.indexOf(command)}-${size}`);
  mkdirSync(join(root, 'node_modules'), { recursive: true });
  writeFileSync(join(root, 'contract.yaml'), contractOf(size));
  const paths = ['--schema', 'contract.yaml', '--out', 'generated'];
  if (options.handlers) paths.push('--handlers', 'handlers');
  const clean = () => {
    for (const name of ['generated', 'handlers', 'node_modules/.cache'])
      rmSync(join(root, name), { recursive: true, force: true });
  };
  const run = (...args) => wholeProcess([command, ...args, ...paths, '--quiet'], { cwd: root });
  return { root, clean, run, paths };
}

/** The measured runs, each with its preparation. */
const kinds = {
  'generate from nothing': async ({ clean, run }) => {
    clean();
    return await run('generate', '--no-cache');
  },
  // Builds everything, and fills the cache for the following runs.
  'generate, one operation more': async ({ root, run }, size) => {
    writeFileSync(join(root, 'contract.yaml'), contractOf(size + 1));
    return await run('generate');
  },
  'generate, nothing to do': async ({ run }) => await run('generate'),
  check: async ({ run }) => await run('check'),
};

async function processes() {
  const rows = {};
  for (const size of sizes) {
    const projects = commands.map((command) => project(command, size));
    const runs = new Map();
    for (let round = 0; round < (size > 5000 ? Math.min(rounds, 3) : rounds); round++) {
      for (const [index, one] of projects.entries()) {
        writeFileSync(join(one.root, 'contract.yaml'), contractOf(size));
        for (const [kind, work] of Object.entries(kinds)) {
          const name = `${size} ${kind}${commands.length > 1 ? ` (${index === 0 ? 'here' : index})` : ''}`;
          runs.set(name, [...(runs.get(name) ?? []), await work(one, size)]);
        }
      }
    }
    for (const [name, figures] of runs) {
      rows[name] = {
        'wall ms': Math.round(median(figures.map(({ wall }) => wall))),
        spread: spread(figures.map(({ wall }) => wall)),
        'CPU ms': Math.round(median(figures.map(({ cpu }) => cpu))),
        'peak MB': Math.round(median(figures.map(({ peak }) => peak))),
      };
    }
    console.log(`${size} operations: ${sizesIn(join(projects[0].root, 'generated'))}`);
  }
  console.table(rows);
}

function sizesIn(generated) {
  return readdirSync(generated)
    .map((name) => `${name} ${(statSync(join(generated, name)).size / 1e6).toFixed(2)} MB`)
    .join(', ');
}

// --- Stages ----------------------------------------------------------------------------------------------------------

/** Functions that mark a stage. Time counts for the innermost marked function. */
const stages = new Map(
  Object.entries({
    readYaml: 'YAML',
    loadContract: 'contract, rest',
    resolveService: 'resolve',
    clashes: 'clashes',
    wsdlText: 'WSDL',
    emit: 'emit, rest',
    typesView: 'types, view',
    codecView: 'codec, view',
    operationsView: 'operations, view',
    clientView: 'client, view',
    serverView: 'server, view',
    pagesView: 'pages, view',
    render: 'render',
    emitHandlers: 'handlers, texts',
    planFolder: 'compare and hash',
    planHandlers: 'compare handlers',
    commit: 'write',
    store: 'cache',
    lookup: 'cache',
  }),
);

/** In ms: CPU time of each stage of a run from nothing, sampled by V8's profiler in the modules of the build. */
async function profile(command, size) {
  const { root, paths } = project(command, size);
  rmSync(join(root, 'generated'), { recursive: true, force: true });
  const main = join(dirname(command), '../dist/cli/main.js');
  const profiling = ['--cpu-prof', '--cpu-prof-dir', root, '--cpu-prof-name', 'run.cpuprofile'];
  await wholeProcess([...profiling, main, 'generate', ...paths, '--no-cache', '--quiet'], { cwd: root });
  const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(join(root, 'run.cpuprofile'), 'utf8'));
  const stageOf = new Map();
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const visit = (node, above) => {
    const { functionName, url } = node.callFrame;
    const stage =
      functionName === '(garbage collector)'
        ? 'garbage collection'
        : (url.includes('/dist/') && stages.get(functionName)) || above;
    stageOf.set(node.id, stage);
    for (const child of node.children ?? []) visit(byId.get(child), stage);
  };
  visit(nodes[0], 'loading and the rest');
  const times = new Map();
  for (const [index, id] of samples.entries()) {
    const stage = stageOf.get(id);
    times.set(stage, (times.get(stage) ?? 0) + timeDeltas[index] / 1000);
  }
  return times;
}

async function whereTimeGoes() {
  const rows = {};
  for (const size of sizes) {
    for (const [index, command] of commands.entries()) {
      const column = `${size}${commands.length > 1 ? ` (${index === 0 ? 'here' : index})` : ''}`;
      for (const [stage, time] of await profile(command, size))
        rows[stage] = { ...rows[stage], [column]: Math.round(time) };
    }
  }
  console.log('CPU ms of each stage, from nothing, in modules (not the one file of the command)');
  console.table(rows);
}

try {
  await processes();
  if (!options['no-stages']) await whereTimeGoes();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
