// CPU time to sign or verify a message: `node work.js NAME sign|verify ITEMS SECONDS`, in its own process. Prints
// {micros, perSecond}.
import { message, nodeSoap, ours, xmlCrypto } from './sides.js';

const [name, work, items, seconds = '1'] = process.argv.slice(2);
const side = { soapwright: ours, 'xml-crypto': xmlCrypto, 'node-soap': nodeSoap }[name];
const text = message(Number(items));
const input = work === 'sign' ? text : await side.sign(text);

/** In microseconds per message. */
async function spend(microseconds) {
  const before = process.cpuUsage();
  for (let count = 1; ; count++) {
    await side[work](input);
    const { user, system } = process.cpuUsage(before);
    if (user + system >= microseconds) return (user + system) / count;
  }
}

// Warm up, as a server is.
await spend(Number(seconds) * 500_000);
const micros = await spend(Number(seconds) * 1e6);
process.stdout.write(JSON.stringify({ micros, perSecond: 1e6 / micros }));
process.exit(0);
