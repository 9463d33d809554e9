import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { build, readDictionary } from './instrument.js';
import { plants } from './plants.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const here = join(root, 'test/fuzz');
const TARGETS = ['reader', 'envelope', 'codec', 'intake'];

const usage = `node test/fuzz/run.js --target ${TARGETS.join('|')} [--minutes N | --runs N] [--seed N] [--corpus DIR]
  [--findings DIR] [--max-bytes N] [--every SECONDS] [--hang SECONDS] [--plant NAME]
node test/fuzz/run.js --target NAME --replay FILE...   runs files once and says what is found
node test/fuzz/run.js --target NAME --distil DIR       the fewest and smallest files with the coverage of DIR go to the corpus
node test/fuzz/run.js --prove [--plant NAME]           plants each known fault, or one, and sees it found`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    target: { type: 'string' },
    minutes: { type: 'string', default: '1' },
    runs: { type: 'string' },
    seed: { type: 'string', default: '1' },
    corpus: { type: 'string' },
    findings: { type: 'string' },
    'max-bytes': { type: 'string', default: '4096' },
    every: { type: 'string', default: '60' },
    // Machines that are busy are slow; none is that slow.
    hang: { type: 'string', default: '20' },
    plant: { type: 'string' },
    replay: { type: 'string', multiple: true },
    distil: { type: 'string' },
    prove: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (values.help || (!values.prove && !TARGETS.includes(values.target ?? ''))) {
  process.stdout.write(`${usage}\n`);
  process.exitCode = values.help ? 0 : 2;
} else if (values.prove) await prove();
else process.exitCode = (await fuzz(values.target, values)) > 0 ? 1 : 0;

