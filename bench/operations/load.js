// Load of one operation, from its own process: `node load.js URL OPERATION CONNECTIONS SECONDS FIRST`, the key of the SAML
// provider on standard input. Each connection sends another request as soon as the response has arrived; FIRST is the
// number of the first request. Prints {requests, perSecond, p50, p99}; fails when a request is rejected.
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { headers } from '../messages.js';
import { quantile } from '../statistics.js';
import { isRejected, requestOf } from './requests.js';

const [url = '', operation = '', connections = '1', seconds = '1', first = '0'] = process.argv.slice(2);
const { hostname, port, pathname } = new URL(url);
const privateKey = await text(process.stdin);
const lines = Object.entries(headers(operation)).map(([name, value]) => `${name}: ${value}\r\n`);
const head = `POST ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n${lines.join('')}`;
const headEnd = '\r\n\r\n';
/** In milliseconds. */
const latencies = [];
const until = performance.now() + Number(seconds) * 1000;
let next = Number(first);

/** The envelope of a complete response. */
function envelopeIn(answer) {
  const end = answer.indexOf(headEnd);
  if (end < 0) return undefined;
  const length = /\r\ncontent-length: *(\d+)/i.exec(answer.slice(0, end))?.[1];
  if (length === undefined) return answer.endsWith('0\r\n\r\n') ? answer.slice(end) : undefined;
  return answer.length >= end + headEnd.length + Number(length) ? answer.slice(end) : undefined;
}

function caller() {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    let answer = '';
    let sent = 0;
    const send = () => {
      const body = requestOf(operation, next++, privateKey);
      sent = performance.now();
      socket.write(`${head}Content-Length: ${Buffer.byteLength(body)}${headEnd}${body}`);
    };
    socket.on('connect', send);
    socket.on('error', reject);
    socket.on('close', resolve);
    socket.setEncoding('latin1').on('data', (data) => {
      answer += data;
      const envelope = envelopeIn(answer);
      if (envelope === undefined) return;
      latencies.push(performance.now() - sent);
      if (isRejected(envelope)) {
        socket.destroy(new Error(`a request of ${operation} was rejected: ${envelope.trim().slice(0, 600)}`));
        return;
      }
      answer = '';
      if (performance.now() < until) send();
      else socket.end();
    });
  });
}

const started = performance.now();
await Promise.all(Array.from({ length: Number(connections) }, caller));
const elapsed = (performance.now() - started) / 1000;
process.stdout.write(
  JSON.stringify({
    requests: latencies.length,
    perSecond: latencies.length / elapsed,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
  }),
);
