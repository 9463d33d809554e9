import * as soap from '@soapwright/runtime';
import { ClientError } from '@soapwright/runtime/client';
import { messageOf, readTree } from '@soapwright/runtime/xml';
import { type ResolvedFault, type ResolvedOperation, sameName } from '../../contract/index.ts';
import type { Value } from '../model/value.ts';
import type { Deviation } from '../read/deviation.ts';
import { envelopeText, faultText } from '../values/envelope-text.ts';
import type { MessageProblem, PlainMessage } from '../values/plain-message.ts';
import { type ReadMessageOptions, readMessage } from '../values/read-message.ts';
import type { ServiceMessages } from '../values/service-messages.ts';
import { bodyTag, readWhole, type WholeBody, writeWhole } from '../values/whole-body.ts';

/** A request with the contents of its attachments. */
export interface WrittenRequest extends WholeBody {
  /** Attachments beside the envelope, by their properties. */
  readonly attached: Readonly<Record<string, Blob>>;
}

/** A response that was read by its contract. */
export interface DynamicResponse extends PlainMessage {
  /** Differences from the contract that were passed over. */
  readonly deviations: readonly Deviation[];
}

/** The client's side of an operation, which reads and writes messages by the model, without generated code. */
export function dynamicOperation(
  messages: ServiceMessages,
  operation: ResolvedOperation,
  reading: ReadMessageOptions,
): soap.AnyClientOperation<WrittenRequest, DynamicResponse> {
  const { name, soapAction, addressingAction, input, output, attachments } = operation;
  const others = messages.model.service.operations.filter((one) => one !== operation);
  const shares = others.some((other) => sameName(other.input.element, input.element));
  const shared = {
    name,
    soapAction,
    addressingAction,
    input: bodyTag(input),
    ...(shares && { sharesInput: true as const }),
    ...(input.use === 'encoded' && { encoded: true as const }),
    faults: operation.faults.map((fault) => dynamicFault(messages, operation, fault)),
    writeInput: (writer: soap.XmlWriter, { attached, ...body }: WrittenRequest): void => {
      writeWhole(writer, body);
      soap.writeAttached(writer, attached, attachments.input);
    },
  };
  if (output === undefined) return { ...shared, oneWay: true };
  return {
    ...shared,
    output: bodyTag(output),
    readOutput: (reader: soap.XmlReader): DynamicResponse => {
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
