import { collapse } from '../xml/chars.ts';
import { beginsWithDay, daysInMonth } from './calendar.ts';
import { compareMoments, type MomentFields, moment, offsetOf, withoutTrailingZeros } from './moment.ts';
import { type SimpleType, ValueError } from './simple-type.ts';

const ZONE = '(Z|[+-](?:(?:0\\d|1[0-3]):[0-5]\\d|14:00))?';
const YEAR = '(?<year>-?(?:[1-9]\\d{3}\\d+|\\d{4}))';
const MONTH = '(?<month>0[1-9]|1[0-2])';
const DAY = '(?<day>0[1-9]|[12]\\d|3[01])';
const TIME =
  '(?:(?<hour>[01]\\d|2[0-3]):(?<minute>[0-5]\\d):(?<second>[0-5]\\d)(?:\\.(?<fraction>\\d+))?|24:00:00(?:\\.0+)?)';

/** The parts of a lexical form, as text. */
type Parts = Readonly<Partial<Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'fraction', string>>>;

/** A date or a part of one, as text. Its zone, or the absence of one, is part of the value. */
function calendar(name: string, form: string, example: string): SimpleType<string> {
  const lexical = new RegExp(`^${form}(?<zone>${ZONE})$`);
  const expected = `it must look like ${example}`;
  const match = (text: string): { readonly [name: string]: string | undefined } => {
    const groups = lexical.exec(text)?.groups;
    if (groups === undefined) throw new ValueError(expected);
    return groups;
  };
  const read = (text: string): string => {
    const reason = wrongDay(match(text));
    if (reason !== undefined) throw new ValueError(reason);
    return text;
  };
  const momentOf = (text: string) => {
    const groups = match(text);
    return moment({ ...fields(groups), offset: offsetOf(groups.zone ?? '') });
  };
  return {
    name,
    compare: (a, b) => compareMoments(momentOf(a), momentOf(b)),
    parse: (text) => read(collapse(text)),
    print(value) {
      if (typeof value !== 'string') throw new ValueError('it must be a string');
      return read(value);
    },
  };
}

/** The reason why a day does not exist; undefined when it does. */
function wrongDay({ year, month, day }: Parts): string | undefined {
  if (year !== undefined && /^-?0+$/.test(year)) return 'there is no year 0000';
  if (month === undefined || day === undefined) return undefined;
  const days = daysInMonth(year === undefined ? LEAP_YEAR : likeYear(year), Number(month));
  return Number(day) > days ? 'its month has fewer days' : undefined;
}

/** A short year that is a leap year exactly when the given one is; the year before 1 is -1. */
function likeYear(text: string): number {
  const last = Number(text.slice(-4)) % 400;
  return text.startsWith('-') ? 2001 - last : last + 2000;
}

const LEAP_YEAR = 2000;

/** The first moment of the value, for comparison; parts that the type lacks are constant (XML Schema part 2, 3.2.8 to 3.2.14). */
function fields({ year, month, day, hour, minute, second, fraction = '' }: Parts): Omit<MomentFields, 'offset'> {
  return {
    year: Number(year ?? LEAP_YEAR),
    month: Number(month ?? 1),
    day: Number(day ?? 1),
    // 24:00:00 has no named groups, and equals 00:00:00.
    hour: Number(hour ?? 0),
    minute: Number(minute ?? 0),
    second: Number(second ?? 0),
    fraction: withoutTrailingZeros(fraction),
  };
}

const anyDate: SimpleType<string> = /* @__PURE__ */ calendar('date', `${YEAR}-${MONTH}-${DAY}`, '2024-12-31');

/** The usual form of a date, checked without a RegExp. */
function isPlainDate(text: unknown): text is string {
  return typeof text === 'string' && text.length === 10 && beginsWithDay(text);
}

export const date: SimpleType<string> = {
  ...anyDate,
  parse: (text) => (isPlainDate(text) ? text : anyDate.parse(text)),
  print: (value) => (isPlainDate(value) ? value : anyDate.print(value)),
};
export const time: SimpleType<string> = /* @__PURE__ */ calendar('time', TIME, '23:59:59.123');
export const gYear: SimpleType<string> = /* @__PURE__ */ calendar('gYear', YEAR, '2024');
export const gYearMonth: SimpleType<string> = /* @__PURE__ */ calendar('gYearMonth', `${YEAR}-${MONTH}`, '2024-12');
export const gMonth: SimpleType<string> = /* @__PURE__ */ calendar('gMonth', `--${MONTH}`, '--12');
export const gMonthDay: SimpleType<string> = /* @__PURE__ */ calendar('gMonthDay', `--${MONTH}-${DAY}`, '--12-31');
export const gDay: SimpleType<string> = /* @__PURE__ */ calendar('gDay', `---${DAY}`, '---31');

const DAY_ONLY = /^(\d{4})-(\d\d)-(\d\d)/;

/**
 * xs:date as a Date: the start of its day in UTC. The zone is lost. Years outside 0001-9999 are rejected, and so is a Date
 * with a time of day.
 */
export const dateAsDate: SimpleType<Date> = {
  name: 'date',
  exact: date,
  compare: (a, b) => a.getTime() - b.getTime(),
  parse(text) {
    const day = DAY_ONLY.exec(date.parse(text));
    if (day === null) throw new ValueError('its year must be between 0001 and 9999');
    return new Date(`${day[0]}T00:00:00Z`);
  },
  print(value) {
    if (!(value instanceof Date)) throw new ValueError('it must be a Date');
    if (Number.isNaN(value.getTime())) throw new ValueError('it is an invalid Date');
    if (value.getTime() % 86_400_000 !== 0) throw new ValueError('it must be the start of a day in UTC');
    const text = value.toISOString();
    if (!DAY_ONLY.test(text) || text.startsWith('0000')) throw new ValueError('its year must be between 0001 and 9999');
    return text.slice(0, 10);
  },
};
