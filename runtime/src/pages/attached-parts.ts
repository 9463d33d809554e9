import type { MessagePart } from '../mime/whole-message.ts';
import type { FieldDescription, OperationDescription } from './pages-description.ts';
import { type FormField, formFields } from './record-fields.ts';

/** A part of a request beside its envelope. */
export interface AttachedPart extends MessagePart {
  /** Of its field. */
  readonly name: string;
}

type Content = Omit<AttachedPart, 'id'>;

/** Path of the attachments of a request in a form; no element or property has this name. */
export const attachmentsPath = '$attachments';

/** The attachments of a request that nothing in its envelope refers to, as if they were fields. */
export function attachmentFields({ attachments }: OperationDescription): readonly FormField[] {
  return formFields(
    (attachments?.input ?? []).map(({ property, type }): FieldDescription => {
      const doc = type === undefined ? 'An attachment.' : `An attachment of the type ${type}.`;
      return { name: property, type: 'base64Binary', attached: true, optional: true, doc };
    }),
  );
}

/** Adds a part, and returns the text that refers to it (WS-I Attachments Profile 1.0, 4.4). */
export function refer(parts: AttachedPart[], content: Content): string {
  const id = `${parts.length + 1}@soapwright`;
  parts.push({ ...content, id });
  return `cid:${id}`;
}

/** Adds a part that nothing refers to. @param part name of the part of the message, which its Content-ID begins with. */
export function attach(parts: AttachedPart[], part: string, content: Content): void {
  parts.push({ ...content, id: `${encodeURIComponent(part)}=${parts.length + 1}@soapwright` });
}
