import { describe, expect, it } from 'vitest';
import { summaryOf } from './query-spans.ts';

describe('the summary of a query', () => {
  it.each([
    ['select "id" from "uploads" where "held" = ?', 'SELECT uploads'],
    ['insert into "extents" ("key") values (?) on conflict do update set "key" = ?', 'INSERT extents'],
    ['UPDATE hooks SET due = ? WHERE seq = (SELECT seq FROM hooks AS next)', 'UPDATE hooks SELECT hooks'],
    ['select "a" from "x" inner join "y" on true', 'SELECT x y'],
    ['PRAGMA wal_checkpoint(TRUNCATE)', 'PRAGMA'],
    ['VACUUM', 'query'],
  ])('of %s is %s', (sql, summary) => {
    expect(summaryOf(sql)).toBe(summary);
  });
});
