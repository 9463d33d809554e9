import type { Field, ResolvedAttachment, ResolvedBody, ResolvedOperation, SimpleValue } from '../../contract/index.ts';
import type { ValueModel } from '../model/value-model.ts';
import { base64Of } from './gateway-json.ts';

/** The one binary value of a message, which HTTP can have as bytes. */
export interface BinaryPart {
  readonly property: string;
  readonly kind: 'base64' | 'hex' | 'attachment';
  /** Whether the value of the message is the binary one. */
  readonly isWhole: boolean;
}

/** Undefined for a request without a binary field or attachment, or with several. */
export function binaryInput(model: ValueModel, { input, attachments }: ResolvedOperation): BinaryPart | undefined {
  return onlyOne(model, input, attachments.input);
}

/** The same of the response. */
export function binaryOutput(model: ValueModel, operation: ResolvedOperation): BinaryPart | undefined {
  const { output, result, attachments } = operation;
  if (output === undefined) return undefined;
  const found = onlyOne(model, output, attachments.output);
  return found && { ...found, isWhole: result?.property === found.property };
}

function onlyOne(
  model: ValueModel,
  { type, structure }: ResolvedBody,
  attachments: readonly ResolvedAttachment[],
): BinaryPart | undefined {
  const declared = type.kind === 'record' ? model.declaration(type.typeName) : undefined;
  const own = structure ?? (declared?.kind === 'structure' ? declared : undefined);
  const fields = own?.content.kind === 'fields' ? own.content.fields : [];
  const parts = [
    ...fields.flatMap((field) => binaryField(field)),
    ...attachments.map((one): BinaryPart => ({ property: one.property, kind: 'attachment', isWhole: false })),
  ];
  return parts.length === 1 ? parts[0] : undefined;
}

function binaryField({ property, type, many }: Field): readonly BinaryPart[] {
  if (many || type.kind !== 'simple') return [];
  const kind = kindOf(type);
  return kind === undefined ? [] : [{ property, kind, isWhole: false }];
}

function kindOf({ name }: SimpleValue): 'base64' | 'hex' | undefined {
  if (name === 'base64Binary') return 'base64';
  return name === 'hexBinary' ? 'hex' : undefined;
}

/** The field of a request whose body is bytes. */
export async function binaryValue({ kind }: BinaryPart, content: Blob): Promise<unknown> {
  if (kind === 'attachment') return content;
  if (kind === 'base64') return await base64Of(content);
  const bytes = new Uint8Array(await content.arrayBuffer());
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The bytes of a response; undefined where it has none. @param body its value. */
export function bytesOf({ property, kind, isWhole }: BinaryPart, body: unknown): Blob | undefined {
  const value = isWhole ? body : (body as Readonly<Record<string, unknown>> | null)?.[property];
  if (value instanceof Blob) return value;
  if (typeof value !== 'string') return undefined;
  const bytes =
    kind === 'hex'
      ? Uint8Array.from(value.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
      : Uint8Array.from(atob(value), (character) => character.charCodeAt(0));
  return new Blob([bytes]);
}
