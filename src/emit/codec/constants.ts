import { type Field, type Member, nameKey, type Structure, type Wildcard } from '../../contract/index.ts';
import { type Code, callCode, type Literal, listed } from '../code.ts';
import { stringLiteral } from '../literal.ts';
import { mixedCases } from '../types.ts';
import { type ChildOrder, childOrder } from './child-order.ts';
import { elementsOf, isOpen, membersOf, wildcardsOf } from './content.ts';
import { modelOf, tableOf, typesOf, wildcardOf } from './identifiers.ts';
import type { CodecNames } from './names.ts';

/** The constants of a structure: its wildcards, its content model and, if it is read, the table of its children. */
export function structureConstants(structure: Structure, names: CodecNames, reads: boolean): readonly Code[] {
  const { content, anyAttribute } = structure;
  const typeName = names.codec(structure.typeName);
  const attributes =
    anyAttribute === undefined ? [] : wildcardConstant(typeName, anyAttribute.property, anyAttribute, names);
  // Groups and choices have writers with constants of their own; what is read needs all wildcards here.
  const members = membersOf(structure);
  const own = members.filter((member) => member.kind === 'any');
  const inner = (reads || content.kind === 'mixed' ? wildcardsOf(members) : own).flatMap((member) =>
    wildcardConstant(typeName, member.property, member, names),
  );
  const model = content.kind === 'mixed' ? [contentModel(typeName, content.members)] : [];
  return [...attributes, ...inner, ...model, ...(reads ? childTable(structure, names) : [])];
}

/** The constants of the wildcards in a choice or group. */
export function wildcardConstants(
  typeName: string,
  members: readonly Member[],
  names: CodecNames,
): readonly (readonly Code[])[] {
  const owner = names.codec(typeName);
  const constants = members.flatMap((member) =>
    member.kind === 'any' ? wildcardConstant(owner, member.property, member, names) : [],
  );
  return constants.length === 0 ? [] : [constants];
}

interface Allowing {
  readonly wildcard: Wildcard;
  readonly targetNamespace: string;
}

function wildcardConstant(
  typeName: string,
  property: string,
  { wildcard: { namespaces }, targetNamespace }: Allowing,
  names: CodecNames,
): readonly Code[] {
  if (namespaces === '##any') return [];
  const words =
    typeof namespaces === 'string' ? stringLiteral(namespaces) : `[${namespaces.map(stringLiteral).join(', ')}]`;
  const items = [words, names.file.namespace(targetNamespace)];
  return [listed(`const ${wildcardOf(typeName, property)} = /*@__PURE__*/ soap.wildcard(`, items, ');')];
}

/** The table of children of a structure; of text the type alone, which an xsi:type must agree with (rule R6). */
function childTable(structure: Structure, names: CodecNames): readonly Code[] {
  const { name, content } = structure;
  const typeName = names.codec(structure.typeName);
  if (content.kind === 'text') {
    return name === undefined
      ? []
      : [listed(`const ${typesOf(typeName)} = /*@__PURE__*/ soap.types(`, [names.typeLiteral(name)], ');')];
  }
  const members = membersOf(structure);
  const elements = content.kind === 'fields' ? content.fields : elementsOf(members);
  const tags = elements.map((field) =>
    content.kind === 'fields' && names.use === 'literal' && isAbsentIfNil(field)
      ? `/*@__PURE__*/ soap.optional(${names.tag(field)})`
      : names.tag(field),
  );
  const call = name === undefined ? '/*@__PURE__*/ soap.children(' : '/*@__PURE__*/ soap.childrenOf(';
  const items = name === undefined ? tags : [names.typeLiteral(name), ...tags];
  const order = names.isTolerant && content.kind === 'particles' ? childOrder(members) : undefined;
  const head = `const ${tableOf(typeName)} = ${order === undefined ? '' : '/*@__PURE__*/ soap.arranged('}`;
  const tail = order === undefined ? ')' : `)${orderText(order)})`;
  if (content.kind === 'fields' && names.use === 'encoded') {
    const call = name === undefined ? 'accessors' : 'accessorsOf';
    return [listed(`${head}/*@__PURE__*/ ${names.file.module('encoded')}.${call}(`, items, ');')];
  }
  if (content.kind === 'fields' && content.order === 'all') {
    return [listed(`${head}/*@__PURE__*/ soap.unordered(${call}`, items, '));')];
  }
  if (!isOpen(members)) return [listed(`${head}${call}`, items, `${tail};`)];
  const wildcards = wildcardsOf(members);
  const isAny = wildcards.some(({ wildcard }) => wildcard.namespaces === '##any');
  const limits = isAny ? [] : wildcards.map(({ property }) => `, ${wildcardOf(typeName, property)}`);
  return [listed(`${head}/*@__PURE__*/ soap.openChildren(${call}`, items, `)${limits.join('')}${tail};`)];
}

