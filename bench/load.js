// Load on one address from a process of its own: `node load.js URL CONNECTIONS SECONDS`, headers and body on standard
// input as JSON. Each connection sends the same request again as soon as it was answered. Prints {requests, p50, p99}.
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

const [url = '', connections = '32', seconds = '3'] = process.argv.slice(2);
const { hostname, port, pathname } = new URL(url);
const { headers, body } = JSON.parse(await text(process.stdin));
const request = Buffer.from(
  `POST ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
    `${Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n${body}`,
);
const headEnd = Buffer.from('\r\n\r\n');
const until = performance.now() + Number(seconds) * 1000;
/** Milliseconds. */
const latencies = [];
let requests = 0;

/** Length of the first whole answer in `data`, or 0. */
function answerLength(data) {
  const end = data.indexOf(headEnd);
  if (end < 0) return 0;
  const head = data.latin1Slice(0, end).toLowerCase();
  if (!head.startsWith('http/1.1 200')) throw new Error(`unexpected answer: ${data.toString('utf8', 0, 400)}`);
  const length = /\r\ncontent-length: *(\d+)/.exec(head);
  if (length) return data.length >= end + 4 + Number(length[1]) ? end + 4 + Number(length[1]) : 0;
  const last = data.indexOf('\r\n0\r\n\r\n', end);
  return last < 0 ? 0 : last + 7;
}

function connection() {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    let pending = Buffer.alloc(0);
    let sent = 0;
    const send = () => {
      sent = performance.now();
      socket.write(request);
    };
    socket.on('connect', send);
    socket.on('error', reject);
    socket.on('close', resolve);
    socket.on('data', (data) => {
      pending = pending.length === 0 ? data : Buffer.concat([pending, data]);
      const length = answerLength(pending);
      if (length === 0) return;
      pending = pending.subarray(length);
      requests++;
      const now = performance.now();
      latencies.push(now - sent);
      if (now < until) send();
      else socket.end();
    });
  });
}

const started = performance.now();
await Promise.all(Array.from({ length: Number(connections) }, connection));
const elapsed = (performance.now() - started) / 1000;
latencies.sort((a, b) => a - b);
const at = (share) => latencies[Math.floor((latencies.length - 1) * share)];
process.stdout.write(JSON.stringify({ requests, perSecond: requests / elapsed, p50: at(0.5), p99: at(0.99) }));
