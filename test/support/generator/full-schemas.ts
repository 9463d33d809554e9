/** Schemas with every construct of XML Schema in the model. */
import type { IdentityConstraint, NamedType, QName, Schema } from '../../../src/contract/model/index.ts';
import { bare, colours, legacy, main, simpleTypes, string } from './full-simple-types.ts';
import {
  anonymous,
  attribute,
  builtIn,
  complex,
  element,
  foreign,
  global,
  group,
  many,
  named,
  once,
  optional,
  record,
  restriction,
  schema,
  untyped,
} from './schema-components.ts';

const xml = (local: string): QName => ({ namespace: 'http://www.w3.org/XML/1998/namespace', local });

const base: readonly NamedType[] = [
  record(main('Animal'), [element(main('Name'), string)], {
    abstract: true,
    doc: 'Any animal.',
    deprecated: 'Soon.',
    since: '0.9',
    typeScriptName: 'Beast',
    reserved: ['Weight', 'Legs'],
  }),
  record(main('Dog'), [element(main('Barks'), builtIn('boolean'), optional, { default: 'true' })], {
    derivation: { method: 'extension', base: main('Animal') },
    attributes: [attribute(bare('tag'), builtIn('ID'))],
  }),
  record(main('Puppy'), [], { derivation: { method: 'extension', base: main('Dog') } }),
  record(
    main('QuietDog'),
    [element(main('Name'), string), element(main('Barks'), builtIn('boolean'), { min: 0, max: 0 })],
    {
      derivation: { method: 'restriction', base: main('Dog') },
      attributes: [attribute(bare('tag'), builtIn('ID'), { use: 'prohibited' })],
    },
  ),
  record(main('Price'), [], {
    content: {
      kind: 'simple',
      type: builtIn('decimal'),
      sensitive: true,
      mapping: 'number',
      doc: 'The sum.',
      typeScriptName: 'amount',
    },
    attributes: [attribute(bare('currency'), named(main('Code')), { use: 'required', doc: 'ISO 4217.' })],
  }),
  record(main('NetPrice'), [], {
    content: { kind: 'simple', type: builtIn('decimal'), sensitive: false },
    derivation: { method: 'extension', base: main('Price') },
    attributes: [attribute(bare('tax'), named(main('Percent')), { default: '20' })],
  }),
  record(main('SmallPrice'), [], {
    content: {
      kind: 'simple',
      type: anonymous(restriction(builtIn('decimal'), { maxInclusive: '9.99' })),
      sensitive: false,
    },
    derivation: { method: 'restriction', base: main('Price') },
  }),
  record(main('EuroPrice'), [], {
    content: { kind: 'simple', type: builtIn('decimal'), sensitive: false },
    derivation: { method: 'restriction', base: main('Price') },
    attributes: [attribute(bare('currency'), named(main('Code')), { use: 'required', fixed: 'EU' })],
  }),
  record(main('Shade'), [], { content: { kind: 'simple', type: anonymous(colours), sensitive: false } }),
  record(main('Shade.text'), []),
  record(main('Letter'), [element(main('Bold'), string, many)], { mixed: true }),
];

const attributes = record(main('Attributes'), [], {
  attributes: [
    attribute(bare('id'), builtIn('ID'), { use: 'required', typeScriptName: 'identity', deprecated: 'a', since: 'b' }),
    attribute(main('qualified'), builtIn('language'), { default: 'en' }),
    attribute(bare('fixed'), builtIn('int'), { fixed: '5' }),
    attribute(bare('secret'), string, { sensitive: true, doc: 'Hidden.' }),
    attribute(bare('big'), builtIn('long'), { mapping: 'string' }),
    attribute(bare('size'), anonymous(restriction(builtIn('int'), { minInclusive: '1' }))),
    attribute(legacy('origin'), string, { reference: true, use: 'required' }),
    attribute(xml('lang'), builtIn('language'), { reference: true }),
    attribute(xml('space'), string, { reference: true }),
  ],
  attributeGroups: [main('Audit')],
  anyAttribute: { namespaces: '##other', processContents: 'lax', typeScriptName: 'others', doc: 'Whatever else.' },
});

