// `node bench/scaling.js`: whether time is linear in the input, for each structural attack, with the limits raised so that
// the code behind them is measured. Prints time(2n)/time(n), which must stay under 2.3, and what is left in memory; exits 1
// where it does not. `--mib 1` is 2n, `--rounds 3`, `--only TEXT` takes the attacks whose names hold it.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { loadRuntime } from './scaling/bundle.js';
import { documentOf, documents } from './scaling/documents.js';
import { memoryOf, scalingOf } from './scaling/measure-scaling.js';
import { posts } from './scaling/posts.js';
import { postOf, requests } from './scaling/requests.js';

// The young part of the heap holds everything: what is moved to the old part, from some size on, would stand as growth.
const flags = ['--min-semi-space-size=128', '--max-semi-space-size=128'];
if (process.execArgv.length === 0) {
  const args = [...flags, fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  process.exit(spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1);
}

const { values: options } = parseArgs({
  options: {
    mib: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
  },
});
const size = (Number(options.mib) * 2 ** 20) / 2;
const limit = 2.3;
const { XmlBytesReader, withDefaults, echo, createEverythingServer } = await loadRuntime();

const most = Number.MAX_SAFE_INTEGER;
const limits = withDefaults({
  maxBodyBytes: most,
  maxDepth: 256,
  maxAttributes: most,
  maxNameBytes: most,
  maxAttributeValueBytes: most,
  maxElements: most,
  maxItems: most,
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
      const answer = 'limit' in begun ? begun.answer(body) : begun;
      must(answer.status, status, name);
      return answer;
    };
    return { bytes: body.length, run };
  };
}

const attacks = [
  ...Object.entries(documents).map(([name, make]) => [`reader, ${name}`, reading(name, make), size]),
  ...Object.entries(requests).map(([name, make]) => [`codec, ${name}`, answering(name, (n) => postOf(make, n)), size]),
  // Node takes 16 KiB of headers at most.
  ...Object.entries(posts).map(([name, make]) => [`server, ${name}`, answering(name, make), Math.min(size, 2 ** 20)]),
].filter(([name]) => name.includes(options.only));

console.log(`${'attack'.padEnd(66)}   n, KiB   time(n), ms   ratio   kept, MiB   left, MiB`);
const slow = [];
for (const [name, prepare, bytes] of attacks) {
  const scaling = scalingOf(prepare, bytes, { rounds: Number(options.rounds), limit });
  const { kept, left } = memoryOf(prepare(bytes));
  const cells = [
    (scaling.bytes / 1024).toFixed(0).padStart(9),
    scaling.once.toFixed(2).padStart(13),
    scaling.ratio.toFixed(2).padStart(8),
    kept.toFixed(1).padStart(12),
    left.toFixed(1).padStart(12),
  ];
  console.log(`${name.padEnd(66)}${cells.join('')}`);
  if (scaling.ratio >= limit) slow.push(name);
}
console.log(
  `${attacks.length} attacks, ${slow.length} of them at ${limit} or above${slow.map((name) => `\n  ${name}`).join('')}`,
);
if (slow.length > 0) process.exitCode = 1;
