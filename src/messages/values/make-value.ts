import { anyElement } from '@soapwright/runtime';
import {
  type AnyMember,
  type AttributeMember,
  type ChoiceType,
  type Field,
  type Member,
  type PolymorphicType,
  type QName,
  type RootValue,
  rootOf,
  type SimpleValue,
  type Structure,
  type ValueType,
} from '../../contract/index.ts';
import type { DeclaredSample } from '../../emit/index.ts';
import { anySample } from '../../emit/index.ts';
import type { Value } from '../model/value.ts';
import type { ValueModel } from '../model/value-model.ts';
import type { MissingValues } from './convert-value.ts';
import { makeSimple } from './make-simple.ts';
import type { Random } from './random.ts';

export interface MakeOptions {
  readonly random: Random;
  /** Elements that strict wildcards admit. */
  readonly declared?: readonly DeclaredSample[] | undefined;
  /** Values by the names of fields, in lower case: a field of that name has the same value, where its type allows it. */
  readonly echo?: ReadonlyMap<string, string> | undefined;
}

/** Records in records; deeper ones have only what they must have. */
const deep = 4;
/** Larger values have only what they must have from there on. */
const large = 300;

/** Makes plausible values. The same random numbers give the same value. */
export class ValueMaker implements MissingValues {
  readonly #model: ValueModel;
  readonly #options: MakeOptions;
  /** Records around the value that is made. */
  readonly #open: string[] = [];
  #lists = 0;
  #count = 0;
  #ids = 0;

  constructor(model: ValueModel, options: MakeOptions) {
    this.#model = model;
    this.#options = options;
  }

  root({ type }: Pick<RootValue, 'type'>, name: string): Value {
    return this.#value(type, name);
  }

  /** An element of any type. */
  element({ namespace, local }: QName): Value {
    const declared = namespace === '' ? '' : ` xmlns="${namespace.replace(/[&<"]/g, codeOf)}"`;
    return anyElement(`<${local}${declared}>text</${local}>`);
  }

  simple(type: SimpleValue, name: string): Value {
    this.#count++;
    if (rootOf(this.#model.definition(type))?.name === 'ID') return `id${++this.#ids}`;
    return this.#echoed(type, name) ?? makeSimple(this.#model, type, name, this.#options.random);
  }

  member(member: Member): Value {
    if (!member.many) return this.#item(member);
    const { random } = this.#options;
    const few = this.#lists > 0 || this.#isFull ? 1 : 3;
    const most = member.most === 'unbounded' ? Number.POSITIVE_INFINITY : member.most;
    const isPossible = this.#isWanted(member);
    const wanted = isPossible ? Math.min(most, random.int(Math.min(2, few), few)) : 0;
    this.#lists++;
    const items = Array.from({ length: Math.max(member.least, wanted) }, () => this.#item(member));
    this.#lists--;
    return items;
  }

  get #isFull(): boolean {
    return this.#open.length >= deep || this.#count > large;
  }

  #value(type: ValueType, name: string): Value {
    switch (type.kind) {
      case 'simple':
        return this.simple(type, name);
      case 'record':
        return this.#record(type.typeName);
      case 'array': {
        const length = this.#isFull || this.#lists > 1 ? 0 : 2;
        this.#lists++;
        const rows = (rank: number): Value[] =>
          Array.from({ length }, () => (rank === 1 ? this.#value(type.item, name) : rows(rank - 1)));
        const items = rows(type.rank);
        this.#lists--;
        return items;
      }
      case 'collection':
        return type.name === 'Vector' ? ['text'] : new Map([['key', 'text']]);
      case 'anyType':
        return 'text';
      case 'any':
        return undefined;
    }
  }

  #record(typeName: string): Value {
    const declaration = this.#model.declaration(typeName);
    if (declaration.kind === 'structure') {
      this.#count++;
      this.#open.push(typeName);
      const value = this.#structure(declaration);
      this.#open.pop();
      return value;
    }
    return declaration.kind === 'polymorphic' ? this.#record(this.#concrete(declaration)) : undefined;
  }

  #concrete({ members, typeName }: PolymorphicType): string {
    const { heights } = this.#model;
    const possible = this.#isFull || this.#open.includes(typeName) ? heights.least(members, ownTypeName) : members;
    const ending = possible.filter((member) => heights.least([member], ownTypeName).length > 0);
    return this.#options.random.pick(ending).typeName;
  }

  #structure({ discriminant, attributes, anyAttribute, content }: Structure): Value {
    const value: Record<string, Value> = {};
    if (discriminant !== undefined) value.$type = discriminant.value;
    for (const attribute of attributes) value[attribute.property] = this.#attribute(attribute);
    if (anyAttribute !== undefined) value[anyAttribute.property] = [];
    switch (content.kind) {
      case 'fields':
        this.#addMembers(content.fields, value);
        break;
      case 'particles':
        this.#addMembers(content.members, value);
        break;
      case 'text':
        value[content.text.property] = this.simple(content.text.type, this.#open.at(-1) ?? content.text.property);
        break;
      case 'mixed':
        value.$content = this.#mixed(content.members);
        break;
    }
    return value;
  }

  #attribute({ property, type, required }: AttributeMember): Value {
    return required || type.fallback === undefined ? this.simple(type, property) : this.#fallback(type);
  }

