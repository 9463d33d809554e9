/** Simple types of every kind. */
import type { NamedType, QName, SimpleType } from '../../../src/contract/model/index.ts';
import { anonymous, builtIn, foreign, named, restriction } from './schema-components.ts';

export const main = (local: string): QName => ({ namespace: 'urn:whole', local });
/** Of elements in no namespace and attributes in its own. */
export const legacy = (local: string): QName => ({ namespace: 'urn:legacy', local });
/** Without a namespace. */
export const bare = (local: string): QName => ({ namespace: '', local });

export const string = builtIn('string');
export const colours = restriction(string, {
  enumeration: [{ value: 'red' }, { value: 'light blue', doc: 'Like the sky.' }],
});

const simple = (
  name: QName,
  variety: SimpleType['variety'],
  more: Omit<Partial<SimpleType>, 'name'> = {},
): NamedType => ({
  kind: 'simple',
  name,
  variety,
  ...more,
});

export const simpleTypes: readonly NamedType[] = [
  simple(
    main('Colour'),
    {
      kind: 'restriction',
      base: string,
      facets: {
        enumeration: [
          { value: 'red', doc: 'Warm.', deprecated: 'Use crimson.', since: '1.1', typeScriptName: 'Red' },
          { value: '"<&>\' ]]> &lt;\t\n' },
        ],
      },
    },
    {
      doc: 'A colour &amp; more.',
      deprecated: 'Old.',
      since: '1.0',
      typeScriptName: 'Color',
      reserved: ['light blue', 'x'],
    },
  ),
  simple(main('Code'), {
    kind: 'restriction',
    base: string,
    facets: { patterns: ['[A-Z]+', '.{2}', '[^Q]*'], whiteSpace: 'collapse', minLength: 2, maxLength: 2 },
  }),
  simple(
    main('Percent'),
    {
      kind: 'restriction',
      base: builtIn('decimal'),
      facets: { maxInclusive: '100.00', minExclusive: '-0.01', totalDigits: 5, fractionDigits: 2 },
    },
    { mapping: 'number' },
  ),
  simple(main('Bounded'), {
    kind: 'restriction',
    base: builtIn('double'),
    facets: { minInclusive: '-1.5', maxExclusive: '1E3' },
  }),
  simple(main('When'), {
    kind: 'restriction',
    base: builtIn('dateTime'),
    facets: { minInclusive: '2000-01-01T00:00:00Z' },
  }),
  simple(main('Checksum'), { kind: 'restriction', base: builtIn('hexBinary'), facets: { length: 4 } }),
  simple(main('Sizes'), {
    kind: 'restriction',
    base: anonymous({ kind: 'simple', variety: { kind: 'list', item: builtIn('int') } }),
    facets: { maxLength: 5 },
  }),
  simple(main('Colours'), { kind: 'list', item: anonymous(colours) }, { final: ['restriction', 'union'] }),
  simple(main('Codes'), {
    kind: 'restriction',
    base: builtIn('QName'),
    facets: { enumeration: [{ value: '{urn:codes}a', foreign: foreign('value') }, { value: '{urn:whole}b' }] },
  }),
  simple(main('SizeOrName'), {
    kind: 'union',
    members: [builtIn('int'), named(main('Colour')), anonymous(colours), named(main('Code'))],
  }),
];