const contents: readonly NamedType[] = [
  record(main('Payment'), [
    element(main('amount'), builtIn('decimal'), once, { sensitive: true, mapping: 'number', nillable: true }),
    element(main('data'), builtIn('base64Binary'), optional, { stream: true }),
    element(main('size'), builtIn('int'), once, {
      fixed: '5',
      typeScriptName: 'dimension',
      deprecated: 'x',
      since: 'y',
    }),
    element(main('tags'), string, { min: 1, max: 10 }),
    element(bare('unqualified'), string, optional, { doc: 'Of another form.' }),
    element(main('status'), anonymous(colours)),
    element(
      main('lines'),
      anonymous(complex([element(main('sku'), string), element(main('n'), builtIn('int'))])),
      many,
    ),
    element(
      main('shade'),
      anonymous(complex([], { content: { kind: 'simple', type: anonymous(colours), sensitive: false } })),
      optional,
    ),
    element(main('anything'), builtIn('anyType'), optional),
    element(main('untyped'), untyped, optional),
    group(
      'choice',
      [
        element(main('card'), named(main('Price'))),
        group('sequence', [element(main('iban'), string), element(main('bic'), string, optional)], {
          typeScriptName: 'transfer',
        }),
      ],
      { typeScriptName: 'method', occurs: optional, doc: 'How it is paid.', deprecated: 'p', since: 'q' },
    ),
    group('sequence', [element(main('a'), builtIn('int')), element(main('b'), builtIn('int'))], {
      occurs: { min: 1, max: 3 },
      typeScriptName: 'rows',
    }),
    { kind: 'elementReference', name: main('Note'), occurs: optional, typeScriptName: 'note', doc: 'A word.' },
    { kind: 'elementReference', name: main('Shape'), occurs: many },
    { kind: 'elementReference', name: legacy('Old'), occurs: optional },
    { kind: 'elementReference', name: bare('Nowhere'), occurs: optional },
    { kind: 'groupReference', name: main('Contact'), occurs: many, typeScriptName: 'contact' },
    { kind: 'groupReference', name: main('Either'), occurs: once },
    {
      kind: 'any',
      occurs: many,
      typeScriptName: 'extra',
      doc: 'Of others.',
      wildcard: { namespaces: ['urn:extra', '##local'], processContents: 'skip' },
    },
  ]),
  record(main('Unordered'), [], {
    content: {
      kind: 'elements',
      particle: group('all', [element(main('x'), string), element(main('y'), string, optional)], { occurs: optional }),
    },
  }),
  record(main('Alternatives'), [], {
    content: {
      kind: 'elements',
      particle: group('choice', [element(main('x'), string), element(main('y'), builtIn('int'))], { occurs: many }),
    },
  }),
  record(main('Tree'), [element(main('Branch'), named(main('Tree')), many, { block: ['substitution'] })], {
    block: ['restriction'],
    final: ['extension', 'restriction'],
    foreign: [
      ...foreign('type'),
      { name: { namespace: 'http://schemas.xmlsoap.org/wsdl/', local: 'arrayType' }, value: '{urn:legacy}Thing[,]' },
    ],
    appinfo: [
      '<xs:appinfo xmlns:xs="http://www.w3.org/2001/XMLSchema" source="urn:a">\n  A <b>tree</b>.\n</xs:appinfo>',
    ],
  }),
  record(main('Wrapped'), [], { content: { kind: 'elements', particle: element(main('only'), string) } }),
  record(main('Open'), [], {
    content: {
      kind: 'elements',
      particle: { kind: 'any', occurs: many, wildcard: { namespaces: '##any', processContents: 'lax' } },
    },
    anyAttribute: { namespaces: ['##targetNamespace', 'urn:extra'], processContents: 'strict' },
  }),
  record(main('ExtendsLegacy'), [element(main('More'), string)], {
    derivation: { method: 'extension', base: legacy('Thing') },
  }),
  record(main('HasNowhere'), [element(main('In'), named(bare('Nothing')))]),
];