  #fallback(type: SimpleValue): Value {
    return type.fallback && this.#model.codec(type).parse(type.fallback.text);
  }

  #addMembers(members: readonly Member[], value: Record<string, Value>): void {
    for (const member of members) {
      if (member.optional && !this.#isWanted(member)) continue;
      value[member.property] = this.member(member);
    }
  }

  /** Whether a member that can be left out is there: nothing that holds itself, no unknown elements, and no abstract types. */
  #isWanted(member: Member): boolean {
    if (this.#isFull || !this.#model.heights.isFinite(member)) return false;
    switch (member.kind) {
      case 'any':
        return false;
      case 'field':
        if (member.type.kind === 'record') return !this.#isOpen(member.type.typeName) && !this.#isAbstract(member.type);
        return member.type.kind !== 'any';
      case 'choice':
        return member.choice.cases.some((one) => this.#isWanted(one));
      case 'group':
        return member.group.members.every((one) => one.optional || one.least === 0 || this.#isWanted(one));
    }
  }

  /** Whether no message can hold it, although codecs read and write it. */
  #isAbstract({ typeName }: { readonly typeName: string }): boolean {
    const declaration = this.#model.declaration(typeName);
    return declaration.kind === 'structure' && declaration.abstract;
  }

  /** Whether the record, or one of its hierarchy, is around the value that is made. */
  #isOpen(typeName: string): boolean {
    if (this.#open.includes(typeName)) return true;
    const declaration = this.#model.declaration(typeName);
    return declaration.kind === 'polymorphic' && declaration.members.some((one) => this.#open.includes(one.typeName));
  }

  #item(member: Member): Value {
    switch (member.kind) {
      case 'field':
        return this.#field(member);
      case 'choice':
        return this.#choice(member.choice);
      case 'group': {
        const value: Record<string, Value> = {};
        this.#addMembers(member.group.members, value);
        return value;
      }
      case 'any':
        return this.#any(member);
    }
  }

  #field(field: Field): Value {
    const { type, name, property, element } = field;
    const isEndless = type.kind === 'record' && (this.#isOpen(type.typeName) || !this.#model.heights.isFinite(field));
    if (this.#model.mayBeNull(field) && (isEndless || this.#isFull)) return null;
    if (type.kind === 'any') return this.element(name);
    if (type.kind === 'simple' && element.example !== undefined) return this.#model.codec(type).parse(element.example);
    return this.#value(type, property);
  }

  #choice({ cases }: ChoiceType): Value {
    const { heights } = this.#model;
    const ending = cases.filter((one) => heights.isFinite(one));
    const wanted = ending.filter((one) => this.#isWanted(one));
    const chosen = this.#options.random.pick(wanted.length > 0 ? wanted : heights.leastMembers(ending));
    const value = this.member(chosen);
    return { case: chosen.property, value: chosen.many && isEmpty(value) ? [this.#item(chosen)] : value };
  }

  #any(member: AnyMember): Value {
    const sample = anySample(member, this.#options.declared ?? []);
    return anyElement(sample ?? '<example xmlns="urn:example"/>');
  }

  /** Text, and the elements that must be there. */
  #mixed(members: readonly Member[]): readonly Value[] {
    const items: Value[] = ['text'];
    const visit = (member: Member): void => {
      const count = member.many ? member.least : member.optional ? 0 : 1;
      for (let index = 0; index < count; index++) {
        if (member.kind === 'group') member.group.members.forEach(visit);
        else if (member.kind === 'choice') {
          const { cases } = member.choice;
          visit({
            ...this.#options.random.pick(this.#model.heights.leastMembers(cases)),
            optional: false,
            many: false,
          });
        } else items.push({ case: member.property, value: this.#item(member) });
      }
    };
    members.forEach(visit);
    return items;
  }

  /** The value that the request gave to a field of this name; not for the items of lists, which would all be the same. */
  #echoed(type: SimpleValue, name: string): Value {
    const text = this.#lists > 0 ? undefined : this.#options.echo?.get(name.toLowerCase());
    if (text === undefined || type.fallback?.kind === 'fixed') return undefined;
    try {
      return this.#model.codec(type).parse(text);
    } catch {
      // It is not a value of this type.
      return undefined;
    }
  }
}

function ownTypeName({ typeName }: { readonly typeName: string }): string {
  return typeName;
}

function isEmpty(value: Value): boolean {
  return Array.isArray(value) && value.length === 0;
}

function codeOf(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}
