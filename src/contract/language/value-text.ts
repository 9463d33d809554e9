import type { ConstructName, NameKind, SimpleKind, Value } from './construct.ts';

/** Values of the language in words, for the reference and for editors. */

/** `innerGroup` as "inner group". */
export function titleOf(name: ConstructName): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

export function listText(names: readonly string[], and = 'and'): string {
  const quoted = names.map((name) => (name === '' ? 'empty' : `\`${name}\``));
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} ${and} ${quoted.at(-1)}`;
}

export const nameTexts: Readonly<Record<NameKind, string>> = {
  xmlName: 'names',
  prefix: 'prefixes',
  qualified: 'names, perhaps with a prefix',
  qualifiedAttribute: 'names, perhaps with a prefix',
  qualifiedType: 'names, perhaps with a prefix',
  attribute: 'names',
  expanded: 'names as `{namespace}name`',
  path: 'paths',
  lintRule: 'rules',
  breakingRule: 'rules',
  any: 'names',
};

const kindTexts: Readonly<Record<SimpleKind, string>> = {
  lintRules: 'a preset, category or rule',
  lintCategory: 'a category or rule',
  breakingRules: 'a category or rule',
  flag: '`true` or `false`',
  text: 'text',
  note: 'text',
  version: 'a version',
  literal: 'a value',
  reservedValue: 'a value',
  reference: 'a name',
  xmlName: 'a name',
  identifier: 'an identifier',
  type: 'a type',
  typeName: 'the name of a type',
  typeExpression: 'a type, `type?` or `type[]`',
  arrayType: 'a type, `type[]`, `type[,]` or `type[][]`',
  optionalType: 'a simple type or `type?`',
  resultType: 'the name of a record',
  simpleType: 'a simple type',
  occurs: '`1..10` or `1..*`',
  values: 'a list of values',
  describedValues: 'a list, or a map to text',
  regularExpression: 'a regular expression',
  count: 'a number',
  bound: 'a value',
  uri: 'a URI',
  namespace: 'a URI',
  prefixedNamespace: 'a URI, or empty',
  order: '`sequence`, `choice` or `all`, perhaps with `?`, `[]` or `[1..10]`',
  namespaces: '`any`, `other` or a list',
  address: 'a URL',
  soapAction: 'text',
  soapActionTemplate: 'text',
  nameTemplate: 'a name',
  soapVersion: '`"1.1"` or `"1.2"`',
  senderFaultStatus: '`400` or `500`',
  mediaTypes: 'media types',
  languageVersion: '`1`',
  true: '`true`',
  nothing: 'nothing',
  relativePath: 'a path',
  folderPath: 'a path',
  baseUrl: 'a URL',
  serviceFile: 'a file name',
  message: 'fields or one element',
  xml: 'XML text',
};

export function valueText(value: Value): string {
  switch (value.kind) {
    case 'choice':
      return listText(value.words, 'or');
    case 'integer':
      return `${value.least} to ${value.most}`;
    case 'list':
      return `list of ${valueText(value.of)}`;
    case 'map':
      return `map from ${nameTexts[value.names]} to ${valueText(value.of)}`;
    case 'either':
      return value.of.map(valueText).join(' or ');
    case 'construct':
      return titleOf(value.of);
    default:
      return kindTexts[value.kind];
  }
}
