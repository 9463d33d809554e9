import { describe, expect, it } from 'vitest';
import { prepared } from './prepared-query.ts';

describe('prepared', () => {
  it('compiles a query once, with its constants and the places of its values in their order', () => {
    const query = prepared<{ readonly kind: 'quota' | 'retention'; readonly ids: string; readonly least: bigint }>()(
      (db, value) =>
        db
          .selectFrom('policies')
          .select('value')
          .where('value', '>', value('least'))
          .where('subject_kind', '=', 'account')
          .where('kind', '=', value('kind'))
          .where('subject_id', '=', value('ids'))
          .where('value', '!=', value('least')),
    );
    expect(query.sql).toBe(
      'select "value" from "policies" where "value" > ? and "subject_kind" = ? and "kind" = ? and "subject_id" = ? and "value" != ?',
    );
    expect(query.parameters({ kind: 'quota', ids: 'a', least: 7n })).toEqual([7n, 'account', 'quota', 'a', 7n]);
    expect(query.parameters({ kind: 'retention', ids: 'b', least: 0n })).toEqual([0n, 'account', 'retention', 'b', 0n]);
  });
});
