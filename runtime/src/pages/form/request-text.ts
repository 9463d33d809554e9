import type { Version } from '../../soap/version.ts';
import { envelopeText, type Message } from '../envelope-text.ts';
import { whole } from '../message-node.ts';
import type { PagesDescription } from '../pages-description.ts';
import { masked, shortBinary, shortText } from '../shown-value.ts';

/** The envelope that is sent. */
export function requestText(service: PagesDescription, version: Version, message: Message): string {
  return envelopeText(service, version, message, whole);
}

/** The same envelope as a page may show it: sensitive values masked (rule R5), long ones shortened. */
export function shownRequestText(service: PagesDescription, version: Version, message: Message): string {
  return envelopeText(service, version, message, (value) => {
    if (value.sensitive) return value.text === '' ? '' : masked;
    return value.kind === 'bytes' ? shortBinary(value.text, value.size) : shortText(value.text);
  });
}
