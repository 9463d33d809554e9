import type { AnyAttributeMember, AttributeMember, Field, Member, Structure } from '../../contract/index.ts';
import { block, type Code, headed, line, listed, literalCode, type Parts, within } from '../code.ts';
import { stringLiteral } from '../literal.ts';
import { mixedCases } from '../types.ts';
import { isAbsentIfNil } from './constants.ts';
import { modelOf, tableOf, typesOf, wildcardOf } from './identifiers.ts';
import type { CodecNames } from './names.ts';
import { ownAttributeCodec, ownCodec } from './own-codecs.ts';
import { labelComment, MemberReader } from './read-member.ts';
import { ParticleReader } from './read-particles.ts';
import { readerOfValue } from './values.ts';

/** The reader of a structure, and of the groups in it. */
export function structureReader(structure: Structure, names: CodecNames): Parts {
  return new StructureReader(structure, names).parts();
}

class StructureReader {
  readonly #structure: Structure;
  readonly #names: CodecNames;
  readonly #table: string;
  readonly #member: MemberReader;
  readonly #particles: ParticleReader;

  constructor(structure: Structure, names: CodecNames) {
    this.#structure = structure;
    this.#names = names;
    this.#table = tableOf(names.codec(structure.typeName));
    this.#member = new MemberReader(names, structure.typeName);
    this.#particles = new ParticleReader(structure, names, this.#member);
  }

