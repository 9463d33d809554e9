import { XmlBuilder } from '../../../runtime/src/xml/builder.ts';
import type { XmlBytesReader } from '../../../runtime/src/xml/bytes-reader.ts';
import { attempt, codeOf, type Outcome, verdict } from '../oracle/attempt.ts';
import { Finding } from '../oracle/finding.ts';
import { valueDifference } from '../oracle/same.ts';
import { trustedTree } from '../oracle/trusted.ts';
import { bothWays } from './both-ways.ts';
import { type Codec, everything } from './everything.ts';
import type { Target } from './index.ts';
import { Tally } from './tally.ts';

/** A codec that depends on an element's name, and the value read. */
interface Read {
  readonly codec: Codec | undefined;
  readonly value: unknown;
}

const tally = new Tally();

function read(reader: XmlBytesReader): Read {
  const codec = everything.find(({ tag }) => reader.is(tag));
  if (codec === undefined) reader.skip();
  return { codec, value: codec?.read(reader) };
}

const same = (one: Read, other: Read): string | undefined =>
  one.codec === other.codec ? valueDifference(one.value, other.value) : 'another codec';

function run(input: Uint8Array): void {
  const tolerant = bothWays(input, { strict: false }, read, same);
  const strict = bothWays(input, { strict: true }, read, same);
  if (strict.error === undefined) {
    const difference = tolerant.error === undefined ? same(strict.value, tolerant.value) : verdict(tolerant);
    if (difference !== undefined) throw new Finding('strict', `The strictly read value differs: ${difference}`);
  }
  tally.add(tolerant.error === undefined ? 'read' : 'refused');
  if (strict.error === undefined) tally.add('strictly');
  if (tolerant.error !== undefined) {
    if (codeOf(tolerant) === 'fault') throw new Finding('error', 'A codec throws a fault');
    return;
  }
  const trusted = trustedTree(input);
  if (trusted.refused !== undefined && !trusted.trims)
    throw new Finding('trusted', `Only we accept it: ${trusted.refused}`);
  again(tolerant.value);
}

/**
 * A read value can be written, and is then read as the same, strictly too. Written again and again it is the same text,
 * from the second time on: in text kept as it stands, `c:` may be a name with a prefix, so that the
 * writer's own declaration of `c` goes along.
 */
function again({ codec, value }: Read): void {
  if (codec === undefined) return;
  const first = write(codec, value);
  if (first.error !== undefined) throw new Finding('again', `The read value cannot be written: ${verdict(first)}`);
  for (const strict of [false, true]) {
    const back = bothWays(first.value, { strict }, read, same);
    if (back.error !== undefined) throw new Finding('again', `The written text is ${verdict(back)}`);
    const difference = same({ codec, value }, back.value);
    if (difference !== undefined) throw new Finding('again', `It comes back otherwise: ${difference}`);
    const second = write(codec, back.value.value);
    const settled = second.error === undefined ? bothWays(second.value, { strict }, read, same) : second;
    if (settled.error !== undefined) throw new Finding('again', `Written once more it is ${verdict(settled)}`);
    const third = write(codec, settled.value.value);
    if (second.error !== undefined || third.error !== undefined || Buffer.compare(second.value, third.value) !== 0) {
      throw new Finding('again', 'Written once more it is another text');
    }
  }
  const trusted = trustedTree(first.value);
  if (trusted.refused !== undefined && !trusted.trims)
    throw new Finding('again', `The written text is ill-formed: ${trusted.refused}`);
}

function write({ tag, write }: Codec, value: unknown): Outcome<Uint8Array> {
  return attempt(() => {
    const builder = new XmlBuilder();
    builder.open(tag);
    write(builder, value);
    builder.close(tag);
    const bytes = builder.finish().bytes();
    if (bytes instanceof Promise) throw new TypeError('There is no blob in this contract.');
    return bytes;
  });
}

export const codec: Target = { run, figures: () => tally.text() };
