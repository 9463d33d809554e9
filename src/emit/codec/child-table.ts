import type { Member, Structure } from '../../contract/index.ts';
import { type Code, listed } from '../code.ts';
import { elementsOf, isOpen, wildcardsOf } from './content.ts';
import { type CodecNames, tableOf, typesOf, wildcardOf } from './names.ts';

/** What its content is made of. */
export function membersOf({ content }: Structure): readonly Member[] {
  if (content.kind === 'fields') return content.fields;
  return content.kind === 'text' ? [] : content.members;
}

/** The table of children of a structure; of text the type alone, which an xsi:type must agree with (rule R6). */
export function childTable(structure: Structure, names: CodecNames): readonly Code[] {
  const { typeName, name, content } = structure;
  if (content.kind === 'text') {
    return name === undefined
      ? []
      : [listed(`const ${typesOf(typeName)} = /*@__PURE__*/ soap.types(`, [names.typeLiteral(name)], ');')];
  }
  const members = membersOf(structure);
  const tags = elementsOf(members).map((field) => names.tag(field));
  const call = name === undefined ? '/*@__PURE__*/ soap.children(' : '/*@__PURE__*/ soap.childrenOf(';
  const items = name === undefined ? tags : [names.typeLiteral(name), ...tags];
  const head = `const ${tableOf(typeName)} = `;
  if (content.kind === 'fields' && content.order === 'all') {
    return [listed(`${head}/*@__PURE__*/ soap.unordered(${call}`, items, '));')];
  }
  if (!isOpen(members)) return [listed(`${head}${call}`, items, ');')];
  const wildcards = wildcardsOf(members);
  const isAny = wildcards.some(({ wildcard }) => wildcard.namespaces === '##any');
  const limits = isAny ? [] : wildcards.map(({ property }) => `, ${wildcardOf(typeName, property)}`);
  return [listed(`${head}/*@__PURE__*/ soap.openChildren(${call}`, items, `)${limits.join('')});`)];
}
