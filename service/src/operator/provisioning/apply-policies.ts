import { retentionText } from '../../common/duration.ts';
import { Rejection } from '../../common/rejection.ts';
import { clearPolicy, findPolicy, type PolicyKind, type PolicySubject, setPolicy } from '../../storage/policies.ts';
import { findSubject } from '../manage-policies.ts';
import { OperatorError } from '../operator-context.ts';
import type { PolicyEntity } from './entities.ts';
import type { FieldValues } from './entity-differences.ts';
import { type ProvisionContext, recordChange } from './provision-context.ts';

/** Applies quotas or retentions. Their subjects may be created by the same file. */
export async function applyPolicies(
  context: ProvisionContext,
  kind: PolicyKind,
  entities: readonly PolicyEntity[],
): Promise<void> {
  const { db } = context;
  for (const entity of entities) {
    const subject = await subjectOf(context, kind, entity);
    if (subject === undefined) continue;
    const stored = await findPolicy(db, kind, subject);
    const { value } = entity;
    // Nothing to clear.
    if (stored === undefined && value === undefined) continue;
    const before = stored === undefined ? undefined : shown(kind, stored);
    const after = value === undefined ? {} : shown(kind, value);
    if (!recordChange(context, kind, entity.subject.value, { before, after })) continue;
    if (value === undefined) await clearPolicy(db, kind, subject);
    else await setPolicy(db, kind, { ...subject, value });
  }
}

function shown(kind: PolicyKind, value: bigint): FieldValues {
  return kind === 'quota' ? { size: String(value) } : { time: retentionText(value) };
}

/** Undefined, with a problem, when there is no such subject. */
async function subjectOf(
  { db, problems }: ProvisionContext,
  kind: PolicyKind,
  { subject }: PolicyEntity,
): Promise<PolicySubject | undefined> {
  try {
    return await findSubject(db, kind, subject.value);
  } catch (error) {
    if (!(error instanceof OperatorError || error instanceof Rejection)) throw error;
    return problems.add(subject.offset, error.message);
  }
}
