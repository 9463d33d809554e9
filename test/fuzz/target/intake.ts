import { SpoolBudget } from '../../../runtime/src/spool/spool.ts';
import { type Identified, MessageAssembler } from '../../../runtime/src/streaming/message-assembler.ts';
import { XmlBytesReader } from '../../../runtime/src/xml/bytes-reader.ts';
import { defaultLimits } from '../../../runtime/src/xml/limits.ts';
import type { Base64Decoder, BlobDecoder } from '../../../runtime/src/xml/reader.ts';
import { prefixEnd, type StreamedFields, StreamReached } from '../../../runtime/src/xml/streamed-fields.ts';
import { attempt, codeOf, type Outcome, verdict } from '../oracle/attempt.ts';
import { Finding } from '../oracle/finding.ts';
import { Random } from '../random.ts';
import { HeldBlob, heldSpool } from './held-spool.ts';
import type { Target } from './index.ts';
import { readStreamed, STREAMED, type StreamedValue } from './streamed-codec.ts';
import { Tally } from './tally.ts';

const tally = new Tally();

/** The whole document, with the streamed value put back. */
function readWhole(input: Uint8Array, streamed?: StreamedFields): StreamedValue {
  const reader = new HeldReader(input, { streamed });
  reader.openRoot();
  const value = readStreamed(reader);
  reader.finish();
  if (streamed !== undefined && reader.streamedValues !== streamed.values.size) {
    throw new Finding('pieces', 'The streamed value is not read');
  }
  return value;
}

/** Identifies an element as a server does. */
function identify(prefix: Uint8Array, streamed: StreamedFields): Identified {
  try {
    readWhole(prefix, streamed);
  } catch (thrown) {
    if (thrown === prefixEnd) return undefined;
    if (thrown instanceof StreamReached) return { path: thrown.path };
    throw thrown;
  }
  throw new Finding('pieces', 'An incomplete message is read as a whole one');
}

/** Reads a document that arrives in pieces, which end at `ends`. */
function readPieces(input: Uint8Array, ends: readonly number[], groups: number): StreamedValue {
  const assembler = new MessageAssembler({
    limits: defaultLimits,
    budget: new SpoolBudget({ maxSpoolBytes: Number.POSITIVE_INFINITY }),
    spool: heldSpool(groups),
    names: STREAMED,
    length: undefined,
    identify,
  });
  try {
    let from = 0;
    for (const end of [...ends, input.length]) {
      // A copy, so that reads beyond it fail.
      if (assembler.add(input.slice(from, end)) !== undefined) throw new Finding('pieces', 'It waits for nothing');
      from = end;
    }
    const { message, streamed } = assembler.end();
    return readWhole(message, streamed);
  } finally {
    assembler.discard();
  }
}

/**
 * Takes a document in whole, byte by byte and in random pieces.
 *
 * @throws {Finding} `pieces` where that changes whether it is accepted, or the value read.
 */
export function checkPieces(input: Uint8Array, random: Random): Outcome<StreamedValue> {
  const whole = attempt(() => readWhole(input));
  const every = Array.from(input, (_, at) => at);
  const ways = [
    [],
    input.length < 1_000 ? every : [],
    every.filter(() => random.once(8)),
    [random.below(input.length + 1)],
  ];
  let first: Outcome<StreamedValue> | undefined;
  for (const ends of ways) {
    const read = attempt(() => readPieces(input, ends, random.pick([1, 2, 64])));
    first ??= read;
    const shown = ends.length > 9 ? `${ends.length} places` : `[${ends.join()}]`;
    if ((read.error === undefined) !== (whole.error === undefined)) {
      throw new Finding('pieces', `Whole it is ${verdict(whole)}; cut at ${shown} it is ${verdict(read)}`);
    }
    if (read.error === undefined && whole.error === undefined && valueText(read.value) !== valueText(whole.value)) {
      throw new Finding(
        'pieces',
        `Cut at ${shown} it reads otherwise: ${valueText(read.value)} and ${valueText(whole.value)}`,
      );
    }
    if (codeOf(read) !== codeOf(first)) {
      throw new Finding('pieces', `In one piece it is ${verdict(first)}; cut at ${shown} it is ${verdict(read)}`);
    }
  }
  return whole;
}

/** A reader whose blobs can be looked at without waiting. */
class HeldReader extends XmlBytesReader {
  #last: Uint8Array = new Uint8Array(0);

  override base64(decoder: Base64Decoder): Uint8Array {
    this.#last = super.base64(decoder);
    return this.#last;
  }

  override blob(decoder: BlobDecoder): Blob {
    const blob = super.blob(decoder);
    return blob instanceof HeldBlob ? blob : new HeldBlob(Buffer.from(this.#last));
  }
}

function valueText(value: StreamedValue): string {
  return JSON.stringify(value, (_, one: unknown) => (one instanceof HeldBlob ? one.content.toString('hex') : one));
}

function run(input: Uint8Array): void {
  let seed = input.length;
  for (const byte of input) seed = (Math.imul(seed, 31) + byte) | 0;
  const { error } = checkPieces(input, new Random(seed));
  tally.add(error === undefined ? 'read' : 'refused');
}

/** Identifying an element reads from the start, up to a mebibyte of it whatever the message. */
const STEPS_A_BYTE = 100_000;

export const intake: Target = { run, stepsAByte: STEPS_A_BYTE, figures: () => tally.text() };
