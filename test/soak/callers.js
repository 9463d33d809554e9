// Every kind of caller: what it sends, and what must become of it. Each resolves with what was wrong, or undefined.
import { gzipSync } from 'node:zlib';
import { chunk, envelope, get, getApiUrl, getClientId, path, post, raw } from './messages.js';
import { cutOff, exchange, open, pause } from './wire.js';

/** The answers' statuses must be these. */
const answered = (statuses, bytes, how) => async (port, turn) => {
  const sent = typeof bytes === 'function' ? bytes(turn) : bytes;
  const seen = await exchange(port, sent, { count: statuses.length, ...how });
  return String(seen) === String(statuses) ? undefined : `answered ${seen} and not ${statuses}`;
};

/** Sends and goes away; there is nothing to be seen but that others are served. */
const gone = (bytes, wait) => async (port) => {
  const socket = open(port);
  await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve));
  socket.write(bytes);
  if (wait > 0) await pause(wait);
  socket.resetAndDestroy();
  return undefined;
};

/** Sends a little now and then until it is cut off. */
const dripping = (first, drop, every) => async (port) => {
  const socket = open(port);
  socket.write(first);
  const timer = setInterval(() => socket.writable && socket.write(drop), every);
  const cut = await cutOff(socket, 60_000);
  clearInterval(timer);
  return cut ? undefined : 'was not cut off';
};

/** Asks for much and reads nothing, until the server gives it up. */
async function reads(port) {
  const socket = open(port);
  socket.pause();
  const page = get(`${path}?wsdl`);
  socket.write(Buffer.concat(Array.from({ length: 2_000 }, () => page)));
  // Whoever does not read hears of the end only when it writes.
  for (let at = 0; at < 600; at++) {
    await pause(100);
    if (socket.destroyed) return undefined;
    socket.write('x');
  }
  socket.destroy();
  return 'was not cut off';
}

const call = post(envelope(getClientId()));
const deep = envelope(`${'<a>'.repeat(5_000)}${'</a>'.repeat(5_000)}`);
const attributes = envelope(`<GetClientID ${Array.from({ length: 20_000 }, (_, at) => `a${at}=""`).join(' ')}/>`);
const bomb = gzipSync(Buffer.alloc(66 * 1024 * 1024, 0x20), { level: 9 });
const chunked = { 'Content-Length': undefined, 'Transfer-Encoding': 'chunked' };
const upload = post(envelope(chunk('cut.bin', Buffer.alloc(300_000, 7))), 'AppendChunkWithFolderAccessKey');

/** `weight`: share in a thousand. Slow ones take their time, and run beside the others. */
export const callers = [
  { name: 'right call, SOAP 1.1', weight: 250, run: answered([200], call) },
  { name: 'right call, SOAP 1.2', weight: 150, run: answered([200], post(envelope(getClientId(), '1.2'), '', '1.2')) },
  { name: 'pipelined calls', weight: 40, run: answered([200, 200, 200], Buffer.concat([call, call, call])) },
  { name: 'another operation', weight: 50, run: answered([200], post(envelope(getApiUrl()), 'GetAPIURL')) },
  { name: 'wrong key', weight: 40, run: answered([200], post(envelope(getClientId('DEMO', 'none')))) },
  {
    name: 'upload',
    weight: 20,
    run: answered([200], (turn) =>
      post(envelope(chunk(`soak-${turn % 20}.bin`, Buffer.alloc(5_000, turn))), 'AppendChunkWithFolderAccessKey'),
    ),
  },
  { name: 'streamed upload', weight: 6, run: answered([200], upload) },
  { name: 'pages', weight: 30, run: answered([200], get(`${path}?wsdl`)) },
  { name: 'health', weight: 20, run: answered([200], get('/healthz')) },
  { name: 'ill-formed XML', weight: 50, run: answered([500], post(envelope('<GetClientID>'))) },
  {
    name: 'DOCTYPE',
    weight: 40,
    run: answered([500], post(`<!DOCTYPE a [<!ENTITY b "c">]>${envelope(getClientId())}`)),
  },
  { name: 'wrong version', weight: 30, run: answered([500], post(envelope(getClientId(), '1.2'))) },
  {
    name: 'wrong Content-Type',
    weight: 20,
    run: answered([415], post('x', '', '1.1', { 'Content-Type': 'text/plain' })),
  },
  { name: 'wrong action', weight: 20, run: answered([500], post(envelope(getClientId()), 'GetAPIURL')) },
  { name: 'too deep', weight: 20, run: answered([500], post(deep)) },
  { name: 'too many attributes', weight: 10, run: answered([500], post(attributes)) },
  {
    name: 'bad UTF-8',
    weight: 20,
    run: answered([500], post(Buffer.concat([Buffer.from('<a>'), Buffer.from([0xc0, 0xaf])]))),
  },
  {
    name: 'gzip bomb',
    weight: 1,
    run: answered([413], post(bomb, 'GetClientID', '1.1', { 'Content-Encoding': 'gzip' })),
  },
  {
    name: 'no gzip',
    weight: 10,
    run: answered([500], post('no', 'GetClientID', '1.1', { 'Content-Encoding': 'gzip' })),
  },
  {
    name: 'announced too large',
    weight: 10,
    run: answered([413], post('x', 'GetClientID', '1.1', { 'Content-Length': 99_999_999_999_999 })),
  },
  {
    name: 'two framings',
    weight: 20,
    run: answered([400], post('0\r\n\r\n', 'GetClientID', '1.1', { 'Transfer-Encoding': 'chunked' })),
  },
  { name: 'chunked', weight: 10, run: answered([411], post('0\r\n\r\n', 'GetClientID', '1.1', chunked)) },
  { name: 'garbage', weight: 20, run: answered([400], Buffer.from('\x16\x03\x01garbage\r\n\r\n', 'latin1')) },
  {
    name: 'garbage behind a call',
    weight: 20,
    run: answered([200, 400], Buffer.concat([call, Buffer.from('\0\0\r\n')])),
  },
  {
    name: 'header flood',
    weight: 10,
    run: answered([431], raw('GET / HTTP/1.1', { Host: 'h', X: 'x'.repeat(40_000) })),
  },
  { name: 'CONNECT', weight: 5, run: answered([405], raw('CONNECT a.test:1 HTTP/1.1', { Host: 'h' })) },
  { name: 'half-closed', weight: 20, run: answered([200], call, { end: true }) },
  { name: 'reset in mid-answer', weight: 20, run: gone(Buffer.concat([call, call, call]), 1) },
  { name: 'reset at once', weight: 10, run: gone(call, 0) },
  { name: 'upload that is cut off', weight: 14, run: gone(upload.subarray(0, 200_000), 5) },
  { name: 'connection without a request', weight: 4, run: gone('', 5) },
  { name: 'slow head', weight: 2, slow: true, run: dripping('POST / HTTP/1.1\r\n', 'X: y\r\n', 200) },
  { name: 'slow body', weight: 2, slow: true, run: dripping(call.subarray(0, -60), 'x', 200) },
  { name: 'body that stops', weight: 2, slow: true, run: dripping(call.subarray(0, -60), '', 60_000) },
  { name: 'slow upload', weight: 2, slow: true, run: dripping(upload.subarray(0, 100_000), 'AAAA', 200) },
  { name: 'slow reader', weight: 2, slow: true, run: reads },
];
