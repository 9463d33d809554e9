import { fields, values } from '../contract-view.ts';
import { each, type RuleDefinition } from '../rule.ts';
import { simpleOf } from '../simple-root.ts';

export const unboundedList: RuleDefinition = {
  id: 'unbounded-list',
  severity: 'info',
  preset: 'strict',
  summary: 'A list has a maximum number of items.',
  why: 'Each reader has a limit that the sender does not know: the runtime accepts 10,000 items by default, other servers fewer.',
  example: {
    before: 'records:\n  Order:\n    Line: "string[]"',
    after: 'records:\n  Order:\n    Line: "string[0..500]"',
  },
  remedy: 'Set a maximum ("[0..500]"), and return long results in pages.',
  check: each(fields, ({ occurs }) => occurs.max === 'unbounded' && 'has no maximum.'),
};

export const binaryWithoutStream: RuleDefinition = {
  id: 'binary-without-stream',
  severity: 'info',
  summary: 'Binary data of any size is streamed.',
  why: 'Without "stream: true" all bytes are in memory, twice while base64 is decoded. With it handlers receive a Blob, which can be on disk.',
  example: {
    before: 'operations:\n  Upload:\n    request: { Content: base64Binary }\n    result: Order',
    after:
      'operations:\n  Upload:\n    request:\n      Content: { type: base64Binary, stream: true }\n    result: Order',
  },
  remedy: 'Add "stream: true", or use a type with a "maxLength" for small data.',
  check: each(values, ({ type, stream, kind }, view) => {
    const simple = simpleOf(view, type);
    if (stream || kind !== 'field' || simple?.builtIn !== 'base64Binary') return undefined;
    const isBounded = simple.facets.some(({ maxLength, length }) => maxLength !== undefined || length !== undefined);
    return !isBounded && 'is base64Binary of any size, and not streamed.';
  }),
};

const maxPositions = 2_000;

export const largePattern: RuleDefinition = {
  id: 'large-pattern',
  summary: 'A pattern has at most 2,000 positions when its counts are expanded.',
  why: 'Validators of many toolkits expand the counts, and run out of memory or take exponential time. Soapwright counts repeated characters and sets; it copies repeated groups, and does not take more than 1,000 steps of them (SW1327).',
  example: {
    before: 'types:\n  Note: { base: string, pattern: "[a-z]{1,5000}" }\nrecords:\n  Order: { Note: Note }',
    after: 'types:\n  Note: { base: string, pattern: "[a-z]+", maxLength: 5000 }\nrecords:\n  Order: { Note: Note }',
  },
  remedy: 'Use "*" or "+" in the pattern, and "minLength" and "maxLength" for the number of characters.',
  check: each(values, ({ type }, view) => {
    const patterns = simpleOf(view, type)?.facets.flatMap((facets) => facets.patterns ?? []) ?? [];
    const positions = Math.max(0, ...patterns.map(positionsOf));
    const count = positions < 1e9 ? positions.toLocaleString('en-US') : 'more than a billion';
    return positions > maxPositions && `has a pattern of ${count} positions.`;
  }),
};

/**
 * Number of positions of a regular expression of XML Schema when its counts are expanded: one for each possible
 * occurrence of a character or set. `[a-z]{2,50}` has 50. Infinity if nested counts exceed the range of a number.
 */
export function positionsOf(pattern: string): number {
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
  /** Maximum of the quantifier, if there is one. */
  const times = (token: string): number => {
    const [, least = '', comma, most = ''] = /^\{(\d+)(,?)(\d*)\}$/.exec(token) ?? [];
    if (least !== '' || /^[?*+]$/.test(token)) at++;
    if (least === '') return 1;
    return Math.max(Number(most === '' ? least : most) + (comma !== '' && most === '' ? 1 : 0), 1);
  };

  return branches();
}
