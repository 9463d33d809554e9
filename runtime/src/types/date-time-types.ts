import { collapse } from '../xml/chars.ts';
import { DateTime, DateTimeError } from './date-time.ts';
import { printDate } from './instant.ts';
import { compareMoments, moment } from './moment.ts';
import { type SimpleType, ValueError } from './simple-type.ts';

function parsed(text: string): DateTime {
  return reasoned(() => DateTime.parse(collapse(text)));
}

function reasoned<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw error instanceof DateTimeError ? new ValueError(error.reason) : error;
  }
}

/** xs:dateTime with all its digits, and its zone or the absence of one, which counts when two are compared. */
export const dateTimeExact: SimpleType<DateTime> = {
  name: 'dateTime',
  compare: (a, b) => compareMoments(moment(a), moment(b)),
  parse: parsed,
  print(value) {
    if (!(value instanceof DateTime)) throw new ValueError('it must be a DateTime');
    return value.toString();
  },
};

/** xs:dateTime as an instant, as `readInstant` reads it. */
export const dateTime: SimpleType<Date> = {
  name: 'dateTime',
  exact: dateTimeExact,
  compare: (a, b) => a.getTime() - b.getTime(),
  parse: (text) => {
    const exact = parsed(text);
    return reasoned(() => exact.toDate());
  },
  print: printDate,
};
