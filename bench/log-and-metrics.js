// The line of the log and the metrics of a result, each and together: `node log-and-metrics.js SECONDS 2>/dev/null`, after a
// build; the log goes to standard error, as that of the service. Prints CPU microseconds an event as JSON.
import { stderrLogger } from '../service/dist/common/logger.js';
import { Metrics } from '../service/dist/server/metrics.js';

const seconds = Number(process.argv[2] ?? 2);
/** Events between two looks at the clock. */
const batch = 2_000;
const metrics = new Metrics('bench');
const log = stderrLogger('info');

const eventOf = (number) => ({
  event: 'result',
  requestId: `0f5a2c1e-77d1-4b0c-9a55-${number.toString(16).padStart(12, '0')}`,
  operation: 'GetClientID',
  soapVersion: '1.1',
  status: 200,
  peerAddress: '192.0.2.7',
  milliseconds: 1.25 + (number % 7),
});
const count = (event) => metrics.observe(event);
const write = ({ event, requestId, operation, soapVersion, peerAddress, milliseconds }) =>
  log.infoSoon(event, { requestId, operation, soapVersion, peerAddress, milliseconds, apiKey: 'bench' });
const works = {
  nothing: () => undefined,
  metrics: count,
  line: write,
  together: (event) => {
    count(event);
    write(event);
  },
};

const cpu = Object.fromEntries(Object.keys(works).map((name) => [name, 0]));
let rounds = 0;
const started = performance.now();
// What runs first is compiled meanwhile, and does not count.
const counted = started + seconds * 300;
const until = started + seconds * 1000;
while (rounds === 0 || performance.now() < until) {
  const counts = performance.now() > counted;
  for (const [name, work] of Object.entries(works)) {
    const before = process.cpuUsage();
    for (let number = 0; number < batch; number++) work(eventOf(number));
    const { user, system } = process.cpuUsage(before);
    if (counts) cpu[name] += user + system;
  }
  if (counts) rounds++;
  // Lets the timer of the log write.
  await new Promise((resolve) => setImmediate(resolve));
}
const { nothing, ...rest } = Object.fromEntries(
  Object.entries(cpu).map(([name, microseconds]) => [name, microseconds / rounds / batch]),
);
process.stdout.write(JSON.stringify(Object.fromEntries(Object.entries(rest).map(([k, v]) => [k, v - nothing]))));
