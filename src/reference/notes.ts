import type { SecurityDemand } from '../contract/index.ts';
import { demandedText } from '../emit/index.ts';
import { type Block, short } from './document.ts';
import type { Reference } from './reference.ts';

/** Changes of a page before they are cut. */
const mostChanges = 20;

/** What changed in a component since the older version. */
export function changeNotes(
  reference: Reference,
  kind: 'operation' | 'type',
  name: string,
  isNew: boolean,
): readonly Block[] {
  const { changes } = reference;
  if (changes === undefined) return [];
  const badge = `since ${short(changes.since, 60)}`;
  if (isNew) return [{ kind: 'note', text: [{ badge }, ' New.'] }];
  const found = reference.changesOf(kind, name);
  const rest = found.length - mostChanges;
  const last: readonly Block[] = rest > 0 ? [{ kind: 'note', text: [{ badge }, ` And ${rest} more changes.`] }] : [];
  return [
    ...found
      .slice(0, mostChanges)
      .map(({ message }): Block => ({ kind: 'note', text: [{ badge }, ` ${short(message, 600)}`] })),
    ...last,
  ];
}

/** The alternatives of credentials; undefined where nothing is demanded. */
export function credentialText(demands: readonly SecurityDemand[]): string | undefined {
  const texts = [...new Set(demands.map((one) => demandedText(one) || 'nothing'))];
  return texts.length === 0 ? undefined : texts.join('; or ');
}
