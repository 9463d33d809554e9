// Sends one chunk of any size without holding it in memory: `node huge-load.js URL BYTES`. Prints {seconds, MBps, refused}.
import { once } from 'node:events';
import { request } from 'node:http';
import { chunkEnvelope, headers } from './messages.js';

const [url = '', size = '0'] = process.argv.slice(2);
const bytes = Number(size);
/** A multiple of three bytes, so that the base64 of pieces can be concatenated. */
const piece = Buffer.alloc(3 * 16_384, 0xa7);
const text = Buffer.from(piece.toString('base64'));
const whole = Math.floor(bytes / piece.length);
const rest = Buffer.from(Buffer.alloc(bytes % piece.length, 0xa7).toString('base64'));
const [before, after] = chunkEnvelope('|', bytes).split('|');
const length = before.length + whole * text.length + rest.length + after.length;

const started = performance.now();
const sending = request(url, {
  method: 'POST',
  headers: { ...headers('AppendChunkWithFolderAccessKey'), 'Content-Length': length },
});
let refused;
const answered = once(sending, 'response').then(async ([response]) => {
  let answer = '';
  for await (const some of response.setEncoding('utf8')) answer += some;
  if (response.statusCode !== 200 || !answer.includes('<ChunkAppended>true<')) refused = answer.slice(0, 600);
});
sending.on('error', () => {});
sending.write(before);
for (let count = 0; count < whole && refused === undefined && !sending.destroyed; count++) {
  if (!sending.write(text)) await Promise.race([once(sending, 'drain'), answered]);
}
sending.write(rest);
sending.end(after);
await answered;
const seconds = (performance.now() - started) / 1000;
if (refused !== undefined) {
  throw new Error(`refused: ${refused}`);
}
process.stdout.write(JSON.stringify({ seconds, MBps: length / seconds / 1e6 }));
process.exit(0);
