import { daysInMonth } from './calendar.ts';

/** Two digits of a text as a number; what is not between 0 and 99 where they are none. */
export function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 0x30;
  const ones = text.charCodeAt(at + 1) - 0x30;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

/**
 * Whether a text begins with a day as nearly all are written: `2024-12-31`, in the years 0001 to 9999, which the calendar
 * has.
 */
export function beginsWithDay(text: string): boolean {
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  if (!(year >= 1 && month >= 1 && month <= 12 && day >= 1)) return false;
  if (text.charCodeAt(4) !== 0x2d || text.charCodeAt(7) !== 0x2d) return false;
  return day <= 28 || day <= daysInMonth(year, month);
}

/** As `beginsWithDay`, and a time of day from `00:00:00` to `23:59:59` follows a `T`. */
export function beginsWithSecond(text: string): boolean {
  if (!beginsWithDay(text) || text.charCodeAt(10) !== 0x54) return false;
  if (text.charCodeAt(13) !== 0x3a || text.charCodeAt(16) !== 0x3a) return false;
  return twoDigits(text, 11) <= 23 && twoDigits(text, 14) <= 59 && twoDigits(text, 17) <= 59;
}
