import type { AttributeMember, ChoiceType, GroupType, Member, Structure } from '../../contract/index.ts';
import { block, type Code, headed, line, listed, within } from '../code.ts';
import { stringLiteral } from '../literal.ts';
import { mixedCases } from '../types.ts';
import { membersOf } from './content.ts';
import { modelOf, wildcardOf } from './identifiers.ts';
import { ownAttributeCodec } from './own-codecs.ts';
import { nilOfAbsent, type Writing, writeValue } from './values.ts';

/** The writer of a structure's attributes and content. */
export function structureWriter(structure: Structure, writing: Writing): readonly Code[] {
  const { typeName } = structure;
  const body = [...startTag(structure, writing), ...contentCode(structure, writing)];
  const { attributes, anyAttribute, content } = structure;
  const hasContent = content.kind === 'text' || content.kind === 'mixed' || membersOf(structure).length > 0;
  const usesValue = attributes.length > 0 || anyAttribute !== undefined || hasContent;
  return writerFunction(writing.names.ownWriter(typeName), body, writing.names.writtenType(typeName), usesValue);
}

/** @param usesValue whether the body reads the value. */
export function writerFunction(
  name: string,
  body: readonly Code[],
  valueType: string,
  usesValue: boolean,
): readonly Code[] {
  const unused = body.length === 0 ? '_' : '';
  const parameters = [`${unused}writer: soap.XmlWriter`, `${usesValue ? '' : '_'}value: ${valueType}`];
  return [headed(listed(`export function ${name}(`, parameters, '): void {'), body, '}')];
}

function startTag(structure: Structure, writing: Writing): readonly Code[] {
  const { head, attributes, anyAttribute, typeName, content } = structure;
  if (!head) return [];
  const others =
    anyAttribute === undefined
      ? []
      : [
          line(
            `soap.writeOtherAttributes(writer, value.${anyAttribute.property}${writing.names.isSent(typeName) ? ' ?? []' : ''}${
              anyAttribute.wildcard.namespaces === '##any'
                ? ''
                : `, ${wildcardOf(writing.names.codec(typeName), anyAttribute.property)}`
            });`,
          ),
        ];
  // The writer of text content ends the start tag itself.
  const end = content.kind === 'text' ? [] : [line('writer.content();')];
  return [...attributes.flatMap((one) => attribute(one, writing)), ...others, ...end];
}

function attribute(member: AttributeMember, { names, typeName }: Writing): readonly Code[] {
  const { property, required, type } = member;
  const name = names.attribute(member);
  const own = ownAttributeCodec(type);
  const call =
    own === undefined
      ? `writeAttribute(writer, ${name}, ${names.object(type, typeName, property)}, value.${property})`
      : `write${own}Attribute(writer, ${name}, value.${property})`;
  return [
    ...(required ? [line(`if (value.${property} === undefined) throw writer.missingAttribute(${name});`)] : []),
    line(`soap.${call};`),
  ];
}

function contentCode(structure: Structure, writing: Writing): readonly Code[] {
  const { content: inner, typeName } = structure;
  switch (inner.kind) {
    case 'fields':
      return inner.fields.flatMap((field) => writeMember(field, writing));
    case 'particles':
      return inner.members.flatMap((member) => writeMember(member, writing));
    case 'text': {
      const { type, property } = inner.text;
      const object = writing.names.object(type, typeName, property);
      return [line(`soap.writeContent(writer, ${object}, value.${property});`)];
    }
    case 'mixed':
      return mixed(inner.members, writing);
  }
}

function writeMember(member: Member, writing: Writing): readonly Code[] {
  const access = writing.names.results.has(writing.typeName) ? 'value' : `value.${member.property}`;
  if (member.many) {
    const isOptional = member.least === 0 && writing.names.isSent(writing.typeName);
    const items = isOptional ? `${access} ?? []` : access;
    const loop = within(`for (const item of ${items})`, writeItem(member, 'item', writing));
    return [...countChecks(member, access, isOptional), loop];
  }
  if (member.optional) {
    const write = writeItem(member, access, writing);
    const nil = member.kind === 'field' ? nilOfAbsent(member, writing.names) : undefined;
    if (nil === undefined) return [within(`if (${access} !== undefined)`, write)];
    return [within(`if (${access} === undefined || ${access} === null)`, [nil]), within('else', write)];
  }
  return [...missing(member, access, writing), ...writeItem(member, access, writing)];
}

