// `node bench/scaling.js`: measures whether time is linear in the input, for each structural attack, with raised limits, so
// that the code behind them runs. Each attack is measured at four sizes, each twice as large as the preceding one. Prints the
// exponent of the growth by least squares, the worst time(2n)/time(n), and the memory that stays in use; exits with 1 if both
// are over 1.2 and 2.3. `--mib 1` is the largest size, `--doublings 3`, `--rounds 3`, `--only TEXT` selects by name.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { loadRuntime } from './scaling/bundle.js';
import { documentOf, documents } from './scaling/documents.js';
import { memoryOf, limits as most, scalingOf } from './scaling/measure-scaling.js';
import { posts } from './scaling/posts.js';
import { postOf, requests } from './scaling/requests.js';
import { streamOf, streams } from './scaling/streams.js';

const flags = [
  // The young generation holds everything: promotion to the old one, from some size on, would look like growth.
  '--min-semi-space-size=128',
  '--max-semi-space-size=128',
  '--max-old-space-size=6000',
  // On a busy machine, background compilation would leave slow code in place while small sizes are measured.
  '--no-concurrent-recompilation',
  '--single-threaded-gc',
];
if (process.execArgv.length === 0) {
  const args = [...flags, fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  process.exit(spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1);
}

const { values: options } = parseArgs({
  options: {
    mib: { type: 'string', default: '1' },
    doublings: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
  },
});
const size = Number(options.mib) * 2 ** 20;
const runtime = await loadRuntime();
const { XmlBytesReader, withDefaults, echo, createEverythingServer } = runtime;

const any = Number.MAX_SAFE_INTEGER;
const limits = withDefaults({
  maxBodyBytes: any,
  maxStreamBytes: any,
  maxSpoolBytes: any,
  maxDepth: 256,
  maxAttributes: any,
  maxNameBytes: any,
  maxAttributeValueBytes: any,
  maxElements: any,
  maxItems: any,
});
const server = createEverythingServer(echo, { limits, onError: (error) => console.error(error) });

function must(is, wanted, name) {
  if (is !== wanted) throw new Error(`${name}: ${is} in place of ${wanted}`);
}

function reading(name, make) {
  return (bytes) => {
    const document = documentOf(make, bytes);
    const run = () => {
      let end = 'read';
      try {
        const reader = new XmlBytesReader(document.bytes, { limits });
        reader.openRoot();
        reader.skip();
        reader.finish();
      } catch (error) {
        end = error.code ?? error.message;
      }
      must(end, document.ends, name);
    };
    return { bytes: document.bytes.length, run };
  };
}

function answering(name, make) {
  return (bytes) => {
    const { status, body, head } = make(bytes);
    const run = () => {
      const begun = server.begin(head);
      const answer = 'limit' in begun ? begun.respond(body) : begun;
      must(answer.status, status, name);
      return answer;
    };
    const bytesOfHead = [head.target, ...head.rawHeaders].reduce((sum, text) => sum + text.length, 0);
    return { bytes: body.length + bytesOfHead, run };
  };
}

/** Decodes a message whose streamed fields were replaced. */
function readTaken(bytes, streamed) {
  const reader = new XmlBytesReader(bytes, { limits, streamed });
  reader.openRoot();
  const value = runtime.readStreamed(reader);
  reader.finish();
  return value;
}

/** Identifies an element as a server does. */
function identify(prefix, streamed) {
  try {
    readTaken(prefix, streamed);
  } catch (thrown) {
    if (thrown === runtime.prefixEnd) return undefined;
    if (thrown instanceof runtime.StreamReached) return { path: thrown.path };
    throw thrown;
  }
  throw new Error('what is no whole message is read as one');
}

function streaming(name, make) {
  return (size) => {
    const { ends, piece, bytes } = streamOf(make, size);
    const budget = new runtime.SpoolBudget(any);
    const run = () => {
      const assembler = new runtime.MessageAssembler({
        limits,
        budget,
        spool: runtime.memorySpool(),
        names: runtime.STREAMED,
        length: undefined,
        identify,
      });
      let end = 'read';
      let value;
      try {
        for (let at = 0; at < bytes.length; at += piece) {
          if (assembler.add(bytes.subarray(at, at + piece)) !== undefined) throw new Error('it waits for nothing');
        }
        const { message, streamed } = assembler.end();
        value = readTaken(message, streamed);
      } catch (error) {
        end = error.code ?? error.message;
      }
      assembler.discard();
      must(end, ends, name);
      return value;
    };
    return { bytes: bytes.length, run };
  };
}

const attacks = [
  ...Object.entries(documents).map(([name, make]) => [`reader, ${name}`, reading(name, make), size]),
  ...Object.entries(requests).map(([name, make]) => [`codec, ${name}`, answering(name, (n) => postOf(make, n)), size]),
  // Node accepts at most 16 KiB of headers.
  ...Object.entries(posts).map(([name, make]) => [`server, ${name}`, answering(name, make), Math.min(size, 2 ** 21)]),
  ...Object.entries(streams).map(([name, make]) => [`intake, ${name}`, streaming(name, make), size]),
].filter(([name]) => name.includes(options.only));

console.log(
  `${'attack'.padEnd(66)}  largest, KiB   time, ms   exponent   worst ratio   kept, MiB   left, MiB   peak RSS, MiB`,
);
const rows = [];
for (const [name, prepare, bytes] of attacks) {
  const how = { rounds: Number(options.rounds), doublings: Number(options.doublings) };
  const scaling = await scalingOf(prepare, bytes, how);
  const { kept, left } = await memoryOf(prepare(bytes));
  const cells = [
    (scaling.bytes / 1024).toFixed(0).padStart(14),
    scaling.time.toFixed(2).padStart(11),
    scaling.exponent.toFixed(2).padStart(11),
    scaling.ratio.toFixed(2).padStart(14),
    kept.toFixed(1).padStart(12),
    left.toFixed(1).padStart(12),
    (process.resourceUsage().maxRSS / 1024).toFixed(0).padStart(16),
  ];
  console.log(`${name.padEnd(66)}${cells.join('')}${scaling.fails ? '  more than linear' : ''}`);
  rows.push({ name, ...scaling });
}
const failed = rows.filter(({ fails }) => fails);
const highest = (key) => {
  const row = rows.reduce((one, other) => (other[key] > one[key] ? other : one));
  return `${row[key].toFixed(2)} (${row.name})`;
};
console.log(`${rows.length} attacks: highest exponent ${highest('exponent')}, highest ratio ${highest('ratio')}`);
console.log(
  `more than linear, over ${most.exponent} and ${most.ratio}: ${failed.map(({ name }) => name).join('; ') || 'none'}`,
);
if (failed.length > 0) process.exitCode = 1;
