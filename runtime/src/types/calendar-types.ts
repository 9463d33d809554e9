import { collapse } from '../xml/white-space.ts';
import { daysInMonth } from './calendar.ts';
import { type SimpleType, ValueError } from './simple-type.ts';

const ZONE = '(?:Z|[+-](?:(?:0\\d|1[0-3]):[0-5]\\d|14:00))?';
const YEAR = '(-?(?:[1-9]\\d{3}\\d+|\\d{4}))';
const MONTH = '(0[1-9]|1[0-2])';
const DAY = '(0[1-9]|[12]\\d|3[01])';

/** What a form's groups say together, or what is wrong with it. */
type Check = (...groups: readonly string[]) => string | undefined;

/** A part of the calendar as its text: the zone, or that there is none, is part of it. */
function calendar(name: string, form: string, example: string, check: Check = () => undefined): SimpleType<string> {
  const lexical = new RegExp(`^${form}${ZONE}$`);
  const wanted = `it must look like ${example}`;
  const read = (text: string): string => {
    const groups = lexical.exec(text);
    if (groups === null) throw new ValueError(wanted);
    const reason = check(...groups.slice(1));
    if (reason !== undefined) throw new ValueError(reason);
    return text;
  };
  return {
    name,
    parse: (text) => read(collapse(text)),
    print(value) {
      if (typeof value !== 'string') throw new ValueError('it must be a string');
      return read(value);
    },
  };
}

const year: Check = (text = '') => (/^-?0+$/.test(text) ? 'there is no year 0000' : undefined);

/** A year that is a leap year when this one is; the year before 1 is -1. */
function likeYear(text: string): number {
  const last = Number(text.slice(-4)) % 400;
  return text.startsWith('-') ? 2001 - last : last + 2000;
}

const validDate: Check = (yearText = '', month = '', day = '') => {
  const none = year(yearText);
  if (none !== undefined) return none;
  return Number(day) > daysInMonth(likeYear(yearText), Number(month)) ? 'its month has fewer days' : undefined;
};

const monthDay: Check = (month = '', day = '') =>
  Number(day) > daysInMonth(2000, Number(month)) ? 'its month has fewer days' : undefined;

export const date: SimpleType<string> = calendar('date', `${YEAR}-${MONTH}-${DAY}`, '2024-12-31', validDate);
export const time: SimpleType<string> = calendar(
  'time',
  '(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?|24:00:00(?:\\.0+)?)',
  '23:59:59.123',
);
export const gYear: SimpleType<string> = calendar('gYear', YEAR, '2024', year);
export const gYearMonth: SimpleType<string> = calendar('gYearMonth', `${YEAR}-${MONTH}`, '2024-12', year);
export const gMonth: SimpleType<string> = calendar('gMonth', `--${MONTH}`, '--12');
export const gMonthDay: SimpleType<string> = calendar('gMonthDay', `--${MONTH}-${DAY}`, '--12-31', monthDay);
export const gDay: SimpleType<string> = calendar('gDay', `---${DAY}`, '---31');

const DURATION = /^-?P(?=\d|T\d)(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+(?:\.\d+)?S)?)?$/;

/** xs:duration as its text (XML Schema part 2, 3.2.6). */
export const duration: SimpleType<string> = {
  name: 'duration',
  parse(text) {
    const value = collapse(text);
    if (!DURATION.test(value)) throw new ValueError('it must look like P1Y2M3DT4H5M6.7S');
    return value;
  },
  print(value) {
    if (typeof value !== 'string' || !DURATION.test(value)) throw new ValueError('it must look like P1Y2M3DT4H5M6.7S');
    return value;
  },
};
