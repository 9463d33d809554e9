import type {
  AnyAttributeMember,
  AnyMember,
  AttributeMember,
  ChoiceMember,
  ChoiceType,
  Field,
  GroupMember,
  GroupType,
  Member,
  Structure,
} from '../../contract/index.ts';
import { block, type Code, headed, line, listed, literalCode } from '../code.ts';
import { stringLiteral } from '../literal.ts';
import { itemText, memberText, qualified } from '../type-text.ts';
import { mixedCases } from '../types.ts';
import { membersOf } from './child-table.ts';
import { conditionOf, elementsOf, FirstSets, type Label, wildcardsOf } from './content.ts';
import { type CodecNames, modelOf, readerOf, tableOf, typesOf, wildcardOf } from './names.ts';
import { ownCodec, readValue, within } from './values.ts';

/** What is written of one type, part by part. */
export type Parts = readonly (readonly Code[])[];

/** The reader of a structure, and of the groups in it. */
export function structureReader(structure: Structure, names: CodecNames): Parts {
  return new StructureReader(structure, names).parts();
}

class StructureReader {
  readonly #structure: Structure;
  readonly #names: CodecNames;
  readonly #first: FirstSets;
  readonly #table: string;
  /** What a group that repeats may begin with. */
  readonly #again: ReadonlySet<string>;
  /** Functions for groups and choices in it, by their types in TypeScript. */
  readonly #groups: Map<string, readonly Code[]> = new Map();

