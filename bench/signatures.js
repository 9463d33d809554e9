// `node bench/signatures.js` after a build: CPU milliseconds to sign and to verify a message with RSA-2048, of
// @soapwright/security and xml-crypto in turns; then whether time is linear in the size.
// `--rounds 7`
import { createPrivateKey, sign as signBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { privateKey } from './signatures/key.js';
import { message, ours, xmlCrypto as theirs } from './signatures/sides.js';
import { median } from './statistics.js';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '7' } } });
const rounds = Number(values.rounds);

/** CPU milliseconds of a call. */
async function cost(run, calls) {
  const before = process.cpuUsage();
  for (let call = 0; call < calls; call++) await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / calls;
}

/** Medians of rounds in turns. */
async function compare(title, own, other, calls) {
  await cost(own, 20 * calls);
  await cost(other, calls);
  const figures = { own: [], other: [] };
  for (let round = 0; round < rounds; round++) {
    figures.own.push(await cost(own, 5 * calls));
    figures.other.push(await cost(other, calls));
  }
  const [mine, peer] = [median(figures.own), median(figures.other)];
  console.log(
    `${title.padEnd(20)} ${mine.toFixed(2).padStart(8)} ${peer.toFixed(2).padStart(8)} ${(peer / mine).toFixed(1).padStart(6)} times`,
  );
}

console.log(`${'CPU ms'.padEnd(20)} ${'ours'.padStart(8)} ${'peer'.padStart(8)}`);
const rsa = createPrivateKey(privateKey);
const bytes = Buffer.alloc(1000);
const plain = async () => signBytes('sha256', bytes, rsa);
await compare('RSA-2048 alone', plain, plain, 20);
for (const [title, items, calls] of [
  ['2.4 kB', 20, 20],
  ['88 kB', 790, 2],
]) {
  const text = message(items);
  const [own, peer] = [await ours.sign(text), await theirs.sign(text)];
  await compare(
    `sign ${title}`,
    () => ours.sign(text),
    () => theirs.sign(text),
    calls,
  );
  await compare(
    `verify ${title}`,
    () => ours.verify(own),
    () => theirs.verify(peer),
    calls,
  );
}

for (const items of [9_000, 90_000, 900_000]) {
  const text = message(items);
  const signed = await ours.sign(text);
  const [sign, verify] = [await cost(() => ours.sign(text), 1), await cost(() => ours.verify(signed), 1)];
  const megabytes = text.length / 1e6;
  console.log(
    `${megabytes.toFixed(0).padStart(3)} MB, ms each: sign ${(sign / megabytes).toFixed(1)}, verify ${(verify / megabytes).toFixed(1)}`,
  );
}
