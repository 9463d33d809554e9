// CPU time of decoding or encoding a message, without HTTP: `node codec.js NAME decode|encode small|medium SECONDS`, in its
// own process. Prints {micros, perSecond}.
import { messageOf } from './codec/messages.js';

const [name, work, size, seconds = '1'] = process.argv.slice(2);
const { [work]: make } = await import(`./codec/${name}.js`);
const once = await make(messageOf(size));

/** In microseconds per iteration. Iterations run in batches, since reading the clock costs more than an iteration. */
function spend(microseconds, batch) {
  const before = process.cpuUsage();
  for (let count = batch; ; count += batch) {
    for (let index = 0; index < batch; index++) once();
    const { user, system } = process.cpuUsage(before);
    if (user + system >= microseconds) return (user + system) / count;
  }
}

// Warm up, as a server is.
const rough = spend(Number(seconds) * 500_000, 50);
const micros = spend(Number(seconds) * 1e6, Math.ceil(5000 / rough));
process.stdout.write(JSON.stringify({ micros, perSecond: 1e6 / micros }));
process.exit(0);
