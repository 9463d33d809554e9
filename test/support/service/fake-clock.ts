import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';

/** Environment variables of a process whose clock differs from that of the machine, by Debian's `faketime`. */
export type ClockEnvironment = Readonly<Record<string, string>>;

/** @param seconds that the clock is ahead. */
export function clockAhead(seconds: number): ClockEnvironment {
  const printed = execFileSync('faketime', ['-m', '-f', offset(seconds), 'env'], { encoding: 'utf8' });
  const library = /^LD_PRELOAD=(.+)$/m.exec(printed)?.[1];
  if (library === undefined) throw new Error('faketime does not name its library.');
  return { LD_PRELOAD: library, FAKETIME: offset(seconds), FAKETIME_DONT_FAKE_MONOTONIC: '1', NO_FAKE_STAT: '1' };
}

/** A clock that can be set while its process runs. */
export interface SettableClock {
  readonly environment: ClockEnvironment;
  set(secondsAhead: number): Promise<void>;
}

/** @param file in which the difference is stored. */
export async function settableClock(file: string): Promise<SettableClock> {
  const set = async (seconds: number): Promise<void> => await writeFile(file, `${offset(seconds)}\n`);
  await set(0);
  const { FAKETIME: _, ...environment } = clockAhead(0);
  return { environment: { ...environment, FAKETIME_TIMESTAMP_FILE: file, FAKETIME_NO_CACHE: '1' }, set };
}

function offset(seconds: number): string {
  return `${seconds < 0 ? '' : '+'}${seconds}s`;
}
