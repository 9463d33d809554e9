import type { Version } from '../../soap/version.ts';
import type { ServiceDescription } from '../description.ts';
import { envelopeText, type Message } from '../pages/envelope-text.ts';
import { whole } from '../pages/message-node.ts';
import { masked, shortBinary, shortText } from '../pages/shown-value.ts';

/** The envelope that is sent. */
export function requestText(service: ServiceDescription, version: Version, message: Message): string {
  return envelopeText(service, version, message, whole);
}

/** The same envelope as a page may show it: sensitive values masked (rule R5), long ones shortened. */
export function shownRequestText(service: ServiceDescription, version: Version, message: Message): string {
  return envelopeText(service, version, message, (value) => {
    if (value.sensitive) return value.text === '' ? '' : masked;
    return value.kind === 'bytes' ? shortBinary(value.text, value.size) : shortText(value.text);
  });
}
