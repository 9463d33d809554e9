// Load on one address, from its own process: `node load.js URL CONNECTIONS SECONDS EACH`, a list of requests with headers
// and body on standard input as JSON. Each connection sends them in turn, the next as soon as the response has arrived, for
// SECONDS or, with EACH, that many times. If the server closes a connection, the time to open a new one counts for the request. Prints
// {requests, perSecond, p50, p99}.
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

const [url = '', connections = '32', seconds = '3', each = '0'] = process.argv.slice(2);
const { hostname, port, pathname } = new URL(url);
/** @type {{ headers: Record<string, string>, body: string }[]} */
const messages = JSON.parse(await text(process.stdin));
const requests = messages.map(({ headers, body }) =>
  Buffer.from(
    `POST ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      `${Object.entries(headers)
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('')}\r\n${body}`,
  ),
);
const bodyBytes = messages.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0) / messages.length;
const headEnd = Buffer.from('\r\n\r\n');
const until = performance.now() + Number(seconds) * 1000;
/** In milliseconds. */
const latencies = [];

/** The first complete response in `data`, if any. */
function answerIn(data) {
  const end = data.indexOf(headEnd);
  if (end < 0) return undefined;
  const head = data.latin1Slice(0, end).toLowerCase();
  if (!head.startsWith('http/1.1 200')) throw new Error(`unexpected answer: ${data.toString('utf8', 0, 800)}`);
  const closes = head.includes('\r\nconnection: close');
  const length = /\r\ncontent-length: *(\d+)/.exec(head);
  if (length) {
    const whole = end + 4 + Number(length[1]);
    return data.length >= whole ? { length: whole, closes } : undefined;
  }
  const last = data.indexOf('\r\n0\r\n\r\n', end);
  return last < 0 ? undefined : { length: last + 7, closes };
}

/** Sends requests on one connection until the time is over. Each connection begins with another one. */
function client(number) {
  let next = number * 7;
  let left = Number(each) || Number.POSITIVE_INFINITY;
  const goesOn = () => (Number(each) > 0 ? left > 0 : performance.now() < until);
  return new Promise((resolve, reject) => {
    let sent = 0;
    const open = () => {
      sent = performance.now();
      const socket = connect({ host: hostname, port: Number(port), noDelay: true });
      let pending = Buffer.alloc(0);
      let answered = true;
      const send = () => {
        answered = false;
        left--;
        socket.write(requests[next++ % requests.length]);
      };
      socket.on('connect', send);
      socket.on('error', reject);
      socket.on('close', () => {
        if (!answered) reject(new Error('the server closed a connection without an answer'));
        else if (goesOn()) open();
        else resolve();
      });
      socket.on('data', (data) => {
        pending = pending.length === 0 ? data : Buffer.concat([pending, data]);
        const answer = answerIn(pending);
        if (answer === undefined) return;
        pending = pending.subarray(answer.length);
        answered = true;
        const now = performance.now();
        latencies.push(now - sent);
        if (answer.closes || !goesOn()) socket.end();
        else {
          sent = now;
          send();
        }
      });
    };
    open();
  });
}

const started = performance.now();
await Promise.all(Array.from({ length: Number(connections) }, (_, number) => client(number)));
const elapsed = (performance.now() - started) / 1000;
latencies.sort((a, b) => a - b);
const at = (share) => latencies[Math.floor((latencies.length - 1) * share)];
process.stdout.write(
  JSON.stringify({
    requests: latencies.length,
    perSecond: latencies.length / elapsed,
    MBps: (latencies.length * bodyBytes) / elapsed / 1e6,
    p50: at(0.5),
    p99: at(0.99),
  }),
);
