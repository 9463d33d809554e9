// CPU time of decoding or encoding a list of records, a byte: `node large.js decode|encode KIND BYTES SECONDS`, in its own
// process. KIND is `elements`, `attributes`, `non-ASCII` or `texts`. Prints {nanos, peakMB}.
import { readFileSync } from 'node:fs';
import { closeEnvelope, defaultLimits, openEnvelope, soap11, writeRequest } from '../runtime/dist/esm/shared/core.js';
import { rowsOf } from './codec/rows.js';
import { generatedModule } from './generated-code.js';

const [work, kind, bytes, seconds = '1'] = process.argv.slice(2);
const { operation, values } = rowsOf(kind, Number(bytes));
const { [operation]: writer } = await import(generatedModule('rows', 'client-operations'));
const { [operation]: reader } = await import(generatedModule('rows', 'server-operations'));
const many = 1e9;
const limits = { ...defaultLimits, maxBodyBytes: 4e9, maxElements: many, maxItems: many };
const options = { charset: 'utf-8', limits };

/** The bytes that a transport sends: of a short message its text is encoded then. */
function encode() {
  const message = writeRequest(soap11, writer, values);
  return message.text === undefined ? message.bytes() : Buffer.from(message.text);
}

function decode(message) {
  const envelope = openEnvelope(message, soap11, options);
  const decoded = reader.readInput(envelope.reader);
  closeEnvelope(envelope.reader);
  return decoded;
}

const message = encode();
const once = work === 'decode' ? () => decode(message) : encode;

/** In nanoseconds a byte. */
function spend(microseconds) {
  const before = process.cpuUsage();
  for (let count = 1; ; count++) {
    once();
    const { user, system } = process.cpuUsage(before);
    if (user + system >= microseconds) return ((user + system) * 1000) / count / message.length;
  }
}

// Warm up, as a server is.
spend(Number(seconds) * 500_000);
const nanos = spend(Number(seconds) * 1e6);
const peak = /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 0;
process.stdout.write(JSON.stringify({ nanos, peakMB: peak / 1024 }));
process.exit(0);
