import { codeOf, type Outcome, verdict } from '../oracle/attempt.ts';
import { Finding } from '../oracle/finding.ts';
import { bothWays } from './both-ways.ts';
import type { Target } from './index.ts';
import { readRecord, type Value } from './sample-codec.ts';
import { differs, type Expected, SampleModel, Unfit } from './sample-model.ts';
import { smallLimits } from './small-limits.ts';
import { Tally } from './tally.ts';
import { checkWellFormed, type WellFormed } from './well-formed.ts';

const tally = new Tally();

const same = (one: unknown, other: unknown): string | undefined =>
  JSON.stringify(one) === JSON.stringify(other) ? undefined : `${JSON.stringify(one)} and ${JSON.stringify(other)}`;

function run(input: Uint8Array): void {
  const root = checkWellFormed(input);
  tally.add(typeof root === 'string' ? root : 'well-formed');
  const read = [false, true].map((strict) => {
    const value = bothWays(input, { strict }, readRecord, same);
    checkModel(value, root, strict);
    return value;
  });
  const [tolerant, strict] = read as [Outcome<Value>, Outcome<Value>];
  if (tolerant.error === undefined) tally.add('records');
  if (
    strict.error === undefined &&
    (tolerant.error !== undefined || same(strict.value, tolerant.value) !== undefined)
  ) {
    throw new Finding('strict', `Strictly it is accepted; else it is ${verdict(tolerant)}`);
  }
  const limited = bothWays(input, { strict: false, limits: smallLimits }, readRecord, same);
  if (codeOf(limited) !== 'limit' && verdict(limited) !== verdict(tolerant)) {
    throw new Finding('limits', `With small limits it is ${verdict(limited)}; else it is ${verdict(tolerant)}`);
  }
}

/** Compares the result of the sample codec with that of the tree. */
function checkModel(read: Outcome<Value>, root: WellFormed, strict: boolean): void {
  if (root === 'unknown') return;
  if (root === 'refused') {
    if (read.error === undefined) throw new Finding('model', 'An ill-formed document is read');
    return;
  }
  const model = new SampleModel(strict);
  let expected: Expected;
  try {
    expected = model.record(root);
  } catch (error) {
    if (!(error instanceof Unfit)) throw error;
    if (read.error === undefined) throw new Finding('model', `It must be refused: ${error.message}`);
    return;
  }
  if (read.error !== undefined) {
    // The namespace of a prefix in an xsi:type is not in the tree.
    if (codeOf(read) === 'type' && model.types.length > 0) return;
    throw new Finding('model', `It must be read, and is ${verdict(read)}`);
  }
  const difference = differs(sortAttributes(read.value), expected);
  if (difference !== undefined) throw new Finding('model', `It reads otherwise: ${difference}`);
}

/** Attributes that a wildcard lets in come in the order of the message. */
function sortAttributes(value: Value): Value {
  if (!Array.isArray(value)) return value;
  const list = value.map(sortAttributes);
  const isList =
    list.length > 0 &&
    list.every((one) => Array.isArray(one) && one.length === 3 && one.every((part) => typeof part === 'string'));
  return isList
    ? list.sort((one, other) =>
        JSON.stringify([one?.[0], one?.[1]]) < JSON.stringify([other?.[0], other?.[1]]) ? -1 : 1,
      )
    : list;
}

export const reader: Target = { run, figures: () => tally.text() };
