import type { Declaration, Member, RootValue, SimpleDefinition, SimpleValue, ValueType } from '../../contract/index.ts';
import type { ValueModel } from '../model/value-model.ts';

/** A field of a request, as a call gives it. */
export interface FieldLine {
  /** Names from the request, with `[]` after lists, and with `=case` where a choice is made: `Items[].Price`. */
  readonly path: string;
  /** A type of XML Schema, the listed values, or the name of a record that was described before. */
  readonly type: string;
  readonly required: boolean;
  /** The first sentence of its documentation; empty without one. */
  readonly doc: string;
}

/** Records below this depth are named only. */
const deepest = 6;

/** The fields of the value of a body or a header block, in order; records that contain themselves are described once. */
export function describeRequest(model: ValueModel, root: Pick<RootValue, 'type'> | undefined): readonly FieldLine[] {
  const lines = new FieldLines(model);
  if (root !== undefined) lines.addType(root.type, '', []);
  return lines.all;
}

class FieldLines {
  readonly all: FieldLine[] = [];
  readonly #model: ValueModel;

  constructor(model: ValueModel) {
    this.#model = model;
  }

  /** @param within names of the records around it. */
  addType(type: ValueType, path: string, within: readonly string[]): void {
    if (type.kind === 'array') this.addType(type.item, path, within);
    if (type.kind !== 'record' || within.includes(type.typeName) || within.length >= deepest) return;
    this.#declaration(this.#model.declaration(type.typeName), path, [...within, type.typeName]);
  }

  #declaration(declaration: Declaration, path: string, within: readonly string[]): void {
    if (declaration.kind === 'polymorphic') {
      const names = declaration.members.map(({ discriminant }) => discriminant.value);
      this.#add(`${path}.$type`, names.join(' | '), !declaration.members.some((one) => one.discriminant.optional));
      const [first] = declaration.members;
      if (first !== undefined) this.#declaration(this.#model.declaration(first.typeName), path, within);
      return;
    }
    if (declaration.kind !== 'structure') return;
    for (const { property, type, required, doc } of declaration.attributes) {
      this.#add(`${path}.${property}`, this.#simple(type), required, doc);
    }
    const { content } = declaration;
    if (content.kind === 'text') this.#add(`${path}.${content.text.property}`, this.#simple(content.text.type), true);
    else if (content.kind === 'mixed') this.#add(`${path}.$content[]`, 'text, or { case, value }', false);
    else this.#members(content.kind === 'fields' ? content.fields : content.members, path, within);
  }

  #members(members: readonly Member[], path: string, within: readonly string[]): void {
    for (const member of members) {
      const { property, many, least, optional, doc } = member;
      const rank = (many ? 1 : 0) + (member.kind === 'field' ? rankOf(member.type) : 0);
      const at = `${path}.${property}${'[]'.repeat(rank)}`;
      const required = many ? least > 0 : !optional;
      switch (member.kind) {
        case 'field':
          this.#add(at, this.#type(member.type, within), required, doc);
          this.addType(member.type, at, within);
          break;
        case 'any':
          this.#add(at, 'one element as XML text', required, doc);
          break;
        case 'group':
          this.#add(at, 'object', required, doc);
          this.#members(member.group.members, at, within);
          break;
        case 'choice':
          this.#add(`${at}.case`, member.choice.cases.map((one) => one.property).join(' | '), required, doc);
          for (const one of member.choice.cases)
            this.#members([{ ...one, property: 'value' }], `${at}=${one.property}`, within);
      }
    }
  }

  #type(type: ValueType, within: readonly string[]): string {
    switch (type.kind) {
      case 'simple':
        return this.#simple(type);
      case 'record':
        return within.includes(type.typeName) || within.length >= deepest ? `${type.typeName}, as above` : 'object';
      case 'any':
        return 'one element as XML text';
      case 'array':
        return this.#type(type.item, within);
      case 'collection':
        return type.name === 'Map' ? 'list of [key, value]' : 'list of values of any type';
      case 'anyType':
        return 'any value';
    }
  }

  #simple(type: SimpleValue): string {
    const values = enumerated(this.#model.definition(type));
    if (values === undefined) return type.name;
    const shown = values.slice(0, 12).join(' | ');
    return values.length > 12 ? `${shown} | …` : shown;
  }

  #add(path: string, type: string, required: boolean, doc: string | undefined = ''): void {
    const [sentence = ''] = doc.trim().split(/(?<=\.)\s|\n\s*\n/);
    this.all.push({ path: path.replace(/^\./, ''), type, required, doc: sentence.replaceAll(/\s+/g, ' ') });
  }
}

/** The dimensions of an encoded array, with those of arrays in it. */
function rankOf(type: ValueType): number {
  return type.kind === 'array' ? type.rank + rankOf(type.item) : 0;
}

function enumerated(definition: SimpleDefinition): readonly string[] | undefined {
  if (definition.kind === 'declared') return enumerated(definition.definition);
  if (definition.kind !== 'restriction') return undefined;
  return definition.facets.enumeration?.map(({ value }) => value) ?? enumerated(definition.base);
}