const constraints: readonly IdentityConstraint[] = [
  {
    kind: 'key',
    name: main('bySku'),
    selector: './/{urn:whole}lines',
    fields: ['{urn:whole}sku', '@tag'],
    doc: 'One line for each.',
    foreign: foreign('key'),
  },
  { kind: 'unique', name: main('byTag'), selector: '{urn:whole}tags|{urn:other}*', fields: ['.'] },
  { kind: 'keyref', name: main('ofSku'), selector: '*', fields: ['sku', '@tag'], refer: main('bySku') },
];

export const fullSchemas: readonly Schema[] = [
  schema('urn:whole', {
    elements: [
      global(main('Note'), string, { nillable: true, default: 'none', doc: 'Of any thing.', sensitive: true }),
      global(main('Shape'), named(main('Tree')), { abstract: true, block: ['extension'], final: ['restriction'] }),
      global(main('Constrained'), named(main('Payment')), { constraints }),
      global(main('Named'), builtIn('QName'), { default: '{urn:legacy}Old' }),
      global(main('Circle'), named(main('Tree')), { substitutionGroup: main('Shape') }),
      global(main('Old'), named(legacy('Thing')), { substitutionGroup: legacy('Old') }),
      global(main('Anonymous'), anonymous(complex([element(main('Kind'), anonymous(colours))]))),
      global(main('Shade'), anonymous(colours)),
      ...['Payment', 'Animal', 'Attributes'].map((name) => global(main(name), named(main(name)))),
    ],
    types: [...simpleTypes, ...base, attributes, ...contents],
    notations: [{ name: main('jpeg'), public: 'image/jpeg', system: 'viewer', doc: 'A picture.' }],
    foreign: foreign('schema'),
    appinfo: ['<xs:appinfo xmlns:xs="http://www.w3.org/2001/XMLSchema">Of all.</xs:appinfo>'],
    attributes: [
      { name: main('unit'), type: named(main('Code')), doc: 'Of measure.', default: 'KG', typeScriptName: 'measure' },
    ],
    groups: [
      {
        name: main('Contact'),
        doc: 'Where to write.',
        typeScriptName: 'Reach',
        particle: group('sequence', [
          element(main('email'), string),
          element(
            main('shade'),
            anonymous(complex([], { content: { kind: 'simple', type: anonymous(colours), sensitive: false } })),
          ),
        ]),
      },
      {
        name: main('Either'),
        particle: group('choice', [element(main('left'), string), element(main('right'), string)], {
          doc: 'Never both.',
        }),
      },
    ],
    attributeGroups: [
      {
        name: main('Audit'),
        doc: 'Who and when.',
        attributes: [attribute(bare('by'), string)],
        attributeGroups: [main('Inner')],
      },
      {
        name: main('Inner'),
        attributes: [attribute(main('unit'), named(main('Code')), { reference: true, default: 'KM' })],
        attributeGroups: [],
        anyAttribute: { namespaces: '##other', processContents: 'lax' },
      },
    ],
  }),
  schema('urn:legacy', {
    prefix: 'old',
    elementFormDefault: 'unqualified',
    attributeFormDefault: 'qualified',
    elements: [global(legacy('Old'), named(legacy('Thing')))],
    types: [
      record(
        legacy('Thing'),
        [element(bare('plain'), string), element(legacy('proper'), named(main('Colour')), optional)],
        {
          attributes: [attribute(legacy('own'), string), attribute(bare('none'), string)],
        },
      ),
    ],
    attributes: [{ name: legacy('origin'), type: string, fixed: 'here' }],
  }),
  schema('', {
    elements: [global(bare('Nowhere'), named(bare('Nothing')))],
    types: [
      record(bare('Nothing'), [element(bare('x'), string, optional)], { attributes: [attribute(bare('y'), string)] }),
    ],
  }),
  schema('urn:clash', { prefix: 'soap', types: [record({ namespace: 'urn:clash', local: 'Clash' }, [])] }),
];
