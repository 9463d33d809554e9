import { type ComponentConstruct, type Constructs, choice, either, flag, key, listOf, type Rule } from './construct.ts';
import * as shared from './shared-keys.ts';

const innerRecordKeys = {
  $doc: shared.doc,
  $reserved: shared.reserved('Names of fields and attributes'),
  $mixed: flag('Text may stand between the elements.'),
  ...shared.derivation,
  $order: shared.order(['sequence', 'choice', 'all']),
  $attributes: shared.attributeList,
  $text: key(
    { kind: 'construct', of: 'text' },
    'The content is text of this simple type, beside which the record has attributes alone.',
  ),
};

const recordRules: readonly Rule[] = [
  { rule: 'exclusive', keys: ['$extends', '$restricts'] },
  {
    rule: 'excludes',
    key: '$text',
    others: ['$order', '$mixed'],
    what: 'A record with "$text"',
  },
];

const attributeUseKeys = {
  optional: shared.optional,
  prohibited: flag('The attribute must be absent, in a record that restricts another.'),
  ...shared.fallbacks,
};

const attributeNotes = {
  sensitive: shared.sensitive,
  mapping: shared.mapping,
  ...shared.notes,
  name: shared.typeScriptName,
};

/** The components of XML Schema that messages consist of, but for simple types. */
export const componentConstructs: Constructs<ComponentConstruct> = {
  record: {
    title: 'a record',
    doc: 'A complex type: its fields, in the order of the message.',
    example: '{ $doc: What somebody wants., Number: int, Note: string? }',
    keys: {
      ...shared.dollarNotes,
      $name: shared.typeScriptName,
      ...innerRecordKeys,
      $abstract: flag('Only records that extend it can be sent.'),
      $block: shared.blockOfRecord,
      $final: shared.final,
    },
    members: shared.particles,
    rules: recordRules,
  },
  innerRecord: {
    title: 'a record',
    doc: 'An anonymous record.',
    example: '{ Sku: string, Count: int }',
    keys: innerRecordKeys,
    members: shared.particles,
    rules: recordRules,
  },
  field: {
    title: 'a field',
    doc: 'A type (`string`, `string?` optional, `Item[]` or `Item[1..10]` repeated), or the long form.',
    example: '{ type: string, optional: true, doc: The name. }',
    short: { kind: 'typeExpression' },
    keys: {
      ...shared.typeKeys,
      element: shared.element,
      ...shared.occurrence,
      nillable: shared.nillable,
      attribute: flag('The field is an attribute, like those under `$attributes`.'),
      ...shared.fallbacks,
      example: key('literal', 'A value for sample messages and the test forms of the pages.'),
      form: shared.form,
      ...shared.notes,
      sensitive: shared.sensitive,
      stream: shared.stream,
      mapping: shared.mapping,
      block: shared.blockOfElement,
      constraints: shared.constraints,
      name: shared.typeScriptName,
    },
    rules: [
      ...shared.once,
      shared.manyOrOptional,
      shared.oneFallback,
      {
        rule: 'excludes',
        key: 'attribute',
        others: ['record', 'element', 'many', 'occurs', 'nillable', 'stream', 'example', 'block', 'constraints'],
        what: 'An attribute',
        flag: true,
      },
      shared.ofReference('A field that is a global element', [
        ...shared.notOfReferences,
        'example',
        'block',
        'constraints',
      ]),
      { rule: 'excludes', key: 'sensitive', others: ['example'], what: 'A secret', flag: true },
      ...shared.streamRules,
      { rule: 'special', name: 'mapping' },
    ],
  },
  text: {
    title: '"$text"',
    subject: 'text',
    doc: 'The simple type of the text in a record, or the long form.',
    example: '{ type: decimal, name: amount }',
    short: { kind: 'typeName' },
    keys: {
      type: shared.simpleType,
      sensitive: shared.sensitive,
      mapping: shared.mapping,
      doc: shared.doc,
      name: shared.typeScriptName,
    },
    rules: [{ rule: 'required', keys: ['type'] }],
  },
  group: {
    title: 'a group',
    doc: 'A model group: fields that several records share.',
    example: '{ $order: choice, Email: string, Phone: string }',
    keys: {
      ...shared.dollarNotes,
      $name: shared.typeScriptName,
      $order: shared.order(['sequence', 'choice']),
    },
    members: shared.particles,
  },
  innerGroup: {
    title: 'a group',
    doc: 'The fields of a choice or a sequence, which is one property of the record.',
    example: '{ Card: string, Iban: string }',
    keys: shared.dollarNotes,
    members: shared.particles,
    filled: true,
  },
  groupUse: {
    title: 'a use of a group',
    subject: 'group',
    doc: 'A group by its name, or the long form.',
    example: '{ group: Contact, doc: Whom to call. }',
    short: { kind: 'reference' },
    keys: { group: key('reference', 'The name of the group.'), ...shared.notes },
    rules: [{ rule: 'required', keys: ['group'] }],
  },
  wildcard: {
    title: 'a wildcard',
    doc: 'Any elements or attributes, or those that the map allows.',
    example: '{ namespaces: other, process: lax }',
    short: either('true', 'nothing'),
    keys: {
      namespaces: key(
        'namespaces',
        "`any`, `other` (than that of the record), or a list of namespaces, prefixes, `##local` (none) and `##targetNamespace` (the record's).",
      ),
      process: key(choice(['strict', 'lax', 'skip']), 'How validating receivers process the content.', 'lax'),
      ...shared.notes,
    },
  },
  element: {
    title: 'an element',
    doc: 'A global element: its type, or the long form.',
    example: '{ type: string, nillable: true }',
    short: { kind: 'typeName' },
    keys: {
      ...shared.typeKeys,
      abstract: flag('Only elements that substitute it can be sent.'),
      substitutes: key('reference', 'The element that this one can substitute; its type is the default of `type`.'),
      nillable: shared.nillable,
      ...shared.fallbacks,
      sensitive: shared.sensitive,
      stream: shared.stream,
      mapping: shared.mapping,
      block: shared.blockOfElement,
      final: shared.final,
      constraints: shared.constraints,
      ...shared.notes,
      name: shared.typeScriptName,
    },
    rules: [
      { rule: 'exclusive', keys: ['type', 'record'] },
      { rule: 'required', keys: ['type', 'record', 'substitutes'] },
      shared.oneFallback,
      ...shared.streamRules,
    ],
  },
  constraint: {
    title: 'an identity constraint',
    subject: 'constraint',
    doc: 'Values of fields that are unique, are a key, or refer to a key.',
    example: '{ unique: byNumber, selector: Line, fields: [Number] }',
    keys: {
      unique: key('xmlName', 'A name: no two of the elements have the same values.'),
      key: key('xmlName', 'A name: the values are unique, and none is absent.'),
      keyref: key('xmlName', 'A name: the values are those of a key.'),
      refer: key('reference', 'The key of a `keyref`.'),
      selector: key('note', 'An XPath to the elements, with the names that the file has.'),
      fields: key(listOf('note', { filled: true }), 'XPaths from there to the values.'),
      ...shared.notes,
    },
    rules: [
      { rule: 'exclusive', keys: ['unique', 'key', 'keyref'] },
      { rule: 'required', keys: ['unique', 'key', 'keyref'] },
      { rule: 'required', keys: ['selector'] },
      { rule: 'required', keys: ['fields'] },
      { rule: 'needs', key: 'keyref', other: 'refer' },
      { rule: 'needs', key: 'refer', other: 'keyref' },
    ],
  },
  attributes: {
    title: 'attributes',
    doc: 'Attributes, by name.',
    example: '{ id: ID, lang: language?, $groups: [Audit] }',
    keys: { $groups: shared.groupList },
    members: shared.attributeMembers,
  },
  attributeGroup: {
    title: 'an attribute group',
    doc: 'Attributes that several records share.',
    example: '{ $doc: Who changed it., by: string, at: dateTime? }',
    keys: {
      ...shared.dollarNotes,
      $name: shared.typeScriptName,
      $groups: shared.groupList,
    },
    members: shared.attributeMembers,
  },
  attribute: {
    title: 'an attribute',
    doc: 'A simple type (`string`, `string?` optional), or the long form.',
    example: '{ type: boolean, default: false }',
    short: { kind: 'optionalType' },
    keys: { type: shared.simpleType, ...attributeUseKeys, form: shared.form, ...attributeNotes },
    rules: [{ rule: 'required', keys: ['type', 'prohibited'] }, shared.oneFallback],
  },
  attributeUse: {
    title: 'a reference to an attribute',
    subject: 'attribute',
    doc: 'A reference to a global attribute: `true`, or the long form.',
    example: '{ optional: true }',
    short: { kind: 'true' },
    keys: { ...attributeUseKeys, ...attributeNotes },
    rules: [shared.oneFallback],
  },
  globalAttribute: {
    title: 'a global attribute',
    subject: 'attribute',
    doc: 'A global attribute: its simple type, or the long form.',
    example: '{ type: language, default: en }',
    short: { kind: 'typeName' },
    keys: {
      type: shared.simpleType,
      ...shared.fallbacks,
      ...shared.notes,
      name: shared.typeScriptName,
    },
    rules: [{ rule: 'required', keys: ['type'] }, shared.oneFallback],
  },
};