  constructor(structure: Structure, names: CodecNames) {
    this.#structure = structure;
    this.#names = names;
    this.#table = tableOf(structure.typeName);
    const members = membersOf(structure);
    const isAlone = wildcardsOf(members).length < 2;
    this.#first = new FirstSets(elementsOf(members), ({ property, wildcard }) =>
      isAlone || wildcard.namespaces === '##any'
        ? undefined
        : `${wildcardOf(structure.typeName, property)}.admits(reader.namespace)`,
    );
    this.#again = new Set(repeatedGroups(members).flatMap((member) => this.#first.of(member).map(({ text }) => text)));
  }

  parts(): Parts {
    const { typeName } = this.#structure;
    const head = listed(`export function ${readerOf(typeName)}(`, ['reader: soap.XmlReader'], `): t.${typeName} {`);
    const reader = headed(head, [...this.#attributes(), ...this.#content()], '}');
    return [...this.#groups.values(), reader];
  }

  #attributes(): readonly Code[] {
    const { attributes, anyAttribute } = this.#structure;
    const known = attributes.map((attribute) => this.#names.attribute(attribute));
    return [
      ...attributes.map((attribute) => this.#attribute(attribute)),
      ...(anyAttribute === undefined ? [] : [this.#anyAttribute(anyAttribute, known)]),
    ];
  }

  #attribute(attribute: AttributeMember): Code {
    const { property, type, required } = attribute;
    const variable = this.#names.variable(property);
    const object = this.#names.object(type, this.#structure.typeName, property);
    const call = required ? 'requiredAttribute' : 'readAttribute';
    const name = this.#names.attribute(attribute);
    return line(`const ${variable} = soap.${call}(reader, ${name}, ${object});`);
  }

  #anyAttribute({ property, wildcard }: AnyAttributeMember, known: readonly string[]): Code {
    const limit = wildcard.namespaces === '##any' ? '' : `, ${wildcardOf(this.#structure.typeName, property)}`;
    const head = `const ${this.#names.variable(property)} = reader.otherAttributes(`;
    return literalCode(head, { list: known }, `${limit});`, 2);
  }

  /** Properties that are read before the content. */
  #headEntries(): readonly string[] {
    const { discriminant, attributes, anyAttribute } = this.#structure;
    return [
      ...(discriminant === undefined ? [] : [`$type: ${stringLiteral(discriminant.value)}`]),
      ...[...attributes, ...(anyAttribute === undefined ? [] : [anyAttribute])].map(({ property }) =>
        this.#entry(property),
      ),
    ];
  }

  #entry(property: string): string {
    const variable = this.#names.variable(property);
    return variable === property ? variable : `${property}: ${variable}`;
  }

  #content(): readonly Code[] {
    const { content } = this.#structure;
    switch (content.kind) {
      case 'fields':
        return this.#fields(content.fields);
      case 'particles':
        return [
          line(`let next = reader.next(${this.#table});`),
          ...this.#members(content.members, this.#headEntries()),
          line('if (next !== soap.END) throw reader.misplaced();'),
          this.#result(content.members, 2),
        ];
      case 'text': {
        const { type, property } = content.text;
        const own = ownCodec(type);
        const object = (): string => this.#names.object(type, this.#structure.typeName, property);
        const call = own === undefined ? `soap.readValue(reader, ${object()})` : `soap.read${own}(reader)`;
        const { name, typeName } = this.#structure;
        return [
          // No table of children does it.
          ...(name === undefined ? [] : [line(`reader.type(${typesOf(typeName)});`)]),
          line(`const ${this.#names.variable(property)} = ${call};`),
          listed('return {', [...this.#headEntries(), this.#entry(property)], '};', 2, { spaced: true }),
        ];
      }
      case 'mixed':
        return this.#mixed(content.members, content.typeName);
    }
  }

  #result(members: readonly Member[], indent: number): Code {
    const entries = [...this.#headEntries(), ...members.map(({ property }) => this.#entry(property))];
    return listed('return {', entries, '};', indent, { spaced: true });
  }

  /** Distinct names, which may come in any order (rule R1). */
  #fields(fields: readonly Field[]): readonly Code[] {
    const cases = fields.map((field, index) =>
      block(`case ${index}:`, [...this.#readField(field), line('break;')], ''),
    );
    const missing = fields.flatMap((field) => this.#missing(field));
    const choose = [...cases, block('case soap.END:', [...missing, this.#result(fields, 8)], '')];
    const loop = block('for (;;) {', [block(`switch (reader.child(${this.#table})) {`, choose, '}')], '}');
    const streamed = fields.some((field) => this.#names.streams.isIn(field)) ? [this.#soFar(fields)] : [];
    return [...fields.map((field) => this.#declaration(field)), ...streamed, loop];
  }

  /** `const soFar = …`: what was read before a value that is streamed, or holds one that is. */
  #soFar(members: readonly Member[]): Code {
    const entries = [...this.#headEntries(), ...members.map(({ property }) => this.#entry(property))];
    return listed('const soFar = () => ({', entries, '});', 2, { spaced: true });
  }

  #missing(field: Field): readonly Code[] {
    if (field.optional || (field.many && field.least === 0)) return [];
    const variable = this.#names.variable(field.property);
    const tag = this.#names.tag(field);
    return field.many
      ? [line(`if (${variable}.length < ${field.least}) throw reader.few(${tag}, ${field.least}, soap.END);`)]
      : [line(`if (${variable} === undefined) throw reader.missing(${tag});`)];
  }

  #declaration(member: Member): Code {
    const variable = this.#names.variable(member.property);
    if (member.many) return line(`const ${variable}: ${memberText(member, qualified)} = [];`);
    return line(`let ${variable}: ${itemText(member, qualified)} | undefined;`);
  }

  #readField(field: Field): readonly Code[] {
    const variable = this.#names.variable(field.property);
    const read = this.#value(field);
    return field.many
      ? [this.#item(field), this.#streamed(field, `${variable}.push(`, read, ');', 'soFar', 8)]
      : [
          line(`if (${variable} !== undefined) throw reader.repeated();`),
          this.#streamed(field, `${variable} = `, read, ';', 'soFar', 8),
        ];
  }

  /**
   * Reads a member; where it is streamed, or holds what is, so that what was read before it is known.
   *
   * @param property that the value is in, where that is not the member's.
   */
  #streamed(
    member: Member,
    head: string,
    read: string,
    tail: string,
    soFar: string,
    indent: number,
    property: string = member.property,
  ): Code {
    if (!this.#names.streams.isIn(member)) return line(`${head}${read}${tail}`);
    const parameters = [stringLiteral(property), soFar, `() => ${read}`];
    return listed(`${head}reader.within(`, parameters, `)${tail}`, indent);
  }

  #item({ property, most }: Member): Code {
    const limit = most === 'unbounded' ? '' : `, ${most}`;
    return line(`reader.item(${this.#names.variable(property)}.length${limit});`);
  }

  #value(field: Field): string {
    return readValue(field, this.#structure.typeName, this.#names);
  }

  /** Particles one behind the other. */
  #members(members: readonly Member[], head: readonly string[] = []): readonly Code[] {
    return members.flatMap((member, index) => {
      const before = members.slice(0, member.many ? index + 1 : index).map(({ property }) => this.#entry(property));
      return this.#member(member, [...head, ...before]);
    });
  }

  /** @param before the properties that are there when it is read. */
  #member(member: Member, before: readonly string[]): readonly Code[] {
    const variable = this.#names.variable(member.property);
    const { read, advance } = this.#take(member);
    const soFar = `() => (${flatObject(before)})`;
    if (member.many) {
      const push = this.#streamed(member, `${variable}.push(`, read, ');', soFar, 4);
      const body = [this.#item(member), push, advance];
      const least = member.least > 0 ? [line(this.#tooFew(member))] : [];
      const condition = this.#more(member, variable);
      return [this.#declaration(member), block(`while (${condition}) {`, body, '}'), ...least];
    }
    if (member.optional) {
      const body = [this.#streamed(member, `${variable} = `, read, ';', soFar, 4), advance];
      return [this.#declaration(member), block(`if (${this.#condition(member)}) {`, body, '}')];
    }
    const missing = member.kind === 'field' || member.kind === 'any' ? [line(this.#required(member))] : [];
    return [...missing, this.#streamed(member, `const ${variable} = `, read, ';', soFar, 2), advance];
  }

  /** How the value of one is read, and how the reader goes on. */
  #take(member: Member): { readonly read: string; readonly advance: Code } {
    const next = line(`next = reader.next(${this.#table});`);
    switch (member.kind) {
      case 'field':
        return { read: this.#value(member), advance: next };
      case 'any':
        return { read: 'reader.any()', advance: next };
      default:
        return { read: `${this.#group(member)}(reader, next)`, advance: line('next = reader.current;') };
    }
  }

  #condition(member: Member): string {
    return this.#first.of(member).map(conditionOf).join(' || ');
  }

  /** Whether another item comes. Where a group that repeats begins with such an item, one too many is of the next group. */
  #more(member: Member, variable: string): string {
    const condition = this.#condition(member);
    const { most } = member;
    if (most === 'unbounded' || !this.#first.of(member).some(({ text }) => this.#again.has(text))) return condition;
    const limit = `${variable}.length < ${most}`;
    return condition.includes(' || ') ? `${limit} && (${condition})` : `${limit} && ${condition}`;
  }

  #required(member: Field | AnyMember): string {
    const error = member.kind === 'field' ? `expected(${this.#names.tag(member)}, next)` : 'expectedOne([], next)';
    const labels = this.#first.of(member);
    const wrong = labels.some(({ guard }) => guard !== undefined)
      ? `!(${this.#condition(member)})`
      : labels.map(({ text }) => `next !== ${text}`).join(' && ');
    return `if (${wrong}) throw reader.${error};`;
  }

  #tooFew(member: Member): string {
    const { least } = member;
    const error =
      member.kind === 'field'
        ? `few(${this.#names.tag(member)}, ${least}, next)`
        : `expectedOne([${this.#firstTags(member).join(', ')}], next)`;
    return `if (${this.#names.variable(member.property)}.length < ${least}) throw reader.${error};`;
  }

  /** Constants of the elements that a member may begin with. */
  #firstTags(member: Member): readonly string[] {
    const elements = elementsOf([member]);
    const labels = new Set(this.#first.of(member).map(({ text }) => text));
    return elements
      .filter((element) => labels.has(String(this.#first.indexOf(element))))
      .map((element) => this.#names.tag(element));
  }

  /** The function that reads a group: it is given what the reader answered last, and leaves what comes behind it. */
  #group(member: ChoiceMember | GroupMember): string {
    const type = member.kind === 'choice' ? member.choice : member.group;
    const { typeName } = this.#structure;
    const isOwn = type.typeName.startsWith(`${typeName}_`);
    const name = isOwn ? readerOf(type.typeName) : this.#names.sharedReader(typeName, type.typeName);
    if (!this.#groups.has(name)) {
      const parameters = ['reader: soap.XmlReader', 'next: number'];
      const head = listed(`function ${name}(`, parameters, `): t.${type.typeName} {`);
      const body = type.kind === 'choice-type' ? this.#choice(type, member) : this.#sequence(type);
      this.#groups.set(name, headed(head, body, '}'));
    }
    return name;
  }

  #sequence({ members }: GroupType): readonly Code[] {
    const entries = members.map(({ property }) => this.#entry(property));
    return [...this.#members(members), listed('return {', entries, '};', 2, { spaced: true })];
  }

  #choice({ cases }: ChoiceType, member: Member): readonly Code[] {
    const labelled = new Set<string>();
    const guarded: Code[] = [];
    const branches: Code[] = [];
    for (const one of cases) {
      const labels = this.#first.of(one);
      const guards = labels.filter(({ guard }) => guard !== undefined);
      if (guards.length > 0)
        guarded.push(block(`if (${guards.map(conditionOf).join(' || ')}) {`, this.#branch(one), '}'));
      const plain = labels.filter(({ text, guard }) => guard === undefined && !labelled.has(text));
      for (const { text } of plain) labelled.add(text);
      branches.push(...this.#cases(one, plain));
    }
    const tags = this.#firstTags(member).join(', ');
    const otherwise = block('default:', [line(`throw reader.expectedOne([${tags}], next);`)], '');
    return [...guarded, block('switch (next) {', [...branches, otherwise], '}')];
  }

  #cases(member: Member, labels: readonly Label[]): readonly Code[] {
    const last = labels.at(-1);
    if (last === undefined) return [];
    const body = this.#branch(member);
    const inBraces = body.length > 1;
    const head = `case ${last.text}:${inBraces ? ' {' : ''}`;
    return [...labels.slice(0, -1).map(({ text }) => line(`case ${text}:`)), block(head, body, inBraces ? '}' : '')];
  }

  /** Reads the case that was chosen, and returns it. */
  #branch(member: Member): readonly Code[] {
    const name = stringLiteral(member.property);
    const { read, advance } = this.#take(member);
    const soFar = `() => ({ case: ${name}${member.many ? ', value' : ''} })`;
    const value = (head: string, tail: string, indent: number): Code =>
      this.#streamed(member, head, read, tail, soFar, indent, 'value');
    if (member.many) {
      const declared = line(`const value: ${memberText(member, qualified)} = [];`);
      const limit = member.most === 'unbounded' ? '' : `, ${member.most}`;
      const items = [line(`reader.item(value.length${limit});`), value('value.push(', ');', 8), advance];
      const loop = block('do {', items, `} while (${this.#more(member, 'value')});`);
      const error = member.kind === 'field' ? `few(${this.#names.tag(member)}, ${member.least}, next)` : 'misplaced()';
      const few = member.least > 1 ? [line(`if (value.length < ${member.least}) throw reader.${error};`)] : [];
      return [declared, loop, ...few, line(`return { case: ${name}, value };`)];
    }
    if (member.kind === 'choice' || member.kind === 'group') {
      return [value(`return { case: ${name}, value: `, ' };', 6)];
    }
    return [
      value('const value = ', ';', 6),
      line(`reader.next(${this.#table});`),
      line(`return { case: ${name}, value };`),
    ];
  }

  #mixed(members: readonly Member[], itemType: string): readonly Code[] {
    const { typeName } = this.#structure;
    const table = this.#table;
    const labelled = new Set<string>();
    const branches = mixedCases(members).flatMap((member) => {
      const label = this.#first.of(member).at(-1)?.text ?? '';
      // An element that stands in two places comes out by the first one's name.
      if (labelled.has(label)) return [];
      labelled.add(label);
      const read = member.kind === 'field' ? this.#value(member) : member.kind === 'any' ? 'reader.any()' : '';
      const name = stringLiteral(member.property);
      return [block(`case ${label}:`, [this.#push(member, name, read), line('break;')], '')];
    });
    const otherwise = block('default:', [line('throw reader.misplaced();')], '');
    const piece = `reader.piece(${table}, $content)`;
    const entries = [...this.#headEntries(), '$content'];
    const isStreamed = members.some((member) => this.#names.streams.isIn(member));
    const unfit = `throw reader.invalid(${stringLiteral(typeName)}, 'its elements do not fit its content model');`;
    return [
      line(`const $content: t.${itemType}[] = [];`),
      ...(isStreamed ? [listed('const soFar = () => ({', entries, '});', 2, { spaced: true })] : []),
      line(`let next = ${piece};`),
      block(
        'while (next !== soap.END) {',
        [block('switch (next) {', [...branches, otherwise], '}'), line(`next = ${piece};`)],
        '}',
      ),
      within(`if (!${modelOf(typeName)}.fits($content))`, [line(unfit)]),
      listed('return {', entries, '};', 2, { spaced: true }),
    ];
  }

  /** Reads an element between text: an item of the content. */
  #push(member: Member, name: string, read: string): Code {
    if (!this.#names.streams.isIn(member)) return line(`$content.push({ case: ${name}, value: ${read} });`);
    const value = `reader.within('value', () => ({ case: ${name} }), () => ${read})`;
    const item = listed("value: reader.within('$content', soFar, () =>", [value], '),', 10, {
      spaced: true,
      lastComma: false,
    });
    return block('$content.push({', [line(`case: ${name},`), item], '});');
  }
}

/** An object of properties that have their names. */
function flatObject(entries: readonly string[]): string {
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

/** Groups and choices of which there may be several, one behind the other. */
function repeatedGroups(members: readonly Member[]): readonly Member[] {
  return members.flatMap((member) => {
    if (member.kind === 'field' || member.kind === 'any') return [];
    const inner = member.kind === 'choice' ? member.choice.cases : member.group.members;
    return [...(member.many ? [member] : []), ...repeatedGroups(inner)];
  });
}
