import type { Rule } from '../rule.ts';
import { simpleOf } from '../simple-root.ts';
import { capital } from '../wording.ts';

export const unboundedList: Rule = {
  id: 'unbounded-list',
  category: 'size',
  severity: 'info',
  preset: 'strict',
  summary: 'A list says how many items it can have.',
  why: 'Whoever reads must set a limit, and whoever writes cannot know it: the runtime takes 10,000 items unless told otherwise, other servers fewer.',
  example: {
    before: 'records:\n  Order:\n    Line: "string[]"',
    after: 'records:\n  Order:\n    Line: "string[0..500]"',
  },
  remedy: 'Give a bound ("[0..500]"), and let long answers come in pages.',
  check: (view, tell) => {
    for (const { fields } of view.holders) {
      for (const field of fields) {
        if (field.occurs.max === 'unbounded') tell(field, `${capital(field.label)} has no bound.`);
      }
    }
  },
};

export const binaryWithoutStream: Rule = {
  id: 'binary-without-stream',
  category: 'size',
  severity: 'info',
  preset: 'recommended',
  summary: 'Binary of any size is streamed.',
  why: 'Without "stream: true" the bytes are held in memory as a whole, twice over while base64 is taken apart. With it handlers get a Blob, which may lie on disk.',
  example: {
    before: 'operations:\n  Upload:\n    request: { Content: base64Binary }\n    result: Order',
    after:
      'operations:\n  Upload:\n    request:\n      Content: { type: base64Binary, stream: true }\n    result: Order',
  },
  remedy: 'Add "stream: true", or give small binary a type with a "maxLength".',
  check: (view, tell) => {
    for (const { type, stream, kind, label, path, origin } of view.values) {
      if (stream || kind !== 'field') continue;
      const simple = simpleOf(view, type);
      if (simple?.builtIn !== 'base64Binary') continue;
      if (simple.facets.some(({ maxLength, length }) => maxLength !== undefined || length !== undefined)) continue;
      tell({ path, origin }, `${capital(label)} is base64Binary of any size, and not streamed.`);
    }
  },
};

/** Patterns of more places are left to the platform's own regular expressions, by the runtime. */
const placesAtMost = 2_000;

export const largePattern: Rule = {
  id: 'large-pattern',
  category: 'size',
  severity: 'warning',
  preset: 'recommended',
  summary: 'A pattern has no more than 2,000 places when its counts are written out.',
  why: 'Up to there the runtime matches any text in a time that grows with its length alone. A larger pattern, with repetitions in repetitions, is left to the regular expressions of JavaScript, and a short hostile text may keep those busy for ever; other validators write the counts out too, and run out of memory.',
  example: {
    before: 'types:\n  Note: { base: string, pattern: "([a-z]+ ?){1,5000}" }\nrecords:\n  Order: { Note: Note }',
    after:
      'types:\n  Note: { base: string, pattern: "([a-z]+ ?)+", maxLength: 5000 }\nrecords:\n  Order: { Note: Note }',
  },
  remedy: 'Let the pattern say which characters come, with "*" or "+", and "minLength" and "maxLength" how many.',
  check: (view, tell) => {
    for (const { type, label, path, origin } of view.values) {
      const patterns = simpleOf(view, type)?.facets.flatMap((facets) => facets.patterns ?? []) ?? [];
      const places = Math.max(0, ...patterns.map(placesOf));
      if (places <= placesAtMost) continue;
      const count = places < 1e9 ? places.toLocaleString('en-US') : 'more than a billion';
      tell({ path, origin }, `${capital(label)} has a pattern of ${count} places.`);
    }
  },
};

/**
 * How many places a regular expression of XML Schema has when its counts are written out: one for each character or
 * set, as often as it may come. `[a-z]{2,50}` has 50. Infinite where counts in counts come to more than a number holds.
 */
export function placesOf(pattern: string): number {
  const tokens = pattern.match(/\\[pP]\{[^}]*\}|\\.|\{\d+(?:,\d*)?\}|./gsu) ?? [];
  let at = 0;

  const branches = (): number => {
    let sum = 0;
    while (at < tokens.length && tokens[at] !== ')') {
      const token = tokens[at++];
      if (token === '|') continue;
      sum += atom(token) * times(tokens[at] ?? '');
    }
    return sum;
  };
  const atom = (token: string | undefined): number => {
    if (token === '[') {
      for (let depth = 1; depth > 0 && at < tokens.length; at++) {
        if (tokens[at] === '[') depth++;
        if (tokens[at] === ']') depth--;
      }
      return 1;
    }
    if (token !== '(') return 1;
    const inside = branches();
    at++;
    return inside;
  };
  /** Of the quantifier, if there is one. */
  const times = (token: string): number => {
    const [, least = '', comma, most = ''] = /^\{(\d+)(,?)(\d*)\}$/.exec(token) ?? [];
    if (least !== '' || /^[?*+]$/.test(token)) at++;
    if (least === '') return 1;
    return Math.max(Number(most === '' ? least : most) + (comma !== '' && most === '' ? 1 : 0), 1);
  };

  return branches();
}
