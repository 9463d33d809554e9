import type { Erasure } from '../operator/erasure/erase-account.ts';
import { jsonLine } from './command-output.ts';
import { type RemovalFlags, removalText } from './removal-output.ts';

/** The output of an erasure, or of its dry run. */
export function erasureText({ userName, removed, auditEntries }: Erasure, flags: RemovalFlags): string {
  const { yes = false, json = false } = flags;
  const removal = removed === undefined ? undefined : { kind: 'account' as const, name: userName, removed };
  if (json) {
    const text = removal === undefined ? '{}' : removalText(removal, flags);
    return jsonLine({ ...JSON.parse(text), erased: yes, kind: 'account', name: userName, auditEntries });
  }
  const first = removal === undefined ? '' : removalText(removal, { ...flags, yes: true });
  const before = yes ? first : first.replace(/^removed/, 'would remove');
  const last = `${yes ? 'erased' : 'would erase'} account ${userName}\n  audit entries: ${auditEntries}\n`;
  return before + last + (yes ? '' : 'Nothing was removed. Add --yes to remove it.\n');
}
