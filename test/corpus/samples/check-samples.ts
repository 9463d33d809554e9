import { isDeepStrictEqual } from 'node:util';
import { type Contract, resolveService } from '../../../src/contract/model/index.ts';
import { addedElements, Drivers } from './drivers.ts';
import { type GeneratedCodec, runGenerated } from './generated-codec.ts';
import { type Defaults, difference } from './infoset.ts';
import { defaultsOf, type MessageElement, messageElements } from './messages.ts';
import type { OriginalSchemas } from './original-schemas.ts';
import type { SampleFailure, SampleRecord } from './sample-record.ts';
import { type Sample, samplesOf } from './sample-texts.ts';
import { validate } from './xmllint.ts';

export interface CheckOptions {
  /** Where documents for xmllint are written. */
  readonly folder: string;
  readonly schemas: OriginalSchemas;
  readonly contract: Contract;
  /** The generated files by their paths. */
  readonly files: ReadonlyMap<string, string>;
}

const keptFailures = 12;
/** Samples of an entry that differ in the cases of choices. Services of many messages have fewer of each. */
const allTurns = 600;
const mostTurns = 40;
const fewestTurns = 1;

/** Makes samples of every message, and checks them against the original schemas and through the generated code. */
export async function checkSamples({ folder, schemas, contract, files }: CheckOptions): Promise<SampleRecord> {
  const service = resolveService(contract);
  const codec = await runGenerated(files);
  const messages = messageElements(service, codec);
  schemas.write(contract.schemas.flatMap(({ targetNamespace, imports }) => [targetNamespace, ...imports]));
  const drivers = new Drivers(contract, addedElements(contract, schemas.files.symbols));
  const defaults = defaultsOf(codec.description);
  const turns = Math.max(fewestTurns, Math.min(mostTurns, Math.floor(allTurns / messages.length)));
  const checked = messages.flatMap((message) => tried(message, codec, defaults, turns));
  const documents = checked.flatMap(({ message, sample, output }, index) => {
    if (message.isEncoded) return [];
    const both = output === undefined ? [sample.text] : [sample.text, output];
    return both.map((text, copy) => ({ index, copy, text: drivers.documentOf(message, text) }));
  });
  schemas.writeDriver('driver.xsd', drivers.namespace, drivers.elements);
  const { schemaError, errors } = validate(
    folder,
    'driver.xsd',
    documents.map(({ text }) => text),
  );
  const failures = checked.flatMap(({ failure }) => failure ?? []);
  for (const [index, error] of schemaError === undefined ? errors : []) {
    const document = documents[index];
    const found = document && checked[document.index];
    if (found === undefined || document === undefined) continue;
    const text = document.copy === 0 ? found.sample.text : found.output;
    failures.push(failureOf(found.message, found.sample, document.copy === 0 ? 'sample' : 'written', error, text));
  }
  const failed = new Set(failures.map(({ message }) => message));
  return {
    messages: messages.length,
    samples: checked.length,
    failedMessages: failed.size,
    schemaError,
    failures: firstOfEach(failures).slice(0, keptFailures),
  };
}

/** The first failures of each stage first. */
function firstOfEach(failures: readonly SampleFailure[]): readonly SampleFailure[] {
  const causes = new Map<string, SampleFailure[]>();
  for (const failure of failures) {
    const cause = `${failure.stage} ${failure.reason.replace(/.*?:/, '').slice(0, 40)}`;
    causes.set(cause, [...(causes.get(cause) ?? []), failure]);
  }
  return [...causes.values()].flatMap(([first]) => first ?? []);
}

interface Checked {
  readonly message: MessageElement;
  readonly sample: Sample;
  /** What our writer writes of what our reader read. */
  readonly output: string | undefined;
  readonly failure?: SampleFailure | undefined;
}

function tried(message: MessageElement, codec: GeneratedCodec, defaults: Defaults, turns: number): readonly Checked[] {
  return samplesOf(codec.description, message, turns).map((sample) => roundTrip(message, sample, defaults));
}

function roundTrip(message: MessageElement, sample: Sample, defaults: Defaults): Checked {
  let stage: SampleFailure['stage'] = 'read';
  let output: string | undefined;
  const failed = (reason: string, text = sample.text): Checked => ({
    message,
    sample,
    output,
    failure: failureOf(message, sample, stage, reason, text),
  });
  try {
    const value = message.read(sample.text);
    stage = 'write';
    output = message.write(value);
    stage = 'same infoset';
    // Samples say less of their types than a writer does.
    const found = message.isEncoded ? undefined : difference(sample.text, output, defaults);
    if (found !== undefined) return failed(found, `${sample.text}\n=>\n${output}`);
    stage = 'same value';
    const again = message.read(output);
    const isSame = isDeepStrictEqual(withoutNil(message, again), withoutNil(message, value));
    return isSame ? { message, sample, output } : failed('another value', output);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    // A sample has no parts: the schema alone judges one that refers to them.
    return reason.endsWith('not a valid swaRef: the message has no parts')
      ? { message, sample, output }
      : failed(reason);
  }
}

/** An encoded value that is absent is written as nil, which a property of any type reads as null. */
function withoutNil({ isEncoded }: MessageElement, value: unknown): unknown {
  if (!isEncoded) return value;
  if (value === null) return undefined;
  if (typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, one === null ? undefined : one]));
}

function failureOf(
  { label }: MessageElement,
  { options }: Sample,
  stage: SampleFailure['stage'],
  reason: string,
  text = '',
): SampleFailure {
  const { detail = 'usual', turn = 0 } = options;
  return { message: label, detail, turn, stage, reason: reason.slice(0, 600), text: text.slice(0, 6_000) };
}
