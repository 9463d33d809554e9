// What each fast way is worth beside the plain one that does the same: `node bench/twins.js [--only TEXT] [--seconds 4]`.
// Both are bundled from the sources, with the fast way and without, and run in turns in one process. Prints how many times
// less CPU time the fast way takes: the median of pairs of turns, with its quartiles. Needs `npm run build`.
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { rolldown } from 'rolldown';
import { soap11, writeRequest } from '../runtime/dist/esm/shared/core.js';
import { messageOf } from './codec/messages.js';
import { rowsOf } from './codec/rows.js';
import { contractOf } from './contract.js';
import { generateCode, generatedModule } from './generated-code.js';
import { chunkRequest } from './messages.js';
import { root, work } from './paths.js';
import { timesLess } from './statistics.js';

const { values: flags } = parseArgs({
  options: { only: { type: 'string', default: '' }, seconds: { type: 'string', default: '4' } },
});

const source = (path) => join(root, path);
const shortcuts = source('runtime/src/xml/shortcuts.ts');
const noShortcuts = source('runtime/src/xml/no-shortcuts.ts');
const nodeBytes = source('runtime/src/bytes/node/node-bytes.ts');
const portableBytes = source('runtime/src/bytes/portable-bytes.ts');

const remote = join(root, 'generated/remote-file-service/server-operations.ts');

/** Decodes a message as a server does. @param operations module of the operation. */
function decoding(operations, operation) {
  return `import { closeEnvelope, openEnvelope } from '${source('runtime/src/soap/envelope-reader.ts')}';
import { soap11 } from '${source('runtime/src/soap/version.ts')}';
import { defaultLimits } from '${source('runtime/src/xml/limits.ts')}';
import { ${operation} as operation } from '${operations}';
const many = 1e9;
const options = { charset: 'utf-8', limits: { ...defaultLimits, maxBodyBytes: 4e9, maxElements: many, maxItems: many } };
export function work(message) {
  const { reader } = openEnvelope(message, soap11, options);
  const value = operation.readInput(reader);
  closeEnvelope(reader);
  return value;
}`;
}

const small = () => decoding(remote, 'GetClientID');
const medium = () => decoding(generatedModule('orders', 'server-operations'), messageOf('medium').operation);
const rows = (operation) => () => decoding(generatedModule('rows', 'server-operations'), operation);

/** A message of the contract `rows`, about as large as that. */
async function rowsMessage(kind, bytes) {
  const { operation, values } = rowsOf(kind, bytes);
  const { [operation]: writer } = await import(generatedModule('rows', 'client-operations'));
  const message = writeRequest(soap11, writer, values);
  return message.text === undefined ? await message.bytes() : Buffer.from(message.text);
}

/** The plain way replaces these exports of the fast one. */
const without = (...names) => ({
  plain: `export * from '${shortcuts}';\nexport { ${names.join(', ')} } from '${noShortcuts}';\n`,
  replaced: '#shortcuts',
});
const bytesOfPlatform = { plain: `export * from '${portableBytes}';\n`, replaced: '#bytes' };

const index = (count) => {
  const names = Array.from({ length: count }, (_, at) => `Operation${at}`);
  const imports = names.map((name) => `import { ${name} } from './${name}.js';`);
  return `${imports.join('\n')}\n\nexport const handlers: Handlers<State> = {\n${names.map((name) => `  ${name},`).join('\n')}\n};\n`;
};

