import type { XmlElement } from './dom.ts';
import { attributeOf, collapsed } from './elements.ts';
import { refused } from './fault.ts';

/** How far a provider's clock and ours may be apart, in milliseconds, either way. */
export const clockSkew: number = 60_000;

/**
 * An attribute of the type xs:dateTime in the one form that SAML allows: UTC (saml-core-2.0, 1.3.3).
 *
 * @returns milliseconds since 1970, without what is finer; undefined when there is no such attribute.
 * @throws {Refusal} `SignInRefused`.
 */
export function optionalInstant(element: XmlElement, name: string): number | undefined {
  const text = collapsed(attributeOf(element, name));
  if (text === undefined) return undefined;
  const parts = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(\d{1,12}))?Z$/.exec(text);
  const seconds = parts?.[1] ?? '';
  const time = Date.parse(`${seconds}Z`);
  // A day that its month does not have comes back as another one.
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(seconds)) {
    throw refused('a time that is not valid');
  }
  return time + Number((parts?.[2] ?? '').padEnd(3, '0').slice(0, 3));
}

/** As {@link optionalInstant}, for an attribute that must be there. */
export function instant(element: XmlElement, name: string): number {
  const time = optionalInstant(element, name);
  if (time === undefined) throw refused('a time that is not valid');
  return time;
}

/** Whether a time lies ahead, even for a clock that is late. */
export function isFuture(time: number, now: number): boolean {
  return time > now + clockSkew;
}

/** Whether a time, of a NotOnOrAfter, has come, even for a clock that is early. */
export function isOver(time: number, now: number): boolean {
  return now >= time + clockSkew;
}
