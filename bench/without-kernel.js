// Where the time of a small operation goes in the server, without system calls: `node bench/without-kernel.js` (`--blocks 500`,
// `--connections 1,4,32`). Requests of real clients are pushed into streams that node:http takes for sockets. Rows take
// turns block by block; a block is some 32 requests, short enough that many are not interrupted. Prints microseconds a
// request: the fastest block and the tenth percentile, which other work on the machine hardly changes.
import { createServer } from 'node:http';
import { Duplex } from 'node:stream';
import { parseArgs } from 'node:util';
import { nodeListener } from '@soapwright/runtime/server/node';
import { path, smallAnswer } from './messages.js';
import { realMessages } from './real-messages.js';
import { answering } from './servers/collect-and-answer.js';
import { benchmarkedServer } from './servers/generated-server.js';
import { quantile } from './statistics.js';

const { values: options } = parseArgs({
  options: { blocks: { type: 'string', default: '500' }, connections: { type: 'string', default: '1,4,32' } },
});
const requestsOfBlock = 32;

const messages = realMessages(10);
const requests = messages.map(({ headers, body }) => {
  const lines = { Host: '127.0.0.1:80', 'Content-Length': Buffer.byteLength(body), ...headers };
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`POST ${path} HTTP/1.1\r\n${head.join('')}\r\n${body}`);
});
const heads = messages.map(({ headers, body }) => ({
  method: 'POST',
  target: path,
  rawHeaders: [
    'Host',
    '127.0.0.1:80',
    'Content-Length',
    `${Buffer.byteLength(body)}`,
    ...Object.entries(headers).flat(),
  ],
  scheme: 'http',
  needsHost: true,
  needsLength: true,
  peerAddress: undefined,
  codings: [],
}));
const bodies = messages.map(({ body }) => Buffer.from(body));
const fixed = {
  status: 200,
  headers: ['Content-Type', 'text/xml; charset=utf-8', 'Content-Length', `${smallAnswer.length}`],
  body: smallAnswer,
};

const server = await benchmarkedServer();
/** Checks the head of a request, receives its body, and does not read it. */
const unread = {
  path: server.path,
  begin: (head) => Object.assign(server.begin(head), { respond: () => fixed }),
};

/** A connection whose input is pushed; calls `answered` when a response is complete. */
class Connection extends Duplex {
  answered = () => {};
  constructor() {
    super({ decodeStrings: false });
  }
  _read() {}
  _write(piece, _encoding, done) {
    this.#see(piece);
    done();
  }
  _writev(pieces, done) {
    for (const { chunk } of pieces) this.#see(chunk);
    done();
  }
  #see(piece) {
    if (piece.includes('Envelope>')) this.answered();
  }
  setTimeout() {
    return this;
  }
}

const listeners = {
  'node:http alone': answering(),
  'the head is checked, the message not read': nodeListener(unread),
  'the whole server': nodeListener(server),
};

/** A function that sends as many requests as there are connections, and waits for all responses. */
function overConnections(listener, count) {
  const http = createServer({ requireHostHeader: false, keepAliveTimeout: 0 }, listener);
  const connections = Array.from({ length: count }, () => new Connection());
  for (const connection of connections) http.emit('connection', connection);
  let next = 0;
  return () =>
    new Promise((resolve) => {
      let left = count;
      for (const connection of connections) {
        connection.answered = () => --left === 0 && setImmediate(resolve);
        connection.push(requests[next++ % requests.length]);
      }
    });
}

/** Measures rows in turn. @param rows functions that run a number of requests, by their names. */
async function measure(title, rows) {
  const times = Object.fromEntries(Object.keys(rows).map((name) => [name, []]));
  const warm = 700;
  for (let block = -warm; block < Number(options.blocks); block++) {
    for (const [name, run] of Object.entries(rows)) {
      const started = process.hrtime.bigint();
      await run();
      const micros = Number(process.hrtime.bigint() - started) / 1000 / requestsOfBlock;
      if (block >= 0) times[name].push(micros);
    }
  }
  console.log(`\n${title}: µs a request, fastest block and tenth percentile`);
  for (const [name, all] of Object.entries(times)) {
    console.log(
      `  ${name.padEnd(44)}${Math.min(...all)
        .toFixed(1)
        .padStart(6)}${quantile(all, 0.1).toFixed(1).padStart(7)}`,
    );
  }
}

let next = 0;
await measure('The server without HTTP', {
  'head and message': () => {
    for (let count = 0; count < requestsOfBlock; count++) {
      const at = next++ % messages.length;
      const { status } = server.begin(heads[at]).respond(bodies[at]);
      if (status !== 200) throw new Error(`status ${status}`);
    }
  },
});
for (const count of options.connections.split(',').map(Number)) {
  const rows = Object.entries(listeners).map(([name, listener]) => {
    const turn = overConnections(listener, count);
    const run = async () => {
      for (let sent = 0; sent < requestsOfBlock; sent += count) await turn();
    };
    return [name, run];
  });
  await measure(`${count} connection${count === 1 ? '' : 's'}`, Object.fromEntries(rows));
}
process.exit(0);
