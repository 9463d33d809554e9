import { collapse } from '../xml/white-space.ts';
import { Duration, NO_DURATION } from './duration.ts';
import { type SimpleType, ValueError } from './simple-type.ts';

const LEXICAL = /^-?P(?=\d|T\d)(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+(?:\.\d+)?S)?)?$/;

/** xs:duration as its text (XML Schema part 2, 3.2.6). */
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

/** xs:duration by its parts. */
export const durationExact: SimpleType<Duration> = {
  name: 'duration',
  compare: (a, b) => a.compare(b),
  parse: (text) => Duration.parse(collapse(text)),
  print(value) {
    if (!(value instanceof Duration)) throw new ValueError('it must be a Duration');
    return value.toString();
  },
};
