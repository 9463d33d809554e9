import type { XmlElement } from './dom.ts';
import { all, childrenOf, collapsed, isNamed, type Name, textOf } from './elements.ts';
import { refused } from './fault.ts';
import { isFuture, isOver, optionalInstant } from './instant.ts';
import { assertionNamespace } from './names.ts';

const audienceRestriction: Name = [assertionNamespace, 'AudienceRestriction'];
/** OneTimeUse is kept for every assertion; ProxyRestriction is about assertions that we would make. */
const known: readonly Name[] = [
  audienceRestriction,
  [assertionNamespace, 'OneTimeUse'],
  [assertionNamespace, 'ProxyRestriction'],
];

/**
 * Checks the conditions of an assertion (saml-core-2.0, 2.5): they hold now, and it was made for us. One that is not known
 * cannot be kept, so it is refused.
 *
 * @returns when they end, in milliseconds since 1970; undefined when they do not say.
 * @throws {Refusal} `SignInRefused`.
 */
export function checkConditions(
  conditions: XmlElement,
  { entityId, now }: { readonly entityId: string; readonly now: number },
): number | undefined {
  const from = optionalInstant(conditions, 'NotBefore');
  const until = optionalInstant(conditions, 'NotOnOrAfter');
  if (from !== undefined && isFuture(from, now)) throw refused('made for another time');
  if (until !== undefined && isOver(until, now)) throw refused('made for another time');
  if (childrenOf(conditions).some((child) => !known.some((name) => isNamed(child, name)))) {
    throw refused('a condition that is not known');
  }
  const restrictions = all(conditions, audienceRestriction);
  const forUs = restrictions.every((restriction) =>
    all(restriction, [assertionNamespace, 'Audience']).some((audience) => collapsed(textOf(audience)) === entityId),
  );
  if (restrictions.length === 0 || !forUs) throw refused('no audience, or another one');
  return until;
}