/** The runtime's writers notice a missing value themselves; opening a record for one would come too early. */
function missing(member: Member, access: string, { names }: Writing): readonly Code[] {
  if (member.kind === 'field') {
    if (member.type.kind === 'simple') return [];
    return [line(`if (${access} === undefined) throw writer.missing(${names.tag(member)});`)];
  }
  const error = `writer.wrong(${stringLiteral(member.property)}, 'it is missing')`;
  return [line(`if (${access} === undefined) throw ${error};`)];
}

function countChecks({ property, least, most }: Member, access: string, isOptional = false): readonly Code[] {
  const length = isOptional ? `(${access}?.length ?? 0)` : `${access}.length`;
  const check = (wrong: string, words: string): Code =>
    line(`if (${length} ${wrong}) throw writer.wrong(${stringLiteral(property)}, ${stringLiteral(words)});`);
  return [
    ...(least > 0 ? [check(`< ${least}`, `it must have at least ${itemCount(least)}`)] : []),
    ...(most === 'unbounded' ? [] : [check(`> ${most}`, `it must have at most ${itemCount(most)}`)]),
  ];
}

function itemCount(count: number): string {
  return count === 1 ? '1 item' : `${count} items`;
}

function writeItem(member: Member, access: string, writing: Writing): readonly Code[] {
  switch (member.kind) {
    case 'field':
      return writeValue(member, access, writing);
    case 'choice':
      return [line(`${writing.names.writer(member.choice.typeName)}(writer, ${access});`)];
    case 'group':
      return [line(`${writing.names.writer(member.group.typeName)}(writer, ${access});`)];
    case 'any': {
      const wildcard =
        member.wildcard.namespaces === '##any'
          ? ''
          : `, ${wildcardOf(writing.names.codec(writing.typeName), member.property)}`;
      return [line(`soap.writeWildcard(writer, ${access}${wildcard});`)];
    }
  }
}

export function groupWriter(group: GroupType, writing: Writing): readonly Code[] {
  const { typeName, members } = group;
  const body = members.flatMap((member) => writeMember(member, writing));
  return writerFunction(
    writing.names.ownWriter(typeName),
    body,
    writing.names.writtenType(typeName),
    members.length > 0,
  );
}

export function choiceWriter(choice: ChoiceType, writing: Writing): readonly Code[] {
  const cases = choice.cases.map((member) => caseOf(member, writing));
  const body = [caseSwitch('value', choice.cases, cases)];
  return writerFunction(
    writing.names.ownWriter(choice.typeName),
    body,
    writing.names.writtenType(choice.typeName),
    true,
  );
}

function caseOf(member: Member, writing: Writing): Code {
  const write = member.many
    ? [
        ...countChecks({ ...member, property: 'value' }, 'value.value'),
        within('for (const item of value.value)', writeItem(member, 'item', writing)),
      ]
    : writeItem(member, 'value.value', writing);
  return block(`case ${stringLiteral(member.property)}:`, [...write, line('break;')], '');
}

function caseSwitch(access: string, members: readonly Member[], cases: readonly Code[]): Code {
  const words = `it must be one of ${members.map(({ property }) => property).join(', ')}`;
  const otherwise = block('default:', [line(`throw writer.wrong('case', ${stringLiteral(words)});`)], '');
  return block(`switch (${access}.case) {`, [...cases, otherwise], '}');
}

function mixed(members: readonly Member[], writing: Writing): readonly Code[] {
  const possible = mixedCases(members);
  const cases = possible.map((member) =>
    block(`case ${stringLiteral(member.property)}:`, [...writeItem(member, 'item.value', writing), line('break;')], ''),
  );
  const unfit = line("throw writer.wrong('$content', 'its elements do not fit its content model');");
  const item = [
    block("if (typeof item === 'string') {", [line('writer.chars(item);'), line('continue;')], '}'),
    ...(possible.length === 0 ? [] : [caseSwitch('item', possible, cases)]),
  ];
  return [
    within(`if (!${modelOf(writing.names.codec(writing.typeName))}.fits(value.$content))`, [unfit]),
    block('for (const item of value.$content) {', item, '}'),
  ];
}
