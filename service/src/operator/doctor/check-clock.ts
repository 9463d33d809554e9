import type { Examination } from './examination.ts';
import type { Finding } from './finding.ts';

/** Clocks of machines may be apart by so much. */
const tolerance = 60_000;

/** Whether the clock is behind what the database says has happened. */
export async function checkClock({ db, now }: Examination): Promise<readonly Finding[]> {
  const rows = await Promise.all([
    db
      .selectFrom('audit_log')
      .select((at) => at.fn.max('at').as('newest'))
      .executeTakeFirst(),
    db
      .selectFrom('uploads')
      .select((at) => at.fn.max('touched_at').as('newest'))
      .executeTakeFirst(),
    db
      .selectFrom('session_tokens')
      .select((at) => at.fn.max('created_at').as('newest'))
      .executeTakeFirst(),
  ]);
  const newest = Math.max(...rows.map((row) => row?.newest ?? 0));
  if (newest <= now + tolerance) return [];
  return [
    {
      severity: 'error',
      code: 'clock-behind',
      message: `The clock says ${text(now)}, and the newest entry is of ${text(newest)}.`,
      remedy: 'Set the clock, by NTP for example: times of sign-ins, promotions and uploads depend on it.',
    },
  ];
}

function text(time: number): string {
  return new Date(time).toISOString();
}