/** Runs one target; answers how many findings there are. */
async function fuzz(target, options, say = (line) => process.stdout.write(`${line}\n`)) {
  mkdirSync(join(root, '.build'), { recursive: true });
  // Inside of the repository, so that packages are found.
  const folder = mkdtempSync(join(root, '.build/fuzz-'));
  const stop = () => {
    rmSync(folder, { recursive: true, force: true });
    process.exit(130);
  };
  process.once('SIGTERM', stop).once('SIGINT', stop);
  try {
    const plant = options.plant === undefined ? undefined : plants.find(({ name }) => name === options.plant);
    if (options.plant !== undefined && plant === undefined) throw new Error(`No plant is called ${options.plant}.`);
    const { bundle, places } = await build(root, folder, plant);
    return await loop(target, options, bundle, places, say);
  } finally {
    process.removeListener('SIGTERM', stop).removeListener('SIGINT', stop);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function loop(target, options, bundle, places, say) {
  const kept = join(here, 'corpus', target);
  const corpus = options.corpus === undefined ? undefined : resolve(options.corpus);
  if (corpus !== undefined) mkdirSync(corpus, { recursive: true });
  const findings = resolve(options.findings ?? join(root, '.build', `fuzz-findings-${target}`));
  const replay = options.replay === undefined ? undefined : [...options.replay, ...positionals];
  const folders =
    options.distil !== undefined ? [kept, resolve(options.distil)] : corpus === undefined ? [kept] : [kept, corpus];
  const seeds = replay === undefined ? folders.flatMap(filesOf) : replay.map(fileAt);
  const end = Date.now() + Number(options.minutes) * 60_000;
  const known = new Set();
  const total = { executions: 0, restarts: 0 };
  for (;;) {
    const minutes = (end - Date.now()) / 60_000;
    const job = {
      target,
      places,
      seeds,
      dictionary: [join(here, 'dictionary.txt'), join(here, `dictionary-${target}.txt`)].flatMap(readDictionary),
      seed: Number(options.seed) + total.restarts,
      milliseconds: options.runs === undefined ? minutes * 60_000 : undefined,
      runs: options.runs === undefined ? undefined : Number(options.runs),
      most: Number(options['max-bytes']),
      every: Number(options.every) * 1_000,
      mode: replay !== undefined ? 'replay' : options.distil !== undefined ? 'distil' : 'fuzz',
      firstOnly: options.firstOnly === true,
    };
    const hung = await work(bundle, job, options.distil === undefined ? Number(options.hang) : Infinity, (message) => {
      if (message.kind === 'line') say(message.text);
      else if (message.kind === 'input' && corpus !== undefined)
        writeFileSync(join(corpus, message.name), message.bytes);
      else if (message.kind === 'kept') keep(kept, message.files, say);
      else if (message.kind === 'finding') found(message);
    });
    if (hung === undefined) break;
    found({
      oracle: 'hang',
      text: `It takes more than ${options.hang} seconds.`,
      bytes: hung,
      name: `hang-${total.restarts}.xml`,
    });
    if (options.runs !== undefined || replay !== undefined || Date.now() > end) break;
    total.restarts++;
  }
  return known.size;

  function found({ oracle, text, bytes, name }) {
    known.add(name);
    if (options.quiet) return say(`${oracle}: ${text}`);
    mkdirSync(findings, { recursive: true });
    const file = join(findings, name);
    if (replay === undefined) writeFileSync(file, bytes);
    const command =
      replay === undefined ? `\n  node test/fuzz/run.js --target ${target} --replay ${relative(root, file)}` : '';
    say(`FOUND ${oracle}: ${text}\n  ${JSON.stringify(Buffer.from(bytes).toString('latin1').slice(0, 400))}${command}`);
  }
}

/** Runs the loop in a thread, and watches it; answers the input that it hangs at, if there is one. */
function work(bundle, job, hang, heard) {
  const shared = new SharedArrayBuffer(8 + job.most * 4 + 65_536);
  const [progress, bytes] = [new Int32Array(shared, 0, 2), new Uint8Array(shared, 8)];
  const worker = new Worker(bundle, { workerData: { ...job, shared } });
  return new Promise((done, failed) => {
    let last = -1;
    let idle = 0;
    let hung;
    const watch = setInterval(() => {
      const now = Atomics.load(progress, 0);
      idle = now === last || now === 0 ? idle + 1 : 0;
      last = now;
      if (idle < hang || now === 0) return;
      hung = bytes.slice(0, Atomics.load(progress, 1));
      worker.terminate();
    }, 1_000);
    const finish = (how, what) => {
      clearInterval(watch);
      how(what);
    };
    worker.on('message', heard);
    worker.once('error', (error) => finish(failed, error));
    worker.once('exit', () => finish(done, hung));
  });
}

function filesOf(folder) {
  return readdirSync(folder)
    .sort()
    .map((name) => fileAt(join(folder, name)));
}

function fileAt(path) {
  return { name: basename(path), bytes: new Uint8Array(readFileSync(path)) };
}

/** Replaces what the kept corpus has by what was distilled. Files that were named by hand keep their names. */
function keep(folder, files, say) {
  const names = new Set(files.map(({ name }) => name));
  for (const name of readdirSync(folder)) if (!names.has(name)) rmSync(join(folder, name));
  for (const { name, bytes } of files) writeFileSync(join(folder, name), bytes);
  const size = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  say(`${files.length} files of ${size} bytes are kept in ${relative(root, folder)}.`);
}

/** Plants one fault after the other in a copy, and sees each found by the oracle that is there for it. */
async function prove() {
  let missed = 0;
  for (const { name, target, oracle } of plants) {
    if (values.plant !== undefined && values.plant !== name) continue;
    const heard = [];
    const options = {
      ...values,
      plant: name,
      runs: values.runs ?? '60000',
      minutes: '5',
      firstOnly: true,
      quiet: true,
    };
    const count = await fuzz(target, options, (line) => heard.push(line));
    const proved = count > 0 && heard.some((line) => line.startsWith(`${oracle}: `));
    if (!proved) missed++;
    process.stdout.write(`${proved ? 'found ' : 'MISSED'} ${name}: ${heard.at(-1) ?? ''}\n`);
  }
  process.exitCode = missed > 0 ? 1 : 0;
}
