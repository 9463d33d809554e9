import type { Check, ItemReport, SecurityReport } from './report.ts';

/** What is wrong, in the order of the message. */
export function problemsOf(blocks: SecurityReport['blocks']): readonly string[] {
  if (blocks.length === 0) return ['The message has no Security header block.'];
  return blocks.flatMap(({ items }) => items.flatMap(problemsIn));
}

function problemsIn(item: ItemReport): readonly string[] {
  switch (item.kind) {
    case 'timestamp':
      return problem('The Timestamp is not valid', item.check);
    case 'token':
      return problem(`The ${item.name} is not valid`, item.check);
    case 'signature':
      return [
        ...problem('The key of the signature is not trusted', item.trust),
        ...problem('The signature is wrong', item.value),
        ...item.references.flatMap(({ uri, element, check }) =>
          problem(`The reference ${uri}${element === undefined ? '' : ` (${element})`} is wrong`, check),
        ),
      ];
    case 'encrypted-key':
    case 'reference-list':
      return problem('What is encrypted cannot be read', item.check);
    case 'username-token':
    case 'other':
      return [];
  }
}

function problem(what: string, { verdict, reason = '', hint }: Check): readonly string[] {
  if (verdict !== 'wrong') return [];
  const sentence = `${what}: ${reason}`.replace(/\.$/, '');
  return [hint === undefined ? `${sentence}.` : `${sentence}. ${hint}`];
}
