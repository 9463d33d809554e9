import type { Random } from '../random.ts';
import { byteMutations, type Material } from './bytes.ts';
import { markupOf } from './markup.ts';
import { structureMutations } from './structure.ts';

export type { Material } from './bytes.ts';

/** A changed input, of `most` bytes at most. */
export function mutate(input: Uint8Array, random: Random, material: Material, most: number): Uint8Array {
  let output: Buffer = Buffer.from(input);
  // One change is most frequent: after many changes most inputs are rejected at their first byte.
  for (let more = true; more; more = random.once(2)) {
    output = random.once(6)
      ? random.pick(byteMutations)(output, random, material)
      : changeStructure(output, random, material);
    if (output.length > most) output = output.subarray(0, most);
  }
  if (random.once(60)) output = Buffer.from(transcode(output, random.pick(['utf-8', 'utf-16le', 'utf-16be'])));
  return new Uint8Array(output.subarray(0, most));
}

function changeStructure(input: Buffer, random: Random, material: Material): Buffer {
  const { xml, encoding } = decoded(input);
  const other = (): string => decoded(Buffer.from(material.other())).xml;
  const changed = random.pick(structureMutations)({
    xml,
    markup: markupOf(xml),
    random,
    dictionary: material.dictionary,
    other,
  });
  return changed === undefined ? input : bytesOf(changed, encoding);
}

type Encoding = 'latin1' | 'utf-16le' | 'utf-16be';

/** UTF-16 as its text, everything else as its bytes. */
function decoded(input: Buffer): { readonly xml: string; readonly encoding: Encoding } {
  const little = input[0] === 0xff && input[1] === 0xfe;
  const big = input[0] === 0xfe && input[1] === 0xff;
  if (!little && !big) return { xml: input.toString('latin1'), encoding: 'latin1' };
  return {
    xml: new TextDecoder(little ? 'utf-16le' : 'utf-16be').decode(input),
    encoding: little ? 'utf-16le' : 'utf-16be',
  };
}

function bytesOf(xml: string, encoding: Encoding): Buffer {
  if (encoding === 'latin1') return Buffer.from(xml, 'latin1');
  const bytes = Buffer.from(`\ufeff${xml}`, 'utf16le');
  return encoding === 'utf-16le' ? bytes : bytes.swap16();
}

/** The same text with a byte order mark; invalid UTF-8 stays as it is. */
export function transcode(input: Uint8Array, encoding: 'utf-8' | 'utf-16le' | 'utf-16be'): Uint8Array {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(input);
  } catch {
    return input;
  }
  return encoding === 'utf-8' ? Buffer.from(`\ufeff${text}`, 'utf8') : bytesOf(text, encoding);
}
