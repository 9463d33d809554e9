import type {
  AnyMember,
  ChoiceMember,
  ChoiceType,
  Field,
  GroupMember,
  GroupType,
  Member,
  Structure,
} from '../../contract/index.ts';
import { block, type Code, headed, line, listed } from '../code.ts';
import { stringLiteral } from '../literal.ts';
import { itemText, memberText } from '../type-text.ts';
import { conditionOf, elementsOf, FirstSets, type Label, membersOf, repeatedGroups, wildcardsOf } from './content.ts';
import { tableOf, wildcardOf } from './identifiers.ts';
import type { CodecNames } from './names.ts';
import { labelComment, type MemberReader } from './read-member.ts';

/**
 * Reads particles in the order of the schema, one element of look-ahead deciding (XML Schema part 1, 3.8.6): a descent with
 * a function for each choice and group.
 */
export class ParticleReader {
  readonly #typeName: string;
  readonly #names: CodecNames;
  readonly #member: MemberReader;
  readonly #first: FirstSets;
  readonly #table: string;
  /** First labels of the groups that may repeat. */
  readonly #again: ReadonlySet<string>;
  /** Functions for groups and choices, by their names. */
  readonly #groups: Map<string, readonly Code[]> = new Map();

  constructor(structure: Structure, names: CodecNames, member: MemberReader) {
    const { typeName } = structure;
    this.#typeName = typeName;
    this.#names = names;
    this.#member = member;
    this.#table = tableOf(names.codec(typeName));
    // Fields with distinct names need no look-ahead.
    const members = structure.content.kind === 'fields' ? [] : membersOf(structure);
    const isAlone = wildcardsOf(members).length < 2;
    this.#first = new FirstSets(elementsOf(members), ({ property, wildcard }) =>
      isAlone || wildcard.namespaces === '##any'
        ? undefined
        : `${wildcardOf(names.codec(typeName), property)}.admits(reader.namespace)`,
    );
    this.#again = new Set(repeatedGroups(members).flatMap((member) => this.#first.of(member).map(({ text }) => text)));
  }

  /** The functions of groups that the code built until now calls. */
  get groups(): readonly (readonly Code[])[] {
    return [...this.#groups.values()];
  }

  /** The label of a member in a `switch` over the reader's result; empty for a member without elements. */
  label(member: Member): string {
    return this.#first.of(member).at(-1)?.text ?? '';
  }

  /** A sequence of particles. */
  members(members: readonly Member[], head: readonly string[] = []): readonly Code[] {
    return members.flatMap((member, index) => {
      const before = members
        .slice(0, member.many ? index + 1 : index)
        .map(({ property }) => this.#member.entry(property));
      return this.#particle(member, [...head, ...before]);
    });
  }

  /** @param before the properties that are read before it. */
  #particle(member: Member, before: readonly string[]): readonly Code[] {
    const variable = this.#names.variable(member.property);
    const { read, advance } = this.#readAndAdvance(member);
    const soFar = `() => (${flatObject(before)})`;
    const into = (head: string, tail: string): Code => this.#member.statement(member, { head, read, tail, soFar });
    if (member.many) {
      const push = this.#member.unlessNull(member, into(`${variable}.push(`, ');'));
      const body = [this.#member.item(member), push, advance];
      const least = member.least > 0 ? [line(this.#tooFew(member))] : [];
      const condition = this.#more(member, variable);
      return [this.#member.declaration(member), block(`while (${condition}) {`, body, '}'), ...least];
    }
    if (member.optional) {
      const present = this.#member.unlessNil(member, read);
      const statement = { head: `${variable} = `, read: present, tail: ';', soFar };
      const body = [this.#member.statement(member, statement), advance];
      return [this.#member.declaration(member), block(`if (${this.#condition(member)}) {`, body, '}')];
    }
    if (this.#names.isTolerant && member.kind === 'field' && member.nillable) {
      return this.#nillable(member, into(`${variable} = `, ';'), advance);
    }
    const missing = member.kind === 'field' || member.kind === 'any' ? [line(this.#required(member))] : [];
    return [...missing, into(`const ${variable} = `, ';'), advance];
  }

  /** A nillable element that a tolerant reader reads as null where it is missing. */
  #nillable(field: Field, read: Code, advance: Code): readonly Code[] {
    const variable = this.#names.variable(field.property);
    const missing = this.#member.missing(`reader.expected(${this.#names.tag(field)}, next)`);
    return [
      line(`let ${variable}: ${itemText(field, this.#names.file)} = null;`),
      block(`if (${this.#condition(field)}) {`, [read, advance], ''),
      block('} else {', [line(missing)], '}'),
    ];
  }

  /** The expression that reads a member's value, and the statement that advances the reader. */
  #readAndAdvance(member: Member): { readonly read: string; readonly advance: Code } {
    const next = line(`next = reader.next(${this.#table});`);
    switch (member.kind) {
      case 'field':
        return { read: this.#member.value(member), advance: next };
      case 'any':
        return { read: 'reader.any()', advance: next };
      default:
        return { read: `${this.#group(member)}(reader, next)`, advance: line('next = reader.current;') };
    }
  }

  #condition(member: Member): string {
    return this.#first.of(member).map(conditionOf).join(' || ');
  }

  /** The condition for another item. If a repeated group begins with such an item, one above the maximum is of the next group. */
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
    const few = this.#member.missing(`reader.${error}`);
    return `if (${this.#names.variable(member.property)}.length < ${least}) ${few}`;
  }

  /** Constants of the first elements of a member. */
  #firstTags(member: Member): readonly string[] {
    const elements = elementsOf([member]);
    const labels = new Set(this.#first.of(member).map(({ text }) => text));
    return elements
      .filter((element) => labels.has(String(this.#first.indexOf(element))))
      .map((element) => this.#names.tag(element));
  }

  /** The function that reads a group. Its parameter is the reader's last result; the reader is after the group when it returns. */
  #group(member: ChoiceMember | GroupMember): string {
    const type = member.kind === 'choice' ? member.choice : member.group;
    const typeName = this.#typeName;
    const isOwn = type.typeName.startsWith(`${typeName}_`);
    const name = isOwn ? this.#names.ownReader(type.typeName) : this.#names.sharedReader(typeName, type.typeName);
    if (!this.#groups.has(name)) {
      const parameters = ['reader: soap.XmlReader', 'next: number'];
      const head = listed(`function ${name}(`, parameters, `): ${this.#names.file.type(type.typeName)} {`);
      const body = type.kind === 'choice-type' ? this.#choice(type, member) : this.#sequence(type);
      this.#groups.set(name, [headed(head, body, '}')]);
    }
    return name;
  }

  #sequence({ members }: GroupType): readonly Code[] {
    const entries = members.map(({ property }) => this.#member.entry(property));
    return [...this.members(members), listed('return {', entries, '};', { spaced: true })];
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
    const comment = labels.length === 1 ? labelComment(member) : '';
    const head = `case ${last.text}:${inBraces ? ' {' : ''}${comment}`;
    return [...labels.slice(0, -1).map(({ text }) => line(`case ${text}:`)), block(head, body, inBraces ? '}' : '')];
  }

  /** Reads the selected case, and returns it. */
  #branch(member: Member): readonly Code[] {
    const name = stringLiteral(member.property);
    const { read, advance } = this.#readAndAdvance(member);
    const soFar = `() => ({ case: ${name}${member.many ? ', value' : ''} })`;
    const value = (head: string, tail: string): Code =>
      this.#member.statement(member, { head, read, tail, soFar, property: 'value' });
    if (member.many) {
      const declared = line(`const value: ${memberText(member, this.#names.file)} = [];`);
      const limit = member.most === 'unbounded' ? '' : `, ${member.most}`;
      const push = this.#member.unlessNull(member, value('value.push(', ');'));
      const items = [line(`reader.item(value.length${limit});`), push, advance];
      const loop = block('do {', items, `} while (${this.#more(member, 'value')});`);
      const error = member.kind === 'field' ? `few(${this.#names.tag(member)}, ${member.least}, next)` : 'misplaced()';
      const few = this.#member.missing(`reader.${error}`);
      const check = member.least > 1 ? [line(`if (value.length < ${member.least}) ${few}`)] : [];
      return [declared, loop, ...check, line(`return { case: ${name}, value };`)];
    }
    if (member.kind === 'choice' || member.kind === 'group') {
      return [value(`return { case: ${name}, value: `, ' };')];
    }
    return [
      value('const value = ', ';'),
      line(`reader.next(${this.#table});`),
      line(`return { case: ${name}, value };`),
    ];
  }
}

/** An object literal on one line. */
function flatObject(entries: readonly string[]): string {
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}
