import * as soap from '@soapwright/runtime';
import { ClientError } from '@soapwright/runtime/client';
import { messageOf, readTree } from '@soapwright/runtime/xml';
import { type ResolvedBody, type ResolvedFault, type ResolvedOperation, sameName } from '../../contract/index.ts';
import type { RootWriter } from '../codec/index.ts';
import type { Value } from '../model/value.ts';
import type { Deviation } from '../read/deviation.ts';
import { envelopeText, faultText } from '../values/envelope-text.ts';
import type { MessageProblem, PlainMessage } from '../values/plain-message.ts';
import { type ReadMessageOptions, readMessage } from '../values/read-message.ts';
import type { ServiceMessages } from '../values/service-messages.ts';
import { bodyTag, readWhole, type WholeBody, writeWhole } from '../values/whole-body.ts';

/** A request: its value for the writer of the operation, or as a whole with the contents of its attachments. */
export type WrittenRequest = { readonly value: Value } | WholeRequest;

export interface WholeRequest extends WholeBody {
  /** Attachments beside the envelope, by their properties. */
  readonly attached: Readonly<Record<string, Blob>>;
}

/** A response that was read by its contract. */
export interface DynamicResponse extends PlainMessage {
  /** Differences from the contract that were passed over. */
  readonly deviations: readonly Deviation[];
}

/**
 * The client's side of an operation, which reads and writes messages by the model, without generated code.
 *
 * @param writer of its requests; undefined where they are written as a whole.
 */
export function dynamicOperation(
  messages: ServiceMessages,
  operation: ResolvedOperation,
  reading: ReadMessageOptions,
  writer: RootWriter | undefined,
): soap.AnyClientOperation<WrittenRequest, DynamicResponse> {
  const { name, soapAction, addressingAction, input, output, attachments } = operation;
  const others = messages.model.service.operations.filter((one) => one !== operation);
  const shares = others.some((other) => sameName(other.input.element, input.element));
  const shared = {
    name,
    soapAction,
    addressingAction,
    input: writer?.tag ?? bodyTag(input),
    ...(shares && { sharesInput: true as const }),
    ...(input.use === 'encoded' && { encoded: true as const }),
    faults: operation.faults.map((fault) => dynamicFault(messages, operation, fault)),
    writeInput: (to: soap.XmlWriter, request: WrittenRequest): void => {
      if ('value' in request) {
        writer?.write(to, request.value);
        return;
      }
      writeWhole(to, request);
      soap.writeAttached(to, request.attached, attachments.input);
    },
  };
  if (output === undefined) return { ...shared, oneWay: true };
  const readBody = fastReader(messages, operation, output, reading);
  return {
    ...shared,
    output: bodyTag(output),
    readOutput: (reader: soap.XmlReader): DynamicResponse => {
      if (readBody !== undefined) return readBody(reader);
      const message = readWhole(reader, output);
      const read = readMessage(messages, { operation, direction: 'response' }, message, {
        ...reading,
        parts: soap.messageParts(reader),
      });
      if (read.message === undefined) throw badAnswer(read.problems);
      const body = soap.readAttached(reader, { ...(read.message.body as object) }, attachments.output);
      return {
        ...read.message,
        ...(attachments.output.length > 0 && { body }),
        deviations: read.deviations,
      };
    },
  };
}

/**
 * Reads a body as generated code does. The reader of whole messages, which names all deviations, reads it only after an error,
 * and when somebody asks for them. Undefined where that one has to read it.
 */
function fastReader(
  messages: ServiceMessages,
  operation: ResolvedOperation,
  output: ResolvedBody,
  reading: ReadMessageOptions,
): ((reader: soap.XmlReader) => DynamicResponse) | undefined {
  const isWhole = operation.attachments.output.length > 0 || operation.headers.output.length > 0;
  const read = isWhole || reading.reading === 'tolerant' ? undefined : messages.codecs.reader(output);
  if (read === undefined) return undefined;
  const { result } = operation;
  return (reader) => {
    const message = messageOf(reader);
    const parts = soap.messageParts(reader);
    const readWholly = () =>
      readMessage(messages, { operation, direction: 'response' }, message, { ...reading, parts });
    let value: Value;
    try {
      value = read(reader);
    } catch (error) {
      const { problems } = readWholly();
      throw problems.length > 0 ? badAnswer(problems) : error;
    }
    const own = result === undefined ? value : (value as Readonly<Record<string, Value>>)[result.property];
    return {
      body: messages.plain(operation, 'response', own, { json: true }),
      get deviations() {
        return readWholly().deviations;
      },
    };
  };
}

/** A declared fault, whose value is that of JSON. */
function dynamicFault(
  messages: ServiceMessages,
  operation: ResolvedOperation,
  { identifier, element }: ResolvedFault,
): soap.ReadableFault<Value> {
  const { namespace, local } = element.name;
  return soap.readableFault(identifier, soap.anyRootTag(namespace, local), (reader) => {
    const detail = detailText(messageOf(reader));
    reader.skip();
    const [version = '1.1'] = messages.model.service.soapVersions;
    const text = envelopeText(version, faultText(version, { code: 'Receiver', reason: '' }, detail));
    const found = { operation, direction: 'response' } as const;
    const { message, problems } = readMessage(messages, found, new TextEncoder().encode(text));
    if (message === undefined) throw badAnswer(problems);
    return message.fault?.detail;
  });
}

/** The element of a detail as XML text, with those that its references lead to: the runtime gives both in one element. */
function detailText(document: Uint8Array): string {
  const { root, data } = readTree(document);
  const isWrapper = root.namespace === '' && root.local === 'detail';
  return new TextDecoder().decode(isWrapper ? data.subarray(root.tagEnd, root.closeTag) : data);
}

/** Problems that an error names. */
const mostNamed = 5;

/** @param problems not empty. */
export function problemTexts(problems: readonly MessageProblem[]): string {
  const named = problems.slice(0, mostNamed).map(({ place, reason }) => `${place}: ${reason}`);
  const more = problems.length > mostNamed ? `; and ${problems.length - mostNamed} more` : '';
  return `${named.join('; ')}${more}.`;
}

function badAnswer(problems: readonly MessageProblem[]): ClientError {
  return new ClientError('bad-answer', `The response does not fit the contract. ${problemTexts(problems)}`);
}
