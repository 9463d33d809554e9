import { textOfUtf8, utf8 } from '../../canonical/octets.ts';
import { addressed } from '../../client.ts';
import { type Edit, insertFirst } from '../../encryption/splice.ts';
import { wsse } from '../../names.ts';
import type { SoapMessage } from './soap-message.ts';

/** Who a Security header block is for. */
export interface BlockOptions {
  readonly mustUnderstand?: boolean | undefined;
  readonly role?: string | undefined;
}

/** Puts items into the Security header block, which is created where it is missing. */
export function addedBlock(message: SoapMessage, { mustUnderstand = true, role }: BlockOptions, items: string): Edit {
  const { document, header, body, security, version } = message;
  if (security !== undefined) return insertFirst(document, security, items);
  const attributes = addressed(version, mustUnderstand, role);
  const block = `<wsse:Security xmlns:wsse="${wsse}"${attributes}>${items}</wsse:Security>`;
  if (header !== undefined) return insertFirst(document, header, block);
  const { start, nameEnd } = document.root;
  const name = textOfUtf8(document.data, start + 1, nameEnd).replace(/[^:]*$/, 'Header');
  return { start: body.start, end: body.start, bytes: utf8(`<${name}>${block}</${name}>`) };
}
