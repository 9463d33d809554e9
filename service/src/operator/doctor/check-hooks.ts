import type { Settings } from '../../config/settings.ts';
import { loadHooks } from '../../hooks/hooks-file.ts';
import type { Db } from '../../storage/tables.ts';
import { type Finding, finding } from './doctor-finding.ts';

/** Checks the file of hooks, and what waits for hooks. */
export async function checkHooks(db: Db, { hooksFile }: Settings): Promise<readonly Finding[]> {
  let names: readonly string[];
  try {
    names = (await loadHooks(hooksFile)).published.map(({ name }) => name);
  } catch (error) {
    return [finding('hooks-not-usable', error instanceof Error ? error.message : 'The hooks cannot be read.')];
  }
  const rows = await db
    .selectFrom('hook_deliveries')
    .select((each) => [
      'hook',
      each.fn.countAll<number>().as('pending'),
      each.fn.count<number>('failed_at').as('failed'),
    ])
    .groupBy('hook')
    .execute();
  return rows.flatMap(({ hook, pending, failed }) => {
    const findings: Finding[] = [];
    if (failed > 0) findings.push(finding('hook-given-up', `Events that the hook ${hook} did not get: ${failed}.`));
    if (!names.includes(hook)) {
      findings.push(finding('hook-unknown', `Events for the hook ${hook}, which is not configured: ${pending}.`));
    }
    return findings;
  });
}
