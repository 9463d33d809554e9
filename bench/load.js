// Load on servers, from its own process, which the parent process tells what to do: first a list of requests with headers
// and body, then `{ url, pid, connections, seconds, each }` as often as it likes. Each connection sends the requests in
// turn, the next as soon as the response has arrived, for `seconds` or `each` times; a timed run begins when every
// connection has had a response. If the server closes a connection, the time to open a new one counts for the request.
// The answer is `{ requests, perSecond, MBps, p50, p99, cpu, cpuMs, peakMB }`: times in ms, `cpu` in µs, CPU time of the
// process `pid` and its children a request, or `{ error }`.
import { connect } from 'node:net';
import { usageOf } from './process-usage.js';
import { quantile } from './statistics.js';

const headEnd = Buffer.from('\r\n\r\n');
/** @type {{ headers: Record<string, string>, body: string }[]} */
let messages = [];

const requestsTo = ({ pathname, hostname, port }) =>
  messages.map(({ headers, body }) =>
    Buffer.from(
      `POST ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
        `${Object.entries(headers)
          .map(([name, value]) => `${name}: ${value}\r\n`)
          .join('')}\r\n${body}`,
    ),
  );

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

/** A caller with one connection at a time. */
class Caller {
  #address;
  #requests;
  #next;
  #failed;
  #pending = Buffer.alloc(0);
  #socket;
  #sent = 0;
  #answered = () => {};

  constructor(address, requests, first, failed) {
    this.#address = address;
    this.#requests = requests;
    this.#next = first;
    this.#failed = failed;
  }

  /** Sends the next request. `answered` gets the milliseconds until its response, with those to open a connection. */
  call(answered) {
    this.#answered = answered;
    this.#sent = performance.now();
    if (this.#socket === undefined) this.#open();
    else this.#send();
  }

  close() {
    this.#forget()?.end();
  }

  #send() {
    this.#socket.write(this.#requests[this.#next++ % this.#requests.length]);
  }

  #open() {
    const { hostname, port } = this.#address;
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    this.#socket = socket;
    this.#pending = Buffer.alloc(0);
    socket.on('connect', () => this.#send());
    socket.on('error', this.#failed);
    socket.on('close', () => {
      if (this.#socket === socket) this.#failed(new Error('the server closed a connection without an answer'));
    });
    socket.on('data', (data) => this.#receive(data));
  }

  #receive(data) {
    this.#pending = this.#pending.length === 0 ? data : Buffer.concat([this.#pending, data]);
    const answer = answerIn(this.#pending);
    if (answer === undefined) return;
    this.#pending = this.#pending.subarray(answer.length);
    if (answer.closes) this.close();
    this.#answered(performance.now() - this.#sent);
  }

  #forget() {
    const socket = this.#socket;
    this.#socket = undefined;
    return socket;
  }
}

/** Opens connections, and runs the load. Returns its figures. */
async function run({ url, pid, connections, seconds, each }) {
  const address = new URL(url);
  const requests = requestsTo(address);
  let failed = () => {};
  const failure = new Promise((_, reject) => {
    failed = reject;
  });
  // Each connection begins with another request.
  const callers = Array.from({ length: connections }, (_, number) => new Caller(address, requests, number * 7, failed));
  const latencies = [];
  const all = (calls) => Promise.race([failure, Promise.all(callers.map(calls))]);
  const timed = each === 0;
  if (timed) await all((caller) => new Promise((resolve) => caller.call(resolve)));
  const before = usageOf(pid);
  const started = performance.now();
  const until = started + seconds * 1000;
  await all((caller) => {
    let left = each;
    return new Promise((resolve) => {
      const answered = (latency) => {
        latencies.push(latency);
        left -= 1;
        if (timed ? performance.now() < until : left > 0) caller.call(answered);
        else resolve();
      };
      caller.call(answered);
    });
  });
  const elapsed = (performance.now() - started) / 1000;
  const after = usageOf(pid);
  for (const caller of callers) caller.close();
  return figures(latencies, elapsed, (after.cpu - before.cpu) / latencies.length, after.peak);
}

function figures(latencies, elapsed, cpu, peak) {
  const bodyBytes = messages.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0) / messages.length;
  const perSecond = latencies.length / elapsed;
  const [p50, p99] = [0.5, 0.99].map((share) => quantile(latencies, share));
  const MBps = (perSecond * bodyBytes) / 1e6;
  return { requests: latencies.length, perSecond, MBps, p50, p99, cpu, cpuMs: cpu / 1000, peakMB: peak / 1024 };
}

process.on('message', async (message) => {
  if (Array.isArray(message)) {
    messages = message;
    return;
  }
  try {
    process.send?.(await run(message));
  } catch (error) {
    process.send?.({ error: error instanceof Error ? error.message : String(error) });
  }
});
process.on('disconnect', () => process.exit(0));
