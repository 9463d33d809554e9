import type { AnyElement } from '@soapwright/runtime';
import type {
  Member,
  PolymorphicType,
  RootValue,
  SimpleDefinition,
  SimpleValue,
  Structure,
  ValueType,
} from '../../contract/index.ts';
import { mixedCases } from '../../emit/index.ts';
import { mapType } from '../model/any-types.ts';
import { anySimple } from '../model/any-value.ts';
import { simpleCodec } from '../model/simple-codec.ts';
import type { Value } from '../model/value.ts';
import type { ValueModel } from '../model/value-model.ts';
import type { MissingValues } from './convert-value.ts';

type Fields = Readonly<Record<string, Value>>;

type AnyMap = ReadonlyMap<Value, Value>;

export interface PlainOptions {
  /** Makes the values that replace sensitive ones; without it, sensitive fields are left out. */
  readonly masks?: MissingValues | undefined;
  /** Values as JSON has them: numbers and booleans are not texts, and sensitive fields are shown. */
  readonly json?: boolean | undefined;
  /** Whether sensitive fields are left out of JSON, too. */
  readonly hidden?: boolean | undefined;
}

/** Turns values of the contract into objects, lists and texts, as `ValueConverter` reads them. Sensitive values are masked. */
export class PlainWriter {
  readonly #model: ValueModel;
  readonly #masks: MissingValues | undefined;
  readonly #isJson: boolean;
  readonly #showsSecrets: boolean;

  constructor(model: ValueModel, { masks, json = false, hidden = false }: PlainOptions = {}) {
    this.#model = model;
    this.#masks = masks;
    this.#isJson = json;
    this.#showsSecrets = json && !hidden;
  }

  root({ type }: Pick<RootValue, 'type'>, value: Value): Value {
    return this.#value(type, value);
  }

