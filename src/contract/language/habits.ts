import type { ConstructName } from './construct.ts';
import { facetKeys } from './simple-type-constructs.ts';

/**
 * Keys and types that people know from OpenAPI, JSON Schema, XML Schema and TypeScript, and what this language has in
 * their place.
 */
export interface Habit {
  /** One or two whole sentences. */
  readonly instead: string;
  /** The key of this language with the same meaning. */
  readonly key?: string;
}

type Habits = Readonly<Record<string, Habit>>;

const required = 'Fields are required unless "?" follows the type, as in "Note: string?".';
const occurrence = 'How often a field occurs is part of its type: string?, string[], Item[1..10].';
const choice = 'Write "$choice name: { A: string, B: int }" among the fields.';
const extension = 'A record that has the fields of another one says "$extends: Base".';
const reference = 'A type is named directly, without a path: "Buyer: Person".';

const doc: Habit = { instead: 'Documentation is in "doc".', key: 'doc' };
const docs: Habits = { description: doc, summary: doc, title: doc, documentation: doc };

function facet(key: string): Habit {
  return { instead: `It restricts a type: write "type: { base: string, ${key}: … }", or declare one under "types".` };
}

/** What restricts a value, in the keys of this language and in those of JSON Schema. */
const facetsOfField: Habits = {
  ...Object.fromEntries(facetKeys.map((key) => [key, facet(key)])),
  enum: { instead: 'Values are listed by a type: write "type: { enum: [a, b] }", or declare one under "types".' },
  minimum: facet('min'),
  maximum: facet('max'),
  exclusiveMinimum: facet('minExclusive'),
  exclusiveMaximum: facet('maxExclusive'),
};

const field: Habits = {
  ...facetsOfField,
  ...docs,
  required: { instead: required },
  nullable: { instead: 'A value that can be xsi:nil, null in TypeScript, is "nillable".', key: 'nillable' },
  minOccurs: { instead: occurrence },
  maxOccurs: { instead: occurrence },
  minItems: { instead: occurrence },
  maxItems: { instead: occurrence },
  items: { instead: 'A list is the type of its items with "[]": string[], Item[].' },
  properties: { instead: 'The fields of a record inside of a field are in "record".', key: 'record' },
  format: { instead: 'A format is a type of its own: dateTime, date, base64Binary, anyURI.' },
  $ref: { instead: reference },
  ref: { instead: 'A reference to a global element is "element".', key: 'element' },
  oneOf: { instead: choice },
  anyOf: { instead: choice },
  allOf: { instead: extension },
};

const record: Habits = {
  $ref: { instead: extension },
  $all: { instead: 'The order of elements is "$order: all".' },
};

const type: Habits = {
  ...docs,
  type: { instead: 'The type that is restricted is its "base".', key: 'base' },
  format: { instead: 'A format is a type of its own, as "base": dateTime, date, anyURI.' },
  properties: { instead: 'What has fields is a record: declare it under "records".' },
  values: { instead: 'Values are listed under "enum".', key: 'enum' },
  enumeration: { instead: 'Values are listed under "enum".', key: 'enum' },
  minimum: { instead: 'The smallest value is "min".', key: 'min' },
  maximum: { instead: 'The largest value is "max".', key: 'max' },
  $ref: { instead: reference },
  items: { instead: 'A list in one text is "list"; a field that repeats is a type with "[]".', key: 'list' },
};

const operation: Habits = {
  ...docs,
  input: { instead: 'Use "request" for the message that is sent.', key: 'request' },
  parameters: { instead: 'Use "request" for the message that is sent.', key: 'request' },
  requestBody: { instead: 'Use "request" for the message that is sent.', key: 'request' },
  output: { instead: 'Use "result" for one returned value, or "response" for several.', key: 'result' },
  responses: { instead: 'Use "result" for one returned value, or "response" for several.', key: 'response' },
  returns: { instead: 'Use "result" for one returned value, or "response" for several.', key: 'result' },
  errors: { instead: 'Errors with content are "faults".', key: 'faults' },
  throws: { instead: 'Errors with content are "faults".', key: 'faults' },
};

const contract: Habits = {
  ...docs,
  info: { instead: 'The name is "service", the documentation "doc".' },
  paths: { instead: 'Operations have names and no paths: list them under "operations".', key: 'operations' },
  methods: { instead: 'Operations are listed under "operations".', key: 'operations' },
  components: { instead: 'Records are declared under "records", other types under "types".' },
  schemas: { instead: 'Records are declared under "records", other types under "types".' },
  definitions: { instead: 'Records are declared under "records", other types under "types".' },
  servers: { instead: 'There is one "address"; variables of the environment say where it differs.', key: 'address' },
  targetNamespace: { instead: 'The target namespace is the "namespace".', key: 'namespace' },
  imports: { instead: 'Other files of the contract are listed under "include".', key: 'include' },
};

const byConstruct: Readonly<Partial<Record<ConstructName, Habits>>> = {
  contract,
  operation,
  record,
  innerRecord: record,
  field,
  element: field,
  attribute: facetsOfField,
  globalAttribute: facetsOfField,
  text: facetsOfField,
  type,
  innerType: type,
};

/** The key of this language that replaces one of another language. */
export function habitOfKey(construct: ConstructName, key: string): Habit | undefined {
  const habits = byConstruct[construct];
  return habits !== undefined && Object.hasOwn(habits, key) ? habits[key] : undefined;
}

/** Names of fields that are meant as keys of the record if their value is not a type, such as `true` or a number. */
const recordKeys: Habits = {
  ...facetsOfField,
  required: { instead: `${required} A record has no list of them.` },
  nullable: { instead: 'Each field says for itself whether it is "nillable".' },
  optional: { instead: required },
  additionalProperties: { instead: 'Other elements are only admitted by "$any" among the fields.' },
  oneOf: { instead: choice },
  anyOf: { instead: choice },
  allOf: { instead: extension },
  properties: { instead: 'Fields are keys of the record itself: "Order: { Number: int, Note: string? }".' },
};

/** Advice on an entry of a record that cannot be a field, as in `required: [A]`. */
export function habitOfRecord(key: string): Habit | undefined {
  return Object.hasOwn(recordKeys, key) ? recordKeys[key] : undefined;
}

/** Documents of other languages, by a key that only they have. */
const documents: Readonly<Record<string, string>> = {
  openapi: 'an OpenAPI document',
  swagger: 'an OpenAPI document',
  asyncapi: 'an AsyncAPI document',
  $schema: 'a JSON Schema',
};

/** The kind of document that a key reveals; undefined for a key that reveals none. */
export function documentWithKey(key: string): string | undefined {
  return Object.hasOwn(documents, key) ? documents[key] : undefined;
}

const types: Readonly<Record<string, string>> = {
  array: 'A list is the type of its items with "[]": string[], Item[].',
  list: 'A list is the type of its items with "[]": string[], Item[].',
  object: 'Declare a record under "records" and name it here, or write "record: { … }" instead of the type.',
  enum: 'Write "{ type: { enum: [a, b] } }", or declare a type with "enum" under "types".',
  null: 'A value that can be null is "{ type: string, nillable: true }".',
  undefined: 'A field that can be absent has "?" after its type: string?.',
  file: 'Bytes are base64Binary; with "stream: true" they are streamed.',
  any: 'Any elements are admitted by "$any" among the fields, any value of a type by anyType.',
};

/** The type of this language that replaces one of another language. */
export function habitOfType(name: string): string | undefined {
  return Object.hasOwn(types, name) ? types[name] : undefined;
}
