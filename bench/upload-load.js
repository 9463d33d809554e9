// Uploads, from its own process: `node upload-load.js URL UPLOADS SECONDS CHUNK`. Each connection sends one file, chunk
// after chunk, with the token of the preceding response, and starts another file after 64 chunks. Prints the responses.
import { connect } from 'node:net';
import { envelope, headers } from './messages.js';

const [url = '', uploads = '1', seconds = '3', chunk = '1048576'] = process.argv.slice(2);
const { hostname, port, pathname } = new URL(url);
const size = Number(chunk);
const chunksOfFile = 64;
const operation = 'AppendChunkWithFolderAccessKey';
const data = Buffer.from(Buffer.alloc(size, 0xa7).toString('base64'));
const head = `POST ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n${Object.entries(headers(operation))
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('')}`;
/** In milliseconds. */
const latencies = [];
let until = 0;

/** The request in three pieces, so that the chunk is encoded only once. */
function request(name, index, token) {
  const last = index === chunksOfFile - 1;
  const [before, after] = envelope(
    `<${operation} xmlns="https://files.example/v2/"><APIKey>bench-key</APIKey><FolderAccessKey>bench-folder</FolderAccessKey><FileName>${name}</FileName><ChunkData>|</ChunkData><Offset>${index * size}</Offset><BytesRead>${size}</BytesRead><isLastChunk>${last}</isLastChunk>${token === '' ? '' : `<UploadToken>${token}</UploadToken>`}</${operation}>`,
  ).split('|');
  return [`${head}Content-Length: ${before.length + data.length + after.length}\r\n\r\n${before}`, data, after];
}

function upload(number) {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    let answer = '';
    let token = '';
    let index = 0;
    let sent = 0;
    const send = () => {
      sent = performance.now();
      socket.cork();
      for (const piece of request(`bench-${number}`, index, token)) socket.write(piece);
      socket.uncork();
    };
    socket.on('connect', send);
    socket.on('error', reject);
    socket.on('close', resolve);
    socket.setEncoding('latin1').on('data', (text) => {
      answer += text;
      if (!answer.includes('Envelope>')) return;
      const found = /<ChunkAppended>true<.*<UploadToken>([^<]+)</s.exec(answer);
      if (found === null) throw new Error(`unexpected answer: ${answer.slice(0, 800)}`);
      latencies.push(performance.now() - sent);
      index = (index + 1) % chunksOfFile;
      token = index === 0 ? '' : found[1];
      answer = '';
      if (performance.now() < until) send();
      else socket.end();
    });
  });
}

const started = performance.now();
until = started + Number(seconds) * 1000;
await Promise.all(Array.from({ length: Number(uploads) }, (_, number) => upload(number)));
const elapsed = (performance.now() - started) / 1000;
latencies.sort((a, b) => a - b);
const at = (share) => latencies[Math.floor((latencies.length - 1) * share)];
process.stdout.write(
  JSON.stringify({ chunks: latencies.length, perSecond: latencies.length / elapsed, p50: at(0.5), p99: at(0.99) }),
);
