import type * as soap from '@soapwright/runtime';
import { ClientError } from '@soapwright/runtime/client';
import { readTree, type TreeElement } from '@soapwright/runtime/xml';
import type { ResolvedOperation } from '../../contract/index.ts';
import type { Value } from '../model/value.ts';
import { isReadable, type ReadingMode } from '../read/deviation.ts';
import type { MessageProblem } from '../values/plain-message.ts';
import type { ServiceMessages } from '../values/service-messages.ts';
import { type DynamicResponse, problemTexts } from './dynamic-operation.ts';
import { itemsOf, type RecordList } from './record-list.ts';
import { recordResponse } from './record-response.ts';

type ClientOperation = soap.AnyClientOperation<never, DynamicResponse>;

export interface RecordStreamOptions<Operation> {
  readonly messages: ServiceMessages;
  readonly operation: ResolvedOperation;
  readonly list: RecordList;
  readonly reading: ReadingMode;
  /** Reads and writes the messages of the operation as a whole. */
  readonly called: Operation;
  /** Calls the operation; the signal ends the call. */
  readonly call: (called: Operation, signal: AbortSignal) => Promise<{ readonly body: Value }>;
}

/** Lists with a higher minimum are read as a whole. */
const mostKept = 1_000;

/** As records may be large, those of one document are bounded by its bytes alone. */
const limits = { maxElements: 5_000_000, maxDepth: 256, maxItems: 5_000_000 };

/** The records of a response in lists, as they arrive. The service waits while its records are not taken. */
export async function* recordStream<Operation extends ClientOperation>(
  options: RecordStreamOptions<Operation>,
): AsyncGenerator<readonly Value[], void, undefined> {
  const { list, operation, reading, called, call } = options;
  const end = new AbortController();
  const queue = new Handover();
  const reader = new RecordReader(options);
  const onRecords = (document: Uint8Array): Promise<void> | undefined => queue.give(reader.read(document));
  const { least } = list.field;
  // What tolerant clients pass over is known of whole messages only.
  const isCut = reading !== 'tolerant' && least <= mostKept;
  const output = recordResponse({ path: reader.path, kept: least, onRecords });
  const streaming = isCut ? { ...called, streamed: { ...called.streamed, output } } : called;
  const calling = call(streaming, end.signal).then(
    ({ body }) => {
      // Of responses that were not cut.
      if (reader.count === 0) void queue.give(itemsOf(body, list, operation.result?.property));
      queue.end();
    },
    (error: unknown) => queue.fail(error),
  );
  try {
    for (;;) {
      const records = await queue.take();
      if (records === undefined) return;
      yield records;
    }
  } finally {
    queue.close();
    end.abort();
    await calling;
  }
}

type RecordReaderOptions = Pick<RecordStreamOptions<unknown>, 'messages' | 'operation' | 'list' | 'reading'>;

class RecordReader {
  count = 0;
  /** Local names from the element of the body on. */
  readonly path: readonly string[];
  readonly #options: RecordReaderOptions;

  constructor(options: RecordReaderOptions) {
    const { operation, list } = options;
    this.#options = options;
    const body = operation.output?.element.local ?? '';
    this.path = [body, ...[...list.around, list.field].map(({ name }) => name.local)];
  }

  /** @throws {ClientError} `bad-answer` for records that do not fit the contract. */
  read(document: Uint8Array): readonly Value[] {
    const { messages, list, reading, operation } = this.#options;
    const { root, data } = readTree(document, { limits });
    const parent = descend(root, ['Body', ...this.path.slice(0, -1)]);
    const path = this.path.join('/');
    const items = parent.children;
    const options = { data, path, first: this.count, reading };
    const { values, deviations, unread } = messages.reader.readItems(list.field, items, options);
    this.count += items.length;
    const rejected = deviations.filter((one) => !isReadable(one, reading));
    const places = new Set(rejected.map(({ place }) => place));
    const problems: MessageProblem[] = [...rejected, ...unread.filter(({ place }) => !places.has(place))];
    if (parent.strayText !== -1) problems.push({ place: path, reason: 'there is text between the records' });
    const { most } = list.field;
    if (most !== 'unbounded' && this.count > most) problems.push({ place: path, reason: `it has more than ${most}` });
    if (problems.length > 0) {
      const message = `The response does not fit the contract. ${problemTexts(problems)}`;
      throw new ClientError('bad-answer', message, { operation: operation.name });
    }
    return values.map((value) => messages.plainItem(list.field, value, { json: true }));
  }
}

function descend(root: TreeElement, path: readonly string[]): TreeElement {
  return path.reduce((at, local) => at.children.find((child) => child.local === local) ?? at, root);
}

/** Hands lists over, one at a time: the giver waits until the taker has come for the next one. */
class Handover {
  #records: (readonly Value[])[] = [];
  #ended: { readonly error?: unknown } | undefined;
  #isClosed = false;
  #wake: (() => void) | undefined;
  #taken: (() => void) | undefined;

  give(records: readonly Value[]): Promise<void> | undefined {
    if (this.#isClosed || records.length === 0) return undefined;
    this.#records.push(records);
    this.#wake?.();
    return new Promise((resolve) => {
      this.#taken = resolve;
    });
  }

  end(): void {
    this.#ended = {};
    this.#wake?.();
  }

  fail(error: unknown): void {
    this.#ended = { error };
    this.#wake?.();
  }

  close(): void {
    this.#isClosed = true;
    this.#taken?.();
  }

  /** @returns undefined after the last list. */
  async take(): Promise<readonly Value[] | undefined> {
    for (;;) {
      const records = this.#records.shift();
      if (records !== undefined) return records;
      this.#taken?.();
      if (this.#records.length > 0) continue;
      if (this.#ended !== undefined) {
        if ('error' in this.#ended) throw this.#ended.error;
        return undefined;
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
