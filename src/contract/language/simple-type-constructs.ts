import { type Constructs, choice, key, listOf, type Rule } from './construct.ts';
import * as shared from './shared-keys.ts';

const facets = {
  enum: key('describedValues', 'The allowed values: a list, or a map from each to its documentation or its notes.'),
  pattern: key('regularExpression', 'A regular expression of XML Schema that must match the whole value.'),
  length: key('count', 'The exact length: in characters, in bytes of binary types, in items of lists.'),
  minLength: key('count', 'The least length.'),
  maxLength: key('count', 'The greatest length.'),
  min: key('bound', 'The least value: minInclusive.'),
  minExclusive: key('bound', 'Values must be greater.'),
  max: key('bound', 'The greatest value: maxInclusive.'),
  maxExclusive: key('bound', 'Values must be less.'),
  totalDigits: key('count', 'The number of digits that a value may have.'),
  fractionDigits: key('count', 'The number of digits that a value may have after the decimal point.'),
  whiteSpace: key(choice(['preserve', 'replace', 'collapse']), 'How white space is normalised before validation.'),
};

export const facetKeys: readonly string[] = Object.keys(facets);

const varieties = {
  base: key(
    'simpleType',
    'The type to restrict: a built-in simple type, another simple type, or one defined in place.',
  ),
  list: key('simpleType', 'The type of the items of a list, which are separated by white space.'),
  union: key(listOf('simpleType', { filled: true, unique: false }), 'The types that a value may have.'),
};

const typeKeys = {
  ...varieties,
  ...facets,
  mapping: shared.mapping,
  ...shared.notes,
  reserved: shared.reserved('Values'),
  name: shared.typeScriptName,
};

const oneVariety: Rule = { rule: 'exclusive', keys: ['base', 'list', 'union'] };

export const simpleTypeConstructs: Constructs<'type' | 'innerType' | 'value'> = {
  type: {
    title: 'a type',
    doc: 'A simple type: a list of values, or the long form.',
    example: '{ base: token, pattern: "[A-Z]{2}" }',
    short: { kind: 'values' },
    keys: { ...typeKeys, final: shared.finalOfType },
    rules: [oneVariety, { rule: 'required', keys: ['base', 'list', 'union', 'enum'] }],
  },
  innerType: {
    title: 'a type',
    doc: 'An anonymous simple type: a list of values, or a map.',
    example: '{ enum: [new, used] }',
    short: { kind: 'values' },
    keys: typeKeys,
    rules: [oneVariety],
  },
  value: {
    title: 'a value',
    doc: 'Notes about one of the values in `enum`, where there is more than documentation.',
    example: '{ doc: Not yet paid., deprecated: Use due. }',
    keys: shared.notes,
  },
};