const twins = [
  {
    name: 'shortcuts, all: a small call',
    entry: small,
    input: () => Buffer.from(messageOf('small').xml),
    ...without('readByLayout', 'declarationOf', 'knownDeclaration', 'readDeclaration', 'openLikely', 'sliceOf'),
  },
  {
    name: 'shortcuts, all: an order',
    entry: medium,
    input: () => Buffer.from(messageOf('medium').xml),
    ...without('readByLayout', 'declarationOf', 'knownDeclaration', 'readDeclaration', 'openLikely', 'sliceOf'),
  },
  {
    name: 'likely-child: an order',
    entry: medium,
    input: () => Buffer.from(messageOf('medium').xml),
    ...without('openLikely'),
  },
  {
    name: 'likely-child: 100 kB of elements',
    entry: rows('PutElements'),
    input: () => rowsMessage('elements', 1e5),
    ...without('openLikely'),
  },
  {
    name: 'known-declarations: a small call',
    entry: small,
    input: () => Buffer.from(messageOf('small').xml),
    ...without('declarationOf', 'knownDeclaration'),
  },
  {
    name: 'known-xml-declarations: a small call',
    entry: small,
    input: () => Buffer.from(messageOf('small').xml),
    ...without('readDeclaration'),
  },
  {
    name: 'attribute-layout: 100 kB of attributes',
    entry: rows('PutAttributes'),
    input: () => rowsMessage('attributes', 1e5),
    ...without('readByLayout'),
  },
  {
    name: 'slices: a small call',
    entry: small,
    input: () => Buffer.from(messageOf('small').xml),
    ...without('sliceOf'),
  },
  {
    name: 'slices: an order',
    entry: medium,
    input: () => Buffer.from(messageOf('medium').xml),
    ...without('sliceOf'),
  },
  {
    name: 'slices: 100 kB of elements',
    entry: rows('PutElements'),
    input: () => rowsMessage('elements', 1e5),
    ...without('sliceOf'),
  },
  {
    name: 'slices: 100 kB of non-ASCII elements',
    entry: rows('PutElements'),
    input: () => rowsMessage('non-ASCII', 1e5),
    ...without('sliceOf'),
  },
  {
    name: 'slices: 1 MB of long texts',
    entry: rows('PutTexts'),
    input: () => rowsMessage('texts', 1e6),
    ...without('sliceOf'),
  },
  {
    name: 'slices: 10 MB of elements',
    entry: rows('PutElements'),
    input: () => rowsMessage('elements', 1e7),
    ...without('sliceOf'),
  },
  {
    name: 'bytes of Node: a small call',
    entry: small,
    input: () => Buffer.from(messageOf('small').xml),
    ...bytesOfPlatform,
  },
  {
    name: 'bytes of Node: a chunk of 1 MiB',
    entry: () => decoding(generatedModule('in-memory', 'server-operations'), 'AppendChunkWithFolderAccessKey'),
    input: () => Buffer.from(chunkRequest(2 ** 20)),
    ...bytesOfPlatform,
  },
  {
    name: 'yaml-simple: a contract of 100 operations',
    entry: () => `import { readYaml } from '${source('src/contract/yaml/yaml.ts')}';
import { Findings } from '${source('src/diagnostics/index.ts')}';
export const work = (text) => readYaml(new Findings({ file: 'a.yaml', text }));`,
    plain: 'export function readSimpleYaml() {}\n',
    replaced: './yaml-simple.ts',
    input: () => contractOf(100),
  },
  {
    name: 'index-scan: an index of 100 handlers, the parser loaded',
    entry: () => `import { parseIndex } from '${source('src/project/handlers/index-parser.ts')}';
import { scanIndex } from '${source('src/project/handlers/index-scan.ts')}';
export const work = (text) => scanIndex(text) ?? parseIndex(text, 'Handlers');`,
    plain: 'export function scanIndex() {}\n',
    replaced: source('src/project/handlers/index-scan.ts'),
    input: () => index(100),
  },
];

const folder = join(work, 'twins');

/** @param replacement text of the module that stands for `replaced`; undefined: the module itself. */
async function bundled(file, entry, replaced, replacement) {
  const virtual = { '\0entry': entry, ...(replacement && { '\0plain': replacement }) };
  const bundle = await rolldown({
    input: '\0entry',
    platform: 'node',
    cwd: root,
    external: ['ts-morph', 'yaml'],
    resolve: { conditionNames: ['@soapwright/source', 'node', 'import', 'module-sync'] },
    logLevel: 'silent',
    plugins: [
      {
        name: 'twins',
        resolveId(id, importer) {
          if (id in virtual) return id;
          if (id === '#bytes' && id !== replaced) return nodeBytes;
          if (id === '#bytes' && replacement === undefined) return nodeBytes;
          if (id === '#shortcuts' && (id !== replaced || replacement === undefined)) return shortcuts;
          return id === replaced && replacement !== undefined && importer !== '\0plain' ? '\0plain' : undefined;
        },
        load: (id) => virtual[id],
      },
    ],
  });
  const path = join(folder, file);
  await bundle.write({ file: path, format: 'esm', codeSplitting: false });
  return await import(pathToFileURL(path).href);
}

/** Microseconds of CPU time for one run, over 20 ms at least. */
function turn({ work: once }, input) {
  const before = process.cpuUsage();
  for (let count = 1; ; count++) {
    once(input);
    const { user, system } = process.cpuUsage(before);
    if (user + system >= 20_000) return (user + system) / count;
  }
}

async function measure({ name, entry, plain, replaced, input }, number) {
  const given = await input();
  const fast = await bundled(`${number}-fast.mjs`, entry(), replaced, undefined);
  const slow = await bundled(`${number}-plain.mjs`, entry(), replaced, plain);
  const figures = { fast: [], slow: [] };
  const end = performance.now() + Number(flags.seconds) * 1000;
  for (let round = 0; performance.now() < end || round < 30; round++) {
    const one = turn(round % 2 === 0 ? fast : slow, given);
    const other = turn(round % 2 === 0 ? slow : fast, given);
    // The first turns are slower: V8 has not compiled their code.
    if (round < 10) continue;
    figures.fast.push(round % 2 === 0 ? one : other);
    figures.slow.push(round % 2 === 0 ? other : one);
  }
  const { median, lowerQuartile, upperQuartile } = timesLess({ values: figures.fast }, { values: figures.slow });
  const shown = (figure) => figure.toFixed(2);
  console.log(`${name}: ${shown(median)} (${shown(lowerQuartile)} to ${shown(upperQuartile)})`);
}

if (!existsSync(generatedModule('rows', 'server-operations'))) generateCode();
mkdirSync(folder, { recursive: true });
try {
  for (const [number, twin] of twins.entries()) if (twin.name.includes(flags.only)) await measure(twin, number);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
