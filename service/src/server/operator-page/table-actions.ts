import { retentionOf, retentionText } from '../../common/duration.ts';
import { type Html, html } from '../../common/html.ts';
import { bytes as bytesSetting } from '../../config/settings.ts';
import { clearPolicyOf, setPolicyOf } from '../../operator/manage-policies.ts';
import { OperatorError } from '../../operator/operator-context.ts';
import type { RemovalContext } from '../../operator/removal-context.ts';
import type { Removal } from '../../operator/remove-entries.ts';
import { findPolicy, type PolicyKind, type PolicySubject, usedBytes } from '../../storage/policies.ts';
import { type Action, withEach } from './operator-table.ts';
import type { OperatorPageContext } from './page-context.ts';
import { bytesText, counted } from './values.ts';

/** Used bytes of a quota. */
export interface Usage {
  readonly used: bigint;
  /** Undefined: no limit. */
  readonly quota: bigint | undefined;
}

/** The usage and the retention of a subject; those that do not apply are empty. */
export async function policiesOf(
  { service, quotas }: OperatorPageContext,
  subject: PolicySubject,
): Promise<{ readonly usage: Usage; readonly retention: string }> {
  const { db } = service.state;
  const fallback = subject.kind === 'folder' ? undefined : quotas[subject.kind];
  const quota = (await findPolicy(db, 'quota', subject)) ?? (fallback === undefined ? undefined : BigInt(fallback));
  const retention = await findPolicy(db, 'retention', subject);
  return {
    usage: { used: await usedBytes(db, subject), quota },
    retention: retention === undefined ? '-' : retentionText(retention),
  };
}

/** Bytes, with a bar where there is a quota. */
export function usageCell({ used, quota }: Usage, of: string): Html {
  if (quota === undefined) return html`${bytesText(used)}, no quota`;
  const [value, most] = [String(used), String(quota)];
  return html`<meter min="0" max="${most}" value="${value}" aria-label="Quota of ${of}"></meter>
${bytesText(used)} of ${bytesText(quota)}`;
}

const policies = {
  quota: {
    hint: 'A number of bytes, such as 10 GiB; empty: the default of the settings.',
    read(text: string): bigint | undefined {
      const value = bytesSetting.read(text);
      return value === undefined ? undefined : BigInt(value);
    },
  },
  retention: { hint: 'Such as 30d, or forever; empty: that of the folder above, or of the tenant.', read: retentionOf },
} as const;

/** Sets or clears a policy, as `quota set` and `retention set` do. */
export function policyAction<Row>(kind: PolicyKind, noun: string, subjectOf: (row: Row) => string): Action<Row> {
  const { hint, read } = policies[kind];
  return {
    name: kind,
    label: `Set ${kind}`,
    role: 'admin',
    field: { name: 'value', label: kind === 'quota' ? 'Quota' : 'Retention', hint },
    effect: (rows) => `The ${kind} of ${counted(rows.length, noun)} will be set.`,
    async run(rows, { service: { state } }, given) {
      const text = given.trim();
      const value = text === '' ? undefined : read(text);
      if (value === undefined && text !== '') {
        throw new OperatorError('invalid-argument', `${text} is not a ${kind}.`);
      }
      await withEach(rows, (row) =>
        value === undefined
          ? clearPolicyOf(state, kind, subjectOf(row))
          : setPolicyOf(state, kind, subjectOf(row), value),
      );
      return `${value === undefined ? 'Cleared' : 'Set'} the ${kind} of ${counted(rows.length, noun)}.`;
    },
  };
}

export function removalContext({ service: { state, store } }: OperatorPageContext): RemovalContext {
  return { db: state.db, store, now: state.now };
}

/**
 * Removes rows with everything that depends on them; a dry run says before how much that is.
 *
 * @param remove removes a row by its name. A folder removes those in it.
 */
export function removalAction<Row>(
  remove: (context: RemovalContext, name: string, dryRun: boolean) => Promise<Removal>,
  target: (row: Row) => string,
  applies: (row: Row) => boolean = () => true,
): Action<Row> {
  const each = async (rows: readonly Row[], context: OperatorPageContext, dryRun: boolean): Promise<string> => {
    let [files, bytes, folders, keys, uploads] = [0, 0n, 0, 0, 0];
    const names = rows.map(target);
    const count = async (name: string): Promise<void> => {
      const { removed } = await remove(removalContext(context), name, dryRun);
      files += removed.files;
      bytes += removed.bytes;
      folders += removed.folders;
      keys += removed.folderKeys.length;
      uploads += removed.uploads;
    };
    const highest = names.filter((name) => !names.some((other) => name.startsWith(`${other}/`)));
    if (dryRun) for (const name of highest) await count(name);
    else await withEach(highest, count);
    const kept = [
      counted(folders, 'folder'),
      counted(keys, 'folder access key'),
      counted(uploads, 'unfinished upload'),
    ];
    return `${counted(files, 'file')} of ${bytesText(bytes)}, ${kept.join(', ')}`;
  };
  return {
    name: 'remove',
    label: 'Remove',
    role: 'admin',
    applies,
    effect: async (rows, context) =>
      `All of these will be removed: ${await each(rows, context, true)}. Only a backup has them afterwards.`,
    run: async (rows, context) => `Removed ${await each(rows, context, false)}.`,
  };
}
