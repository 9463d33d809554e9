import { daysFromDate } from './calendar.ts';
import { withoutTrailingZeros } from './moment.ts';
import { ValueError } from './value-error.ts';

export interface DurationFields {
  /** Whether it goes back in time. */
  readonly negative?: boolean | undefined;
  /** Each a whole number that is not negative; 0 when absent. */
  readonly years?: number | undefined;
  readonly months?: number | undefined;
  readonly days?: number | undefined;
  readonly hours?: number | undefined;
  readonly minutes?: number | undefined;
  readonly seconds?: number | undefined;
  /** Decimal digits of the second's fraction, as many as wanted. */
  readonly fraction?: string | undefined;
}

const LEXICAL =
  /^(-)?P(?=\d|T\d)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.(\d+))?S)?)?$/;
export const NO_DURATION = 'it must look like P1Y2M3DT4H5M6.7S';
const MOST_DIGITS = 15;

/** What durations are compared after: months and days are not equally long everywhere (XML Schema part 2, 3.2.6.2). */
const REFERENCES: readonly (readonly [year: number, month: number])[] = [
  [1696, 9],
  [1697, 2],
  [1903, 3],
  [1903, 7],
];

/** A value of xs:duration with its parts as they are: `PT36H` is not made `P1DT12H`. It never changes. */
export class Duration {
  readonly negative: boolean;
  readonly years: number;
  readonly months: number;
  readonly days: number;
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
  /** Digits of the second's fraction without trailing zeros; the empty string when it is zero. */
  readonly fraction: string;

  /** @throws {ValueError} for a part that is no whole number of 15 digits at most, or negative. */
  constructor(fields: DurationFields) {
    const { negative = false, years = 0, months = 0, days = 0, hours = 0, minutes = 0, seconds = 0 } = fields;
    const { fraction = '' } = fields;
    for (const [name, value] of Object.entries({ years, months, days, hours, minutes, seconds })) {
      if (!Number.isInteger(value) || value < 0 || value >= 10 ** MOST_DIGITS) {
        throw new ValueError(`its ${name} must be a whole number of ${MOST_DIGITS} digits at most`);
      }
    }
    if (typeof fraction !== 'string' || !/^\d*$/.test(fraction)) throw new ValueError('its fraction must be digits');
    // `+ 0`, so that there is no negative zero.
    this.years = years + 0;
    this.months = months + 0;
    this.days = days + 0;
    this.hours = hours + 0;
    this.minutes = minutes + 0;
    this.seconds = seconds + 0;
    this.fraction = withoutTrailingZeros(fraction);
    this.negative = negative && !this.isZero;
  }

  /** Reads the lexical form of xs:duration. @throws {ValueError} */
  static parse(text: string): Duration {
    const match = LEXICAL.exec(text);
    if (match === null) throw new ValueError(NO_DURATION);
    const [, sign, years, months, days, hours, minutes, seconds, fraction] = match;
    return new Duration({
      negative: sign !== undefined,
      years: number(years),
      months: number(months),
      days: number(days),
      hours: number(hours),
      minutes: number(minutes),
      seconds: number(seconds),
      fraction,
    });
  }

  /** Whether it takes no time at all. */
  get isZero(): boolean {
    const { years, months, days, hours, minutes, seconds, fraction } = this;
    return years + months + days + hours + minutes + seconds === 0 && fraction === '';
  }

  /** The lexical form: parts that are zero are left out, `PT0S` when all are. */
  toString(): string {
    if (this.isZero) return 'PT0S';
    const seconds = this.fraction === '' ? part(this.seconds, 'S') : `${this.seconds}.${this.fraction}S`;
    const time = part(this.hours, 'H') + part(this.minutes, 'M') + seconds;
    const date = part(this.years, 'Y') + part(this.months, 'M') + part(this.days, 'D');
    return `${this.negative ? '-' : ''}P${date}${time === '' ? '' : `T${time}`}`;
  }

  /** As `toString`, for JSON.stringify. */
  toJSON(): string {
    return this.toString();
  }

  /** Whether all parts are the same. For the same length of time ask whether `compare` is 0. */
  equals(other: Duration): boolean {
    return this.toString() === other.toString();
  }

  /**
   * Negative when this one is shorter, positive when longer, 0 when as long; NaN when that depends on the months that it
   * falls in, as of `P1M` and `P30D` (XML Schema part 2, 3.2.6.2).
   */
  compare(other: Duration): number {
    let order: number | undefined;
    for (const [year, month] of REFERENCES) {
      const here = compareEnds(this.#endAfter(year, month), other.#endAfter(year, month));
      if (order !== undefined && order !== here) return Number.NaN;
      order = here;
    }
    return order ?? 0;
  }

  /** When it ends that begins with a month, as seconds since 1970 and a fraction of one more. */
  #endAfter(year: number, month: number): End {
    const sign = this.negative ? -1n : 1n;
    const months = sign * (BigInt(this.years) * 12n + BigInt(this.months)) + BigInt(year * 12 + month - 1);
    // Every 400 years the calendar repeats, after 146,097 days.
    const cycles = months / 4800n - (months % 4800n < 0n ? 1n : 0n);
    const inCycle = Number(months - cycles * 4800n);
    const days = daysFromDate(Math.floor(inCycle / 12), (inCycle % 12) + 1, 1) + cycles * 146_097n;
    const time = ((BigInt(this.days) * 24n + BigInt(this.hours)) * 60n + BigInt(this.minutes)) * 60n;
    const seconds = days * 86_400n + sign * (time + BigInt(this.seconds));
    if (!this.negative || this.fraction === '') return { seconds, fraction: this.fraction };
    return { seconds: seconds - 1n, fraction: complement(this.fraction) };
  }
}

interface End {
  readonly seconds: bigint;
  readonly fraction: string;
}

function compareEnds(a: End, b: End): number {
  if (a.seconds !== b.seconds) return a.seconds < b.seconds ? -1 : 1;
  return a.fraction === b.fraction ? 0 : a.fraction < b.fraction ? -1 : 1;
}

/** What a fraction lacks to one. Its last digit is not zero. */
function complement(fraction: string): string {
  const last = fraction.length - 1;
  const nines = fraction.slice(0, last).replace(/\d/g, (digit) => `${9 - Number(digit)}`);
  return `${nines}${10 - Number(fraction.slice(last))}`;
}

function part(value: number, designator: string): string {
  return value === 0 ? '' : `${value}${designator}`;
}

function number(digits: string | undefined): number | undefined {
  return digits === undefined ? undefined : Number(digits);
}
