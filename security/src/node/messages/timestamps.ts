import type { TreeElement } from '@soapwright/runtime/xml';
import { wsu } from '../../names.ts';
import { instant } from '../../security-block.ts';
import { SecurityError } from '../../security-error.ts';
import { elementText, isNamed } from '../../xml-elements.ts';
import { malformed } from '../signature/signature-form.ts';
import type { SoapMessage } from './soap-message.ts';

/** How times of messages are checked, in seconds. */
export interface TimeLimits {
  /** For which a message is valid after its Created, whatever its Expires says; default 300. */
  readonly lifetime?: number | undefined;
  /** By which clocks of senders may be ahead or behind; default 60. */
  readonly clockSkew?: number | undefined;
}

/**
 * Checks a Timestamp.
 *
 * @param now milliseconds since 1970.
 * @returns until when the message counts, in milliseconds since 1970.
 * @throws {SecurityError} `expired`, or `form` for one of another form.
 */
export function checkTimestamp(
  timestamp: TreeElement,
  message: SoapMessage,
  { lifetime = 300, clockSkew = 60 }: TimeLimits,
  now: number,
): number {
  const [created, expires, other] = timestamp.children;
  if (created === undefined || !isNamed(created, [wsu, 'Created'])) throw malformed('a Timestamp begins with Created');
  if (other !== undefined || (expires !== undefined && !isNamed(expires, [wsu, 'Expires']))) {
    throw malformed('a Timestamp has Created and Expires, and nothing else');
  }
  const time = (element: TreeElement): number => {
    const value = instant(elementText(element, message.document, 'form').trim());
    if (Number.isNaN(value)) throw malformed(`${element.local} is not a time`);
    return value;
  };
  const start = time(created);
  const end = Math.min(start + lifetime * 1000, expires === undefined ? Number.POSITIVE_INFINITY : time(expires));
  const skew = clockSkew * 1000;
  if (start > now + skew) throw new SecurityError('expired', 'The message is of a time to come.');
  if (end + skew < now) throw new SecurityError('expired', 'The message has expired.');
  return end + skew;
}
