const units: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Parses a duration, such as `90m`, `24h` or `7d`, as milliseconds; undefined when invalid. */
export function durationOf(text: string): number | undefined {
  const [, number, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  return number === undefined ? undefined : Number(number) * (units[unit] ?? 0);
}

/** Milliseconds as a duration in days, hours or seconds, rounded down. */
function durationText(milliseconds: bigint): string {
  const seconds = milliseconds / 1000n;
  if (seconds % 86_400n === 0n) return `${seconds / 86_400n}d`;
  return seconds % 3_600n === 0n ? `${seconds / 3_600n}h` : `${seconds}s`;
}

/** Parses a retention: a duration, or `forever`, which is 0; undefined when it is neither. */
export function retentionOf(text: string): bigint | undefined {
  if (text === 'forever') return 0n;
  const duration = durationOf(text) ?? 0;
  return duration > 0 ? BigInt(duration) : undefined;
}

/** A retention in milliseconds as `retentionOf` parses it. */
export function retentionText(value: bigint): string {
  return value === 0n ? 'forever' : durationText(value);
}
