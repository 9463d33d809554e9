import type { Message, MessageReference, Part, QName } from '../../model/index.ts';
import { nameKey } from '../../model/index.ts';
import type { BuiltMessage } from './message.ts';
import { fillName } from './name-template.ts';
import type { MessageDetails } from './operation-details.ts';
import type { WsdlDetails } from './wsdl-details.ts';

type Direction = 'request' | 'response';

const suffixes: Readonly<Record<Direction, string>> = { request: 'SoapIn', response: 'SoapOut' };

/** The message of a request or a response. @param operation its name in the contract. */
export function messageOf(
  direction: Direction,
  operation: string,
  { parts }: BuiltMessage,
  { message, part }: MessageDetails,
  contract: WsdlDetails,
): Message {
  const template = contract.messages[direction] ?? { text: `{operation}${suffixes[direction]}` };
  const local = message.name ?? fillName(template, { operation });
  const partTemplate = contract.parts[direction];
  const partName = part.name ?? (partTemplate && fillName(partTemplate, { operation }));
  return {
    name: { namespace: contract.targetNamespace, local },
    parts: parts.map((one) => withName(one, partName, part.notes)),
    ...message.notes,
  };
}

/** The parts of rpc messages have the names of fields. */
function withName(part: Part, name: string | undefined, notes: Partial<Part>): Part {
  return part.content.kind === 'type' ? part : { ...part, ...(name !== undefined && { name }), ...notes };
}

/** @param overload the name that distinguishes an overload; undefined for an operation without overloads. */
export function referenceTo(
  direction: Direction,
  message: QName,
  operation: string,
  overload: string | undefined,
  { name, notes }: MessageDetails,
  { names }: WsdlDetails,
): MessageReference {
  const template = names[direction];
  const shown = name ?? (template === undefined ? overload : fillName(template, { operation }));
  return { ...(shown !== undefined && shown !== '' && { name: shown }), message, ...notes };
}

/** The messages with the parts of all that have one name. */
export function mergeMessages(messages: readonly Message[], order: readonly string[] = []): readonly Message[] {
  const found = new Map<string, Message>();
  for (const message of messages) {
    const key = nameKey(message.name);
    const first = found.get(key);
    if (first === undefined) found.set(key, message);
    else {
      const more = message.parts.filter(({ name }) => !first.parts.some((part) => part.name === name));
      found.set(key, { ...first, parts: [...first.parts, ...more] });
    }
  }
  const place = ({ name }: Part): number => (order.includes(name) ? order.indexOf(name) : order.length);
  return [...found.values()].map((message) =>
    order.length === 0 ? message : { ...message, parts: [...message.parts].sort((a, b) => place(a) - place(b)) },
  );
}
