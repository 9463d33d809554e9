import * as soap from '@soapwright/runtime';
import { describe, expect, it } from 'vitest';
import { cpuMilliseconds } from '../../test/support/cpu-time.ts';
import { type Facets, type SimpleDefinition, type SimpleTypeName, translatePattern } from '../contract/model/index.ts';
import { textOfPattern } from './sample-pattern.ts';
import { sampleValue, takesNothing } from './sample-value.ts';

const builtIn = (name: SimpleTypeName): SimpleDefinition => ({ kind: 'built-in', name, representation: 'string' });
const narrowed = (base: SimpleDefinition, facets: Facets): SimpleDefinition => ({
  kind: 'restriction',
  name: 'T',
  base,
  facets,
});
const colours = narrowed(builtIn('string'), { enumeration: [{ value: 'red' }, { value: 'green' }] });
const ints: SimpleDefinition = { kind: 'list', name: 'L', item: builtIn('int') };

describe('the sample of a simple type', () => {
  const found: readonly (readonly [definition: SimpleDefinition, sample: string | undefined])[] = [
    [builtIn('string'), 'text'],
    [builtIn('gDay'), '---03'],
    [colours, 'red'],
    [narrowed(colours, { enumeration: [{ value: 'green' }] }), 'green'],
    [narrowed(builtIn('string'), { length: 6 }), 'textte'],
    [narrowed(builtIn('string'), { maxLength: 2 }), 'te'],
    [narrowed(builtIn('hexBinary'), { length: 4 }), '01010101'],
    [narrowed(builtIn('base64Binary'), { minLength: 5 }), 'AAAAAAA='],
    [narrowed(builtIn('int'), { minInclusive: '10' }), '10'],
    [narrowed(builtIn('long'), { minExclusive: '9007199254740993' }), '9007199254740994'],
    [narrowed(builtIn('decimal'), { minExclusive: '0', maxExclusive: '1' }), '0.5'],
    [narrowed(builtIn('decimal'), { minInclusive: '0.001', fractionDigits: 3 }), '0.001'],
    [narrowed(builtIn('decimal'), { maxInclusive: '-1' }), '-1'],
    [narrowed(builtIn('dateTime'), { maxExclusive: '1999-01-01T00:00:00Z' }), '1998-01-01T00:00:00Z'],
    [narrowed(builtIn('date'), { minExclusive: '2030-06-01' }), '2031-06-01'],
    [narrowed(builtIn('duration'), { maxInclusive: 'PT1H' }), 'PT1H'],
    [narrowed(builtIn('gYear'), { minInclusive: '2050' }), '2050'],
    [narrowed(narrowed(builtIn('token'), { patterns: ['[A-Z]*'] }), { minLength: 3 }), 'AAA'],
    [narrowed(builtIn('int'), { patterns: ['[0-9]{3}'] }), '111'],
    [narrowed(builtIn('string'), { patterns: ['[A-Z]*'], minLength: 70 }), 'A'.repeat(70)],
    [ints, '0'],
    [narrowed(ints, { minLength: 2 }), '0 0'],
    [{ kind: 'union', name: 'U', members: [colours, builtIn('int')] }, 'red'],
    [narrowed(builtIn('int'), { minInclusive: '2', maxInclusive: '1' }), undefined],
    [narrowed(builtIn('string'), { patterns: ['a', 'b'] }), undefined],
  ];
  for (const [definition, sample] of found) {
    it(`P3: satisfies the type: ${sample}`, () => {
      expect(sampleValue(definition)).toBe(sample);
    });
  }

  it('P3: is accepted by the runtime', () => {
    const types: readonly (readonly [SimpleTypeName, soap.SimpleType<unknown>, soap.Facets])[] = [
      ['dateTime', soap.dateTimeExact, { maxExclusive: '1999-01-01T00:00:00Z' }],
      ['decimal', soap.decimal, { minExclusive: '0', maxExclusive: '1', fractionDigits: 1 }],
      ['hexBinary', soap.hexBinary, { length: 4 }],
      ['unsignedByte', soap.unsignedByte, { minExclusive: '254' }],
      ['double', soap.double, { maxExclusive: '-273.15' }],
    ];
    for (const [name, type, facets] of types) {
      const { patterns: _, enumeration: __, ...same } = facets;
      const sample = sampleValue(narrowed(builtIn(name), same as Facets)) ?? '';
      expect(() => soap.restriction(name, type, facets).parse(sample), sample).not.toThrow();
    }
  });

  it.each([
    '[A-Z]{2}',
    'a|bc',
    '(ab|c){2,}\\d+',
    '[^a-z]+',
    '[\\i-[:]][\\c-[:]]*',
    '\\p{Lu}\\P{L}?x.',
    '\\+\\(\\d{3}\\) [\\w\\-]{4,6}',
    "[\\i-[:]]*'`$\\{\\*/.*",
    '[\\]\\[]x',
    '\\p{IsGreek}{3}',
    '(a?b*){3}c',
    'x{0,5}y{2}z{3,}',
  ])('P3: matches the pattern %s', (pattern) => {
    const translated = translatePattern(pattern);
    for (const extra of [0, 1, 5]) {
      const text = textOfPattern(pattern, extra);
      if ('fault' in translated) continue;
      expect(text).toMatch(new RegExp(translated.source, translated.flags));
    }
  });

  it('P3: takes no noticeable time for a pattern of any length', () => {
    const time = cpuMilliseconds(() => {
      for (const pattern of ['(((a{1000}){1000}){1000})', `${'('.repeat(500)}a${')'.repeat(500)}`, 'a{999999999}']) {
        textOfPattern(pattern, 64);
      }
    });
    expect(time).toBeLessThan(1_000);
  });

  it('P3: may be empty text for some types', () => {
    expect(takesNothing(builtIn('string'))).toBe(true);
    expect(takesNothing(builtIn('int'))).toBe(false);
    expect(takesNothing(ints)).toBe(true);
    expect(takesNothing(narrowed(ints, { minLength: 1 }))).toBe(false);
    expect(takesNothing(narrowed(builtIn('string'), { patterns: ['a*'] }))).toBe(true);
    expect(takesNothing(narrowed(builtIn('string'), { minLength: 1 }))).toBe(false);
    expect(takesNothing({ kind: 'union', name: 'U', members: [builtIn('int'), builtIn('token')] })).toBe(true);
  });
});