/** The argument that follows a table. */
function orderText({ repeated, others }: ChildOrder): string {
  const items = repeated.map((part) => `[${part.join(', ')}]`);
  const list = items.join(', ').length < 60 ? items.join(', ') : `\n${items.map((item) => `  ${item},\n`).join('')}`;
  const parts = [
    ...(repeated.length === 0 ? [] : [`repeated: [${list}]`]),
    ...(others === undefined ? [] : [`others: ${others}`]),
  ];
  return parts.length === 0 ? '' : `, { ${parts.join(', ')} }`;
}

/** Whether a nil element of the field is read as absent (rule R3): of records and texts, as ASP.NET does. */
export function isAbsentIfNil({ optional, many, nillable, type }: Field): boolean {
  if (!optional || many || nillable) return false;
  return type.kind === 'record' || (type.kind === 'simple' && isText(type));
}

/** Whether all values of a type are texts without a form of their own. */
export function isText({ name }: { readonly name: string }): boolean {
  return texts.has(name);
}

const texts: ReadonlySet<string> = new Set(['string', 'normalizedString', 'token', 'language', 'NMTOKEN', 'anyURI']);

/**
 * The content model of a mixed type, which a reader meets with text anywhere between: a regular expression in which each
 * element is a character.
 */
function contentModel(typeName: string, members: readonly Member[]): Code {
  // An element that occurs twice in the model is one character, even if its two properties have different names.
  const elements = new Map<string, string>();
  const letters = new Map<string, string>();
  for (const member of mixedCases(members)) {
    const key = member.kind === 'field' ? nameKey(member.name) : member.property;
    const letter = elements.get(key) ?? letterOf(elements.size);
    elements.set(key, letter);
    letters.set(member.property, letter);
  }
  const pattern = members.map((member) => patternOf(member, letters)).join('');
  const object = [...letters].map(([property, letter]): [string, Literal] => [
    keyText(property),
    stringLiteral(letter),
  ]);
  const head = `const ${modelOf(typeName)} = /*@__PURE__*/ soap.contentModel(`;
  const model = `/*@__PURE__*/ new RegExp(${stringLiteral(`^(?:${pattern})$`)}, 'u')`;
  return callCode(head, [model], { object }, ');');
}

/** Letters, then ideographs: none is special in a regular expression. */
function letterOf(index: number): string {
  const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
  return letters[index] ?? String.fromCodePoint(0x4e00 + index);
}

function keyText(property: string): string {
  return /^[A-Za-z_]\w*$/.test(property) ? property : stringLiteral(property);
}

function patternOf(member: Member, letters: ReadonlyMap<string, string>): string {
  const times = quantifier(member);
  switch (member.kind) {
    case 'field':
    case 'any':
      return `${letters.get(member.property) ?? ''}${times}`;
    case 'choice':
      return `(?:${member.choice.cases.map((one) => patternOf(one, letters)).join('|')})${times}`;
    case 'group':
      return `(?:${member.group.members.map((one) => patternOf(one, letters)).join('')})${times}`;
  }
}

function quantifier({ optional, many, least, most }: Member): string {
  if (!many) return optional ? '?' : '';
  if (most === 'unbounded') return least === 0 ? '*' : least === 1 ? '+' : `{${least},}`;
  return `{${least},${most}}`;
}