  #value(type: ValueType, value: Value): Value {
    if (value === null || value === undefined) return value;
    switch (type.kind) {
      case 'simple':
        return this.#text(type, value);
      case 'record':
        return this.#record(type.typeName, value as Fields);
      case 'any':
        return (value as AnyElement).xml;
      case 'array':
        return this.#rows(type.rank, value as readonly Value[], (item) => this.#value(type.item, item));
      case 'collection':
        return type.name === 'Vector' ? this.#anyList(value as readonly Value[]) : this.#pairs(value as AnyMap);
      case 'anyType':
        return this.#any(value);
    }
  }

  /** A value that JSON has no form for has its type in `$type`. */
  #any(value: Value): Value {
    if (value === null || value === undefined || typeof value === 'string' || typeof value === 'boolean') return value;
    if (isJsonNumber(value)) return value;
    const simple = anySimple(value);
    if (simple !== undefined) return { $type: `xs:${simple.name}`, value: simple.codec.print(value) };
    if (value instanceof Map) return { $type: mapType, value: this.#pairs(value) };
    if (Array.isArray(value)) return this.#anyList(value);
    const { $type, ...parts } = value as Fields;
    const record = this.#model.anyTypes.record($type);
    if (record !== undefined) return { $type, ...(this.#structure(record, value as Fields) as Fields) };
    const accessors = Object.entries(parts).map(([name, part]): [string, Value] => [name, this.#any(part)]);
    return { $type, ...Object.fromEntries(accessors) };
  }

  #anyList(values: readonly Value[]): readonly Value[] {
    return values.map((one) => this.#any(one));
  }

  #pairs(map: AnyMap): readonly (readonly [key: Value, value: Value])[] {
    return Array.from(map, ([key, value]) => [this.#any(key), this.#any(value)] as const);
  }

  #rows(rank: number, rows: readonly Value[], item: (one: Value) => Value): readonly Value[] {
    return rows.map((one) => (rank === 1 ? item(one) : this.#rows(rank - 1, one as readonly Value[], item)));
  }

  /** A text that is not a value of its type, as a deviating message has it, stays a text. */
  #text(type: SimpleValue, value: Value): Value {
    if (type.open === true && typeof value === 'string') return value;
    if (!this.#isJson) return this.#model.codec(type).print(value);
    if (typeof value === 'boolean' || isJsonNumber(value)) return value;
    const item = Array.isArray(value) ? itemOf(this.#model.definition(type)) : undefined;
    if (item === undefined) return this.#model.codec(type).print(value);
    const codec = simpleCodec(item);
    return (value as readonly Value[]).map((one) => {
      return typeof one === 'boolean' || isJsonNumber(one) ? one : codec.print(one);
    });
  }

  #record(typeName: string, value: Fields): Value {
    const declaration = this.#model.declaration(typeName);
    if (declaration.kind === 'structure') return this.#structure(declaration, value);
    return declaration.kind === 'polymorphic' ? this.#record(concreteOf(declaration, value), value) : undefined;
  }

  #structure({ discriminant, attributes, anyAttribute, content }: Structure, value: Fields): Value {
    const plain: Record<string, Value> = {};
    if (discriminant !== undefined && value.$type !== undefined) plain.$type = value.$type;
    for (const { property, type, sensitive } of attributes) {
      const own = value[property];
      if (own === undefined) continue;
      const shown = this.#isHidden(sensitive) ? this.#masks?.simple(type, property) : own;
      if (shown !== undefined) plain[property] = this.#text(type, shown);
    }
    const others = anyAttribute === undefined ? [] : (value[anyAttribute.property] as readonly Value[]);
    if (anyAttribute !== undefined && others.length > 0) plain[anyAttribute.property] = others;
    if (content.kind === 'fields') this.#addMembers(content.fields, value, plain);
    else if (content.kind === 'particles') this.#addMembers(content.members, value, plain);
    else if (content.kind === 'text') {
      const { property, type, sensitive } = content.text;
      const shown = this.#isHidden(sensitive) ? this.#masks?.simple(type, property) : value[property];
      if (shown !== undefined) plain[property] = this.#text(type, shown);
    } else {
      const cases = mixedCases(content.members);
      const items = value.$content as readonly Value[];
      plain.$content = items.map((item) => (typeof item === 'string' ? item : this.#case(cases, item as Case)));
    }
    return plain;
  }

  #addMembers(members: readonly Member[], value: Fields, plain: Record<string, Value>): void {
    for (const member of members) {
      const own = value[member.property];
      if (own === undefined || (member.many && (own as readonly Value[]).length === 0)) continue;
      const shown = this.#member(member, own);
      if (shown !== undefined) plain[member.property] = shown;
    }
  }

  #isHidden(sensitive: boolean): boolean {
    return sensitive && !this.#showsSecrets;
  }

  #member(member: Member, value: Value): Value {
    const isMasked = member.kind === 'field' && this.#isHidden(member.sensitive);
    const shown = isMasked ? this.#masks?.member(member) : value;
    if (shown === undefined) return undefined;
    return member.many
      ? (shown as readonly Value[]).map((item) => this.#item(member, item))
      : this.#item(member, shown);
  }

  #item(member: Member, value: Value): Value {
    switch (member.kind) {
      case 'field':
        return this.#value(member.type, value);
      case 'any':
        return (value as AnyElement).xml;
      case 'choice':
        return this.#case(member.choice.cases, value as Case);
      case 'group': {
        const plain: Record<string, Value> = {};
        this.#addMembers(member.group.members, value as Fields, plain);
        return plain;
      }
    }
  }

  #case(cases: readonly Member[], { case: property, value }: Case): Value {
    const chosen = cases.find((one) => one.property === property);
    return { case: property, value: chosen && this.#member(chosen, value) };
  }
}

/** The type of the items of a list; undefined for another type. */
function itemOf(definition: SimpleDefinition): SimpleDefinition | undefined {
  switch (definition.kind) {
    case 'declared':
      return itemOf(definition.definition);
    case 'restriction':
      return itemOf(definition.base);
    case 'list':
      return definition.item;
    case 'built-in':
      return definition.representation === 'string[]'
        ? { ...definition, name: 'NMTOKEN', representation: 'string' }
        : undefined;
    case 'union':
      return undefined;
  }
}

/** Whether JSON has the number as it is. */
function isJsonNumber(value: Value): boolean {
  return Number.isFinite(value) && !Object.is(value, -0);
}

interface Case {
  readonly case: string;
  readonly value: Value;
}

function concreteOf({ members, typeName }: PolymorphicType, { $type }: Fields): string {
  const found = members.find(({ discriminant }) => discriminant.value === $type) ?? members[0];
  return found?.typeName ?? typeName;
}
