import type { Name } from '../xml-elements.ts';
import { collapsed, type SamlElement } from './saml-element.ts';
import { SamlError } from './saml-error.ts';
import { assertionNamespace, entityFormat, samlNames } from './saml-names.ts';

/** Accepted difference between an issuer's clock and ours, in milliseconds, in both directions. */
export const clockSkew: number = 60_000;

/** Whether a time is in the future, even if our clock is late. */
export function isFuture(time: number, now: number): boolean {
  return time > now + clockSkew;
}

/** Whether a NotOnOrAfter time has passed, even if our clock is early. */
export function isOver(time: number, now: number): boolean {
  return now >= time + clockSkew;
}

/** The text of an Issuer that names an entity (saml-core-2.0, 8.3.6). @throws {SamlError} */
export function issuerOf(element: SamlElement): string {
  const format = element.attribute('Format');
  if (format !== undefined && format !== entityFormat) throw new SamlError('another issuer');
  return element.text;
}

const audienceRestriction: Name = [assertionNamespace, 'AudienceRestriction'];
const oneTimeUse: Name = [assertionNamespace, 'OneTimeUse'];
/** ProxyRestriction is about assertions that we would issue. */
const known: readonly Name[] = [audienceRestriction, oneTimeUse, [assertionNamespace, 'ProxyRestriction']];

export interface Conditions {
  /** The end of validity in milliseconds since 1970; undefined without one. */
  readonly notOnOrAfter: number | undefined;
  readonly isForOneUse: boolean;
}

/**
 * Checks the conditions of an assertion (saml-core-2.0, 2.5): validity period and audience. An unknown condition cannot be
 * fulfilled, so it is rejected.
 *
 * @param audiences names of ours; each restriction must have one of them, and there must be a restriction.
 * @throws {SamlError}
 */
export function checkConditions(
  conditions: SamlElement,
  { audiences, now }: { readonly audiences: readonly string[]; readonly now: number },
): Conditions {
  const from = conditions.optionalInstant('NotBefore');
  const until = conditions.optionalInstant('NotOnOrAfter');
  if (from !== undefined && isFuture(from, now)) throw new SamlError('the assertion is not valid at this time');
  if (until !== undefined && isOver(until, now)) throw new SamlError('the assertion is not valid at this time');
  if (conditions.children.some((child) => !known.some((name) => child.isNamed(name)))) {
    throw new SamlError('an unknown condition');
  }
  const restrictions = conditions.every(audienceRestriction);
  const forUs = restrictions.every((restriction) =>
    restriction
      .every([assertionNamespace, 'Audience'])
      .some((audience) => audiences.includes(collapsed(audience.text) ?? '')),
  );
  if (restrictions.length === 0 || !forUs) throw new SamlError('no audience, or another one');
  return { notOnOrAfter: until, isForOneUse: conditions.every(oneTimeUse).length > 0 };
}

/** How a subject is confirmed (saml-core-2.0, 2.4.1.1). */
export interface Confirmation {
  readonly method: string | undefined;
  /** SubjectConfirmationData; undefined without it. */
  readonly data: SamlElement | undefined;
}

/** The subject of an assertion (saml-core-2.0, 2.4). */
export interface Subject {
  readonly name: SamlElement;
  readonly confirmations: readonly Confirmation[];
}

/** Reads the subject of an assertion: a NameID and its confirmations. @throws {SamlError} for anything else in it. */
export function readSubject(subject: SamlElement): Subject {
  const { nameId, confirmation } = samlNames;
  if (subject.children.some((child) => !child.isNamed(nameId) && !child.isNamed(confirmation))) {
    throw new SamlError('an unexpected element');
  }
  return { name: subject.only(nameId), confirmations: subject.every(confirmation).map(readConfirmation) };
}

function readConfirmation(element: SamlElement): Confirmation {
  const data = element.optional([assertionNamespace, 'SubjectConfirmationData']);
  if (element.children.length > (data === undefined ? 0 : 1)) throw new SamlError('an unexpected element');
  return { method: element.attribute('Method'), data };
}
