import { type LifeCycleKey, mappings } from '../model/index.ts';
import {
  choice,
  construct,
  flag,
  type Key,
  key,
  listOf,
  type Members,
  mapOf,
  type Rule,
  referenceTo,
} from './construct.ts';

/** Keys that several constructs have, with the rules between them. `{subject}` stands for the declared component. */

export const uses = ['literal', 'encoded'] as const;

type Keys = Readonly<Record<string, Key>>;

export const doc: Key = key('text', 'Documentation of the {subject}, for doc comments, the WSDL and the pages.');

const lifeCycle: Readonly<Record<LifeCycleKey, Key>> = {
  deprecated: key('note', 'Deprecates the {subject}: what to use instead.'),
  since: key('version', 'The version that introduced the {subject}.'),
};

/** Documentation and life cycle. */
export const notes: Keys = {
  doc,
  ...lifeCycle,
  foreign: key(mapOf('expanded', 'literal'), 'Attributes of other namespaces, which only the WSDL shows.'),
  appinfo: key(listOf('xml'), 'Each an `xs:appinfo` as XML text, like `foreign`.'),
};

/** Of a construct whose other keys are names: they begin with `$`, which no XML name begins with. */
export const dollarNotes: Keys = Object.fromEntries(Object.entries(notes).map(([name, row]) => [`$${name}`, row]));

export const typeScriptName: Key = key(
  'identifier',
  'The name of the {subject} in TypeScript, instead of the one derived from its XML name.',
);

export const sensitive: Key = flag('Secret: never in a fault, a log or a page.');

export const error: Key = flag(
  'Tells why a request was refused, in a response: its value is then neither empty nor `0` nor `false`. The pages say "Done" or "Refused" by it.',
);

export const group: Key = key('note', 'Heading under which the pages list the operation.');

export const stream: Key = flag('Handlers and clients get a Blob instead of bytes in memory. Only for base64Binary.');

export const contentType: Key = key(
  'mediaTypes',
  'Media types of the bytes, such as `image/png` or `image/png, image/*`. The first one is the Content-Type of the part, if the value has none (MTOM). Only for base64Binary.',
);

export const mapping: Key = key(
  choice([...new Set(Object.values(mappings).flat())]),
  "The type of the value in TypeScript, instead of the contract's option: `bigint`, `string` or `number` for long and the other integers beyond 32 bits; `string` or `number` for decimal; `Date` or `exact` for dateTime; `string` or `Date` for date; `string` or `exact` for duration.",
);

export const simpleType: Key = key(
  'simpleType',
  'A built-in simple type, the name of a declared one, or one defined in place.',
);

/** @param kinds allowed in the list. */
function derivations(kinds: readonly string[], doc: string): Key {
  return key(listOf(choice(kinds), { filled: true }), doc);
}

const notEnforced = 'Not enforced.';

/** What may stand for an element in a message. */
export const blockOfElement: Key = derivations(
  ['extension', 'restriction', 'substitution'],
  `What may not stand for the element: types that extend or restrict its own, elements that substitute it. ${notEnforced}`,
);

export const blockOfRecord: Key = derivations(
  ['extension', 'restriction'],
  `How records may not be derived that stand for this one. ${notEnforced}`,
);

export const final: Key = derivations(
  ['extension', 'restriction'],
  `How nothing may be derived from it. ${notEnforced}`,
);

export const finalOfType: Key = derivations(
  ['restriction', 'list', 'union'],
  `How no type may be derived from it. ${notEnforced}`,
);

export const constraints: Key = key(
  listOf(construct('constraint'), { filled: true, unique: false }),
  `Values inside that are unique or refer to one another. ${notEnforced}`,
);

/** The type of an element: exactly one of these; `element` is allowed in some places only. */
export const typeKeys: Keys = {
  type: key('type', 'A built-in type, the name of a declared type or record, or a simple type defined in place.'),
  record: key(construct('innerRecord'), 'An anonymous record, instead of `type`.'),
};

export const element: Key = key(referenceTo('element'), 'A global element, instead of `type`.');

export const form: Key = key(
  choice(['qualified', 'unqualified']),
  'Whether the name is in the namespace of the record, instead of the form that the file declares.',
);

export const fallbacks: Keys = {
  default: key('literal', 'The value of an empty or absent {subject}.'),
  fixed: key('literal', 'The only value that the {subject} can have.'),
};