  parts(): Parts {
    const { typeName } = this.#structure;
    const head = listed(
      `export function ${this.#names.ownReader(typeName)}(`,
      ['reader: soap.XmlReader'],
      `): ${this.#names.valueType(typeName)} {`,
    );
    const reader = headed(head, [...this.#attributes(), ...this.#content()], '}');
    return [...this.#particles.groups, [reader]];
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
    const name = this.#names.attribute(attribute);
    const verb = required ? 'required' : 'read';
    const own = ownAttributeCodec(type);
    if (own !== undefined) return line(`const ${variable} = soap.${verb}${own}Attribute(reader, ${name});`);
    const object = this.#names.object(type, this.#structure.typeName, property);
    const open = type.open === true ? 'Open' : '';
    return line(`const ${variable} = soap.${verb}${open}Attribute(reader, ${name}, ${object});`);
  }

  #anyAttribute({ property, wildcard }: AnyAttributeMember, known: readonly string[]): Code {
    const limit =
      wildcard.namespaces === '##any' ? '' : `, ${wildcardOf(this.#names.codec(this.#structure.typeName), property)}`;
    const head = `const ${this.#names.variable(property)} = reader.otherAttributes(`;
    return literalCode(head, { list: known }, `${limit});`);
  }

  /** Properties that are read before the content. */
  #headEntries(): readonly string[] {
    const { discriminant, attributes, anyAttribute } = this.#structure;
    return [
      ...(discriminant === undefined ? [] : [`$type: ${stringLiteral(discriminant.value)}`]),
      ...[...attributes, ...(anyAttribute === undefined ? [] : [anyAttribute])].map(({ property }) =>
        this.#member.entry(property),
      ),
    ];
  }

  #content(): readonly Code[] {
    const { content } = this.#structure;
    switch (content.kind) {
      case 'fields':
        return this.#fields(content.fields);
      case 'particles':
        return [
          line(`let next = reader.next(${this.#table});`),
          ...this.#particles.members(content.members, this.#headEntries()),
          line('if (next !== soap.END) throw reader.misplaced();'),
          this.#result(content.members),
        ];
      case 'text': {
        const { type, property } = content.text;
        const own = ownCodec(type);
        const object = (): string => this.#names.object(type, this.#structure.typeName, property);
        const call = own === undefined ? `soap.${readerOfValue(type)}(reader, ${object()})` : `soap.read${own}(reader)`;
        const { name, typeName } = this.#structure;
        return [
          // There is no table of children, which would check the type.
          ...(name === undefined ? [] : [line(`${this.#names.typeCall(typesOf(this.#names.codec(typeName)))};`)]),
          line(`const ${this.#names.variable(property)} = ${call};`),
          listed('return {', [...this.#headEntries(), this.#member.entry(property)], '};', { spaced: true }),
        ];
      }
      case 'mixed':
        return this.#mixed(content.members, content.typeName);
    }
  }

  #result(members: readonly Member[]): Code {
    const result = this.#names.results.get(this.#structure.typeName);
    if (result !== undefined) return line(`return ${this.#names.variable(result.property)};`);
    return listed('return {', this.#entries(members), '};', { spaced: true });
  }

  /** Distinct names, which may come in any order (rule R1). */
  #fields(fields: readonly Field[]): readonly Code[] {
    const cases = fields.map((field, index) =>
      block(`case ${index}:${labelComment(field)}`, [...this.#readField(field), line('break;')], ''),
    );
    const missing = fields.flatMap((field) => this.#missing(field));
    const choose = [...cases, block('case soap.END:', [...missing, this.#result(fields)], '')];
    const loop = block('for (;;) {', [block(`switch (${this.#names.childCall(this.#table)}) {`, choose, '}')], '}');
    const soFar = this.#soFar(fields, this.#entries(fields));
    return [...fields.map((field) => this.#member.declaration(field)), ...soFar, loop];
  }

  /** `const soFar = …`: the values read before one that is streamed, or contains a stream. */
  #soFar(members: readonly Member[], entries: readonly string[]): readonly Code[] {
    if (!members.some((member) => this.#names.streams.isIn(member))) return [];
    return [listed('const soFar = () => ({', entries, '});', { spaced: true })];
  }

  /** All properties of it. */
  #entries(members: readonly Member[]): readonly string[] {
    return [...this.#headEntries(), ...members.map(({ property }) => this.#member.entry(property))];
  }

  #missing(field: Field): readonly Code[] {
    if (field.optional || (field.many && field.least === 0)) return [];
    const variable = this.#names.variable(field.property);
    const tag = this.#names.tag(field);
    if (field.many) {
      const few = this.#member.missing(`reader.few(${tag}, ${field.least}, soap.END)`);
      return [line(`if (${variable}.length < ${field.least}) ${few}`)];
    }
    const missing = `reader.missing(${tag})`;
    // A null of SOAP encoding may be left out (SOAP 1.1, 5.1, rule 9).
    if (this.#names.use === 'encoded' && field.nillable) return [line(`${variable} ??= null;`)];
    if (!this.#names.isTolerant || !field.nillable) return [line(`if (${variable} === undefined) throw ${missing};`)];
    const body = [line(this.#member.missing(missing)), line(`${variable} = null;`)];
    return [block(`if (${variable} === undefined) {`, body, '}')];
  }

  #readField(field: Field): readonly Code[] {
    const variable = this.#names.variable(field.property);
    const value = this.#member.value(field);
    // The table of children has those that every reader may read as absent.
    const isTolerated = field.optional && !isAbsentIfNil(field);
    const read = isTolerated ? this.#member.unlessNil(field, value) : value;
    const into = (head: string, tail: string): Code =>
      this.#member.statement(field, { head, read, tail, soFar: 'soFar' });
    return field.many
      ? [this.#member.item(field), this.#member.unlessNull(field, into(`${variable}.push(`, ');'))]
      : [line(`if (${variable} !== undefined) throw reader.repeated();`), into(`${variable} = `, ';')];
  }

  #mixed(members: readonly Member[], itemType: string): readonly Code[] {
    const { typeName } = this.#structure;
    const table = this.#table;
    const labelled = new Set<string>();
    const branches = mixedCases(members).flatMap((member) => {
      const label = this.#particles.label(member);
      // An element that occurs twice in the model is read as the first one.
      if (labelled.has(label)) return [];
      labelled.add(label);
      const read = member.kind === 'field' ? this.#member.value(member) : member.kind === 'any' ? 'reader.any()' : '';
      const name = stringLiteral(member.property);
      return [block(`case ${label}:${labelComment(member)}`, [this.#push(member, name, read), line('break;')], '')];
    });
    const otherwise = block('default:', [line('throw reader.misplaced();')], '');
    const piece = `reader.piece(${table}, $content)`;
    const entries = [...this.#headEntries(), '$content'];
    const error = `reader.invalid(${stringLiteral(typeName)}, 'its elements do not fit its content model')`;
    const unfit = this.#names.isTolerant ? `soap.tolerate(reader, 'content-model', ${error});` : `throw ${error};`;
    return [
      line(`const $content: ${this.#names.file.type(itemType)}[] = [];`),
      ...this.#soFar(members, entries),
      line(`let next = ${piece};`),
      block(
        'while (next !== soap.END) {',
        [block('switch (next) {', [...branches, otherwise], '}'), line(`next = ${piece};`)],
        '}',
      ),
      within(`if (!${modelOf(this.#names.codec(typeName))}.fits($content))`, [line(unfit)]),
      listed('return {', entries, '};', { spaced: true }),
    ];
  }

  /** Reads an element between text: an item of the content. */
  #push(member: Member, name: string, read: string): Code {
    if (!this.#names.streams.isIn(member)) return line(`$content.push({ case: ${name}, value: ${read} });`);
    const value = `reader.within('value', () => ({ case: ${name} }), () => ${read})`;
    const item = listed("value: reader.within('$content', soFar, () =>", [value], '),', {
      spaced: true,
      lastComma: false,
    });
    return block('$content.push({', [line(`case: ${name},`), item], '});');
  }
}
