import type { Attachment } from '../../model/index.ts';
import { attributeOf, type XmlElement } from '../document.ts';
import { mimeBinding, soap11Binding, soap12Binding } from '../xml-names.ts';

/** A MIME multipart message: the part with the SOAP body, and the other ones. */
export interface Multipart {
  readonly root: XmlElement;
  readonly attachments: readonly Attachment[];
}

/** The MIME parts of an input or output of a binding (WSDL 1.1, 5); undefined for one without. */
export function readMultipart(direction: XmlElement): Multipart | undefined {
  const [related] = mimeChildren(direction, 'multipartRelated');
  const parts = related === undefined ? [] : mimeChildren(related, 'part');
  const root = parts.find(hasBody);
  if (root === undefined) return undefined;
  return { root, attachments: parts.flatMap((part) => (part === root ? [] : attachmentIn(part))) };
}

/** The contents of a MIME part are alternatives. */
function attachmentIn(part: XmlElement): readonly Attachment[] {
  const contents = mimeChildren(part, 'content');
  const names = contents.flatMap((content) => attributeOf(content, 'part') ?? []);
  const [name] = names;
  if (name === undefined) return [];
  return [{ part: name, types: [...new Set(contents.flatMap((content) => attributeOf(content, 'type') ?? []))] }];
}

function hasBody(part: XmlElement): boolean {
  return part.children.some(
    ({ namespace, local }) => local === 'body' && (namespace === soap11Binding || namespace === soap12Binding),
  );
}

function mimeChildren({ children }: XmlElement, local: string): readonly XmlElement[] {
  return children.filter((child) => child.namespace === mimeBinding && child.local === local);
}