const facets = {
  enum: key('describedValues', 'The allowed values: a list, or a map from each to its documentation.'),
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
  union: key(listOf('simpleType', { filled: true, unique: false }), 'Types of which a value may have any.'),
};

const oneVariety: Rule = { rule: 'exclusive', keys: ['base', 'list', 'union'] };

export const simpleTypeConstructs: Constructs<'type' | 'innerType'> = {
  type: {
    title: 'a type',
    doc: 'A simple type: a list of values, or the long form.',
    example: '{ base: token, pattern: "[A-Z]{2}" }',
    short: { kind: 'values' },
    keys: {
      ...varieties,
      ...facets,
      mapping: shared.mapping,
      ...shared.notes,
      reserved: shared.reserved('Values'),
      final: shared.finalOfType,
      name: shared.typeScriptName,
    },
    rules: [oneVariety, { rule: 'required', keys: ['base', 'list', 'union', 'enum'] }],
  },
  innerType: {
    title: 'a type',
    doc: 'An anonymous simple type: a list of values, or a map.',
    example: '{ enum: [new, used] }',
    short: { kind: 'values' },
    keys: { ...varieties, ...facets, mapping: shared.mapping, doc: shared.doc, reserved: shared.reserved('Values') },
    rules: [oneVariety],
  },
};