export const optional: Key = flag('The {subject} may be absent.');

/** How often an element may occur. */
export const occurrence: Keys = {
  optional: flag('The {subject} may be absent: minOccurs is 0. In the short form: `type?`.'),
  many: flag('The {subject} repeats any number of times: a list. In the short form: `type[]`.'),
  occurs: key(
    'occurs',
    'The least and the most number of times that the {subject} repeats, such as `1..10` or `1..*`. In the short form: `type[1..10]`.',
  ),
};

export const mustUnderstand: Key = flag('The receiver must understand the block, or reject the message.');

export const role: Key = key(
  'uri',
  'The role of the receiver (SOAP 1.2; `actor` in SOAP 1.1); by default the service itself.',
);

export const nillable: Key = flag('The {subject} may be xsi:nil, which is `null` and not the same as absent.');

export const once: readonly Rule[] = [
  { rule: 'exclusive', keys: ['type', 'record'] },
  { rule: 'required', keys: ['type', 'record', 'element'] },
];

export const oneFallback: Rule = { rule: 'exclusive', keys: ['default', 'fixed'] };

/** A list is empty rather than absent. */
export const manyOrOptional: Rule = { rule: 'notBoth', flags: ['many', 'optional'] };

export const streamRules: readonly Rule[] = [{ rule: 'special', name: 'stream' }];

/** Keys that a reference to a global element cannot have. */
export const notOfReferences: readonly string[] = [
  ...['type', 'record', 'nillable', 'default', 'fixed', 'form', 'sensitive', 'error', 'stream'],
  ...['contentType', 'mapping'],
];

export function ofReference(what: string, others: readonly string[]): Rule {
  return { rule: 'excludes', key: 'element', others, what };
}

export function order(words: readonly string[]): Key {
  return key(choice(words), `How the fields are ordered: ${orderDocs(words)}.`, 'sequence');
}

export const repeatedOrder: Key = key(
  'order',
  `How the fields are ordered: ${orderDocs(['sequence', 'choice', 'all'])}. A suffix tells how often they occur: \`choice[]\`.`,
  'sequence',
);

function orderDocs(words: readonly string[]): string {
  const docs: Readonly<Record<string, string>> = {
    sequence: '`sequence` in the order of the contract',
    choice: '`choice` for one of them',
    all: '`all` for any order',
  };
  return words.map((word) => docs[word]).join(', ');
}

export const derivation: Keys = {
  $extends: key(
    referenceTo('type'),
    'The record to extend: this one has its fields and attributes too, and may be sent wherever that one is declared.',
  ),
  $restricts: key(referenceTo('type'), 'The record to restrict: this one redeclares a narrower form of its content.'),
};

/** A message, a header block or a fault that is not written as the contract says of all. */
export const use: Key = key(choice(uses), 'How the {subject} is written, instead of the `use` of the contract.');

export const attributeList: Key = key(construct('attributes'), 'The attributes of the element.');

export const groupList: Key = key(
  listOf(referenceTo('attributeGroup')),
  'Attribute groups whose attributes are included.',
);

export function reserved(what: string): Key {
  return key(listOf('reservedValue'), `${what} that must not be used again with another meaning.`);
}

/** Fields, and what else a content model holds. */
export const particles: Members = {
  names: 'xmlName',
  of: { kind: 'construct', of: 'field' },
  words: {
    $choice: {
      of: 'innerGroup',
      name: 'property',
      doc: 'One of the fields in it: `$choice method:`. Without a name the property is `$choice`; a number tells several apart, as in `$choice 2:`.',
    },
    $sequence: { of: 'innerGroup', name: 'property', doc: 'The fields in it, one after another: `$sequence part?:`.' },
    $group: { of: 'groupUse', name: 'property', doc: 'The fields of a group: `$group address: Address`.' },
    $any: { of: 'wildcard', name: 'property', doc: 'Any elements, a wildcard: `$any extra[]:`.' },
  },
};

export const attributeMembers: Members = {
  names: 'attribute',
  of: { kind: 'construct', of: 'attribute' },
  words: {
    $ref: { of: 'attributeUse', name: 'reference', doc: 'A global attribute: `$ref c:lang: true`.' },
    $any: { of: 'wildcard', name: 'optional', doc: 'Any attributes, a wildcard: `$any others:`.' },
  },
};
