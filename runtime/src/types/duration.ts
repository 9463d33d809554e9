import { collapse } from '../xml/chars.ts';
import { daysFromDate } from './calendar.ts';
import { withoutTrailingZeros } from './moment.ts';
import { type SimpleType, ValueError } from './simple-type.ts';

export interface DurationFields {
  /** Whether it points back in time. */
  readonly negative?: boolean | undefined;
  /** Each part is an integer from 0 to 15 digits; 0 when absent. */
  readonly years?: number | undefined;
  readonly months?: number | undefined;
  readonly days?: number | undefined;
  readonly hours?: number | undefined;
  readonly minutes?: number | undefined;
  readonly seconds?: number | undefined;
  /** Decimal digits of the second's fraction, any number of them. */
  readonly fraction?: string | undefined;
}

const LEXICAL =
  /^(-)?P(?=\d|T\d)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.(\d+))?S)?)?$/;
const NO_DURATION = 'it must look like P1Y2M3DT4H5M6.7S';
const MOST_DIGITS = 15;

/** The start months for comparing durations, since months have different lengths (XML Schema part 2, 3.2.6.2). */
const REFERENCES: readonly (readonly [year: number, month: number])[] = [
  [1696, 9],
  [1697, 2],
  [1903, 3],
  [1903, 7],
];

/** A value of xs:duration. Its parts are not normalised: `PT36H` stays `PT36H`. Immutable. */
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

  /** @throws {ValueError} for a part that is negative, not an integer, or longer than 15 digits. */
  constructor(fields: DurationFields) {
    const { negative = false, years = 0, months = 0, days = 0, hours = 0, minutes = 0, seconds = 0 } = fields;
    const { fraction = '' } = fields;
    for (const [name, value] of Object.entries({ years, months, days, hours, minutes, seconds })) {
      if (!Number.isInteger(value) || value < 0 || value >= 10 ** MOST_DIGITS) {
        throw new ValueError(`its ${name} must be a whole number of ${MOST_DIGITS} digits at most`);
      }
    }
    if (typeof fraction !== 'string' || !/^\d*$/.test(fraction)) throw new ValueError('its fraction must be digits');
    // `+ 0` turns a negative zero into zero.
    this.years = years + 0;
    this.months = months + 0;
    this.days = days + 0;
    this.hours = hours + 0;
    this.minutes = minutes + 0;
    this.seconds = seconds + 0;
    this.fraction = withoutTrailingZeros(fraction);
    this.negative = negative && !this.isZero;
  }

  /** Parses the lexical form of xs:duration. @throws {ValueError} */
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

  get isZero(): boolean {
    const { years, months, days, hours, minutes, seconds, fraction } = this;
    return years + months + days + hours + minutes + seconds === 0 && fraction === '';
  }

  /** The lexical form without parts that are zero; `PT0S` when all are. */
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

  /** Whether all parts are equal. `compare` returns 0 for the same length of time. */
  equals(other: Duration): boolean {
    return this.toString() === other.toString();
  }

  /**
   * Negative when this one is shorter, positive when longer, 0 when equally long; NaN when that depends on the month, as for
   * `P1M` and `P30D` (XML Schema part 2, 3.2.6.2).
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

  /** The end of the duration that starts on the first of a month: seconds since 1970, and a fraction. */
  #endAfter(year: number, month: number): End {
    const sign = this.negative ? -1n : 1n;
    const months = sign * (BigInt(this.years) * 12n + BigInt(this.months)) + BigInt(year * 12 + month - 1);
    // The calendar repeats every 400 years, which are 146,097 days.
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

/** One minus a fraction whose last digit is not zero. */
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

/** xs:duration as text (XML Schema part 2, 3.2.6). */
export const duration: SimpleType<string> = {
  name: 'duration',
  compare: (a, b) => Duration.parse(a).compare(Duration.parse(b)),
  parse(text) {
    const value = collapse(text);
    if (!LEXICAL.test(value)) throw new ValueError(NO_DURATION);
    return value;
  },
  print(value) {
    if (typeof value !== 'string' || !LEXICAL.test(value)) throw new ValueError(NO_DURATION);
    return value;
  },
};

/** xs:duration as an object. */
export const durationExact: SimpleType<Duration> = {
  name: 'duration',
  compare: (a, b) => a.compare(b),
  parse: (text) => Duration.parse(collapse(text)),
  print(value) {
    if (!(value instanceof Duration)) throw new ValueError('it must be a Duration');
    return value.toString();
  },
};
