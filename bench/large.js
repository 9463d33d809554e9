// CPU time of decoding or encoding a list of records, a byte: `node large.js decode|encode KIND BYTES SECONDS`, in its own
// process. KIND is `elements`, `attributes`, `non-ASCII` or `texts`; prints {nanos, peakMB}. Several kinds, with commas
// between them, take turns in blocks of 20 ms; prints {nanos} by kind, the medians of the blocks.
import { readFileSync } from 'node:fs';
import { closeEnvelope, defaultLimits, openEnvelope, soap11, writeRequest } from '../runtime/dist/esm/shared/core.js';
import { rowsOf } from './codec/rows.js';
import { generatedModule } from './generated-code.js';
import { median } from './statistics.js';

const [work, kinds, bytes, seconds = '1'] = process.argv.slice(2);
const writers = await import(generatedModule('rows', 'client-operations'));
const readers = await import(generatedModule('rows', 'server-operations'));
const many = 1e9;
const limits = { ...defaultLimits, maxBodyBytes: 4e9, maxElements: many, maxItems: many };
const options = { charset: 'utf-8', limits };

/** The bytes that a transport sends: of a short message its text is encoded then. */
function encode(writer, values) {
  const message = writeRequest(soap11, writer, values);
  return message.text === undefined ? message.bytes() : Buffer.from(message.text);
}

function decode(reader, message) {
  const envelope = openEnvelope(message, soap11, options);
  const decoded = reader.readInput(envelope.reader);
  closeEnvelope(envelope.reader);
  return decoded;
}

/** The work on the message of one kind, and its bytes. */
function workOn(kind) {
  const { operation, values } = rowsOf(kind, Number(bytes));
  const { [operation]: writer } = writers;
  const { [operation]: reader } = readers;
  const message = encode(writer, values);
  return {
    kind,
    size: message.length,
    once: work === 'decode' ? () => decode(reader, message) : () => encode(writer, values),
  };
}

/** In nanoseconds a byte. */
function spend({ once, size }, microseconds) {
  const before = process.cpuUsage();
  for (let count = 1; ; count++) {
    once();
    const { user, system } = process.cpuUsage(before);
    if (user + system >= microseconds) return ((user + system) * 1000) / count / size;
  }
}

/** Warms up, as a server is, then measures. */
function measureAlone(one) {
  spend(one, Number(seconds) * 500_000);
  const nanos = spend(one, Number(seconds) * 1e6);
  const peak = /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 0;
  return { nanos, peakMB: peak / 1024 };
}

function measureInTurns(all) {
  const blocks = new Map(all.map(({ kind }) => [kind, []]));
  for (const one of all) spend(one, Number(seconds) * 500_000);
  for (let count = 0; count < Number(seconds) * 50; count++) {
    for (const one of all) blocks.get(one.kind).push(spend(one, 20_000));
  }
  return Object.fromEntries([...blocks].map(([kind, figures]) => [kind, { nanos: median(figures) }]));
}

const all = kinds.split(',').map(workOn);
process.stdout.write(JSON.stringify(all.length === 1 ? measureAlone(all[0]) : measureInTurns(all)));
process.exit(0);
