// Ten times as many requests as a server can handle: `npm run build && node bench/overload.js [--seconds 8]`.
//
// Requests arrive at a fixed rate, whether or not earlier ones have a response, as clients on the internet do not wait for
// one another. Each uses an idle keep-alive connection. Two kinds of handler: one waits (5 at once, 50 ms each: 100 a
// second), one blocks the thread (20 ms: 50 a second).
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { headers, path, smallRequest } from './messages.js';

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '8' } } });
const seconds = Number(values.seconds);
const connections = 1_000;

const few = { maxConcurrent: 5, maxQueued: 50 };
const scenarios = [
  { name: 'waits 50 ms, at 0.8 times', kind: 'wait', cost: 50, rate: 80, overload: few },
  { name: 'waits 50 ms, at 10 times', kind: 'wait', cost: 50, rate: 1_000, overload: few },
  {
    name: '  the same, nobody sent away',
    kind: 'wait',
    cost: 50,
    rate: 1_000,
    overload: { maxConcurrent: 5, maxQueued: 1_000_000, queueTimeout: 600_000, maxDelay: null },
  },
  { name: 'works 20 ms, at 0.8 times', kind: 'work', cost: 20, rate: 40, overload: { maxDelay: 500 } },
  { name: 'works 20 ms, at 10 times', kind: 'work', cost: 20, rate: 500, overload: { maxDelay: 500 } },
  {
    name: '  the same, nobody sent away',
    kind: 'work',
    cost: 20,
    rate: 500,
    overload: { maxConcurrent: null, maxDelay: null },
  },
];

const at = (sorted, share) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;

const bytes = Buffer.from(
  `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: ${Buffer.byteLength(smallRequest)}\r\n` +
    `${Object.entries(headers('GetClientID'))
      .map((pair) => `${pair.join(': ')}\r\n`)
      .join('')}\r\n${smallRequest}`,
);

/** Keep-alive connections; `ask` takes an idle one, or opens another. */
class Callers {
  open = 0;
  served = [];
  shed = [];
  failed = 0;
  #port;
  #idle = [];
  #all = new Set();

  constructor(port) {
    this.#port = port;
  }

  ask() {
    this.open += 1;
    const idle = this.#idle.pop();
    const socket = idle ?? connect({ port: this.#port, host: '127.0.0.1', noDelay: true });
    if (idle === undefined) this.#take(socket);
    socket.sentAt = performance.now();
    socket.write(bytes);
  }

  /** Opens connections before the load starts: a server accepts one per turn of its event loop, and cannot see the others. */
  async warm(count) {
    while (this.#all.size < count) {
      const sockets = Array.from({ length: 100 }, () =>
        connect({ port: this.#port, host: '127.0.0.1', noDelay: true }),
      );
      await Promise.all(sockets.map((socket) => once(socket, 'connect')));
      for (const socket of sockets) this.#take(socket);
      this.#idle.push(...sockets);
    }
  }

  close() {
    for (const socket of this.#all) socket.destroy();
  }

  /** A response is short, and arrives in one piece. */
  #take(socket) {
    this.#all.add(socket);
    socket.on('data', (data) => {
      const taken = performance.now() - socket.sentAt;
      socket.sentAt = undefined;
      const head = data.toString('latin1', 0, 400);
      if (head.startsWith('HTTP/1.1 200')) this.served.push(taken);
      else if (head.startsWith('HTTP/1.1 503') && head.includes('\r\nRetry-After: 1\r\n')) this.shed.push(taken);
      else this.failed += 1;
      this.open -= 1;
      if (!head.includes('\r\nConnection: close')) this.#idle.push(socket);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.#all.delete(socket);
      const at = this.#idle.indexOf(socket);
      if (at >= 0) this.#idle.splice(at, 1);
      if (socket.sentAt === undefined) return;
      this.open -= 1;
      this.failed += 1;
    });
  }
}

/** In milliseconds: the response time of `/healthz`. */
async function health(port) {
  const since = performance.now();
  const answer = await fetch(`http://127.0.0.1:${port}/healthz`);
  await answer.text();
  return performance.now() - since;
}

async function run({ name, kind, cost, rate, overload }) {
  const child = fork(fileURLToPath(new URL('overload-server.js', import.meta.url)), [
    kind,
    String(cost),
    JSON.stringify(overload),
  ]);
  const [{ port }] = await once(child, 'message');
  const seen = new Callers(port);
  await seen.warm(connections);
  const started = performance.now();
  let due = started;
  let healthy = Number.NaN;
  let nextHealth = started + (seconds * 1000) / 2;
  while (due < started + seconds * 1000) {
    const now = performance.now();
    for (; due <= now; due += 1000 / rate) seen.ask();
    if (now > nextHealth) {
      nextHealth = Number.POSITIVE_INFINITY;
      void health(port).then(
        (taken) => {
          healthy = taken;
        },
        () => {
          healthy = Number.NaN;
        },
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  // Outstanding requests count too: they get the same time again.
  for (const until = performance.now() + seconds * 1000; seen.open > 0 && performance.now() < until; ) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const left = seen.open;
  child.send('usage');
  const [{ rss }] = await once(child, 'message');
  child.disconnect();
  seen.close();
  await once(child, 'exit');
  seen.served.sort((a, b) => a - b);
  seen.shed.sort((a, b) => a - b);
  return {
    scenario: name,
    'offered/s': rate,
    'served/s': Math.round(seen.served.length / seconds),
    'shed/s': Math.round(seen.shed.length / seconds),
    failed: seen.failed,
    unanswered: left,
    'served p50 ms': Math.round(at(seen.served, 0.5)),
    'served p99 ms': Math.round(at(seen.served, 0.99)),
    'shed p99 ms': Math.round(at(seen.shed, 0.99)),
    'healthz ms': Math.round(healthy),
    'peak RSS MB': Math.round(rss / 1e6),
  };
}

const rows = [];
for (const scenario of scenarios) rows.push(await run(scenario));
console.table(rows);
