// The proleptic Gregorian calendar. Years are astronomical: 0 is the year before 1, which XML Schema 1.0 writes as -0001.
// Days are counted from 1970-01-01.

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

const LENGTHS: readonly number[] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** The number of days in a month (1 to 12). */
export function daysInMonth(year: number, month: number): number {
  return month === 2 && isLeapYear(year) ? 29 : (LENGTHS[month - 1] as number);
}

/** Days in 400 years, after which the calendar repeats. */
const CYCLE = 146_097;
/** Days from 0000-03-01, where a cycle begins, to 1970-01-01. */
const TO_1970 = 719_468;

/** Exact for every year that is a safe integer. */
export function daysFromDate(year: number, month: number, day: number): bigint {
  // The year begins in March, so that the leap day is its last day.
  const from = month <= 2 ? year - 1 : year;
  const cycle = Math.floor(from / 400);
  const yearOfCycle = from - cycle * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const dayOfCycle = yearOfCycle * 365 + Math.floor(yearOfCycle / 4) - Math.floor(yearOfCycle / 100) + dayOfYear;
  return BigInt(cycle) * BigInt(CYCLE) + BigInt(dayOfCycle - TO_1970);
}

export function dateFromDays(days: bigint): { year: number; month: number; day: number } {
  const since = days + BigInt(TO_1970);
  const cycle = floorDivide(since, BigInt(CYCLE));
  const dayOfCycle = Number(since - cycle * BigInt(CYCLE));
  const yearOfCycle = Math.floor(
    (dayOfCycle -
      Math.floor(dayOfCycle / 1460) +
      Math.floor(dayOfCycle / 36_524) -
      Math.floor(dayOfCycle / (CYCLE - 1))) /
      365,
  );
  const dayOfYear = dayOfCycle - (365 * yearOfCycle + Math.floor(yearOfCycle / 4) - Math.floor(yearOfCycle / 100));
  const march = Math.floor((5 * dayOfYear + 2) / 153);
  const month = march < 10 ? march + 3 : march - 9;
  return {
    year: Number(cycle) * 400 + yearOfCycle + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * march + 2) / 5) + 1,
  };
}

/** Division towards minus infinity: `dividend - divisor * quotient` is never negative. */
export function floorDivide(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return dividend % divisor < 0n ? quotient - 1n : quotient;
}

/** Two digits of a text as a number; NaN for other characters. */
export function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 0x30;
  const ones = text.charCodeAt(at + 1) - 0x30;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

/** Whether a text begins with an existing day of the years 0001 to 9999: `2024-12-31`. */
export function beginsWithDay(text: string): boolean {
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  if (!(year >= 1 && month >= 1 && month <= 12 && day >= 1)) return false;
  if (text.charCodeAt(4) !== 0x2d || text.charCodeAt(7) !== 0x2d) return false;
  return day <= 28 || day <= daysInMonth(year, month);
}

/** Whether a text begins with such a day, `T`, and a time from `00:00:00` to `23:59:59`. */
export function beginsWithSecond(text: string): boolean {
  if (!beginsWithDay(text) || text.charCodeAt(10) !== 0x54) return false;
  if (text.charCodeAt(13) !== 0x3a || text.charCodeAt(16) !== 0x3a) return false;
  return twoDigits(text, 11) <= 23 && twoDigits(text, 14) <= 59 && twoDigits(text, 17) <= 59;
}
