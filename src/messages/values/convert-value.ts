import { anyElement, DateTime, type SimpleType, ValueError } from '@soapwright/runtime';
import { XmlError } from '@soapwright/runtime/xml';
import type {
  AttributeMember,
  ChoiceType,
  Member,
  PolymorphicType,
  RootValue,
  SimpleValue,
  Structure,
  TextMember,
  ValueType,
} from '../../contract/index.ts';
import { mixedCases } from '../../emit/index.ts';
import { mapType, structName } from '../model/any-types.ts';
import { anySimple } from '../model/any-value.ts';
import type { Value } from '../model/value.ts';
import type { ValueModel } from '../model/value-model.ts';

/** Keys and indexes from the whole value to a part of it. */
export type ValuePath = readonly (string | number)[];

/** Why a given value is not a value of its type. */
export interface ValueProblem {
  readonly path: ValuePath;
  /** As a clause: `it must be an integer`. */
  readonly reason: string;
  /** Of a property that its type does not have: those that it has. */
  readonly among?: readonly string[] | undefined;
}

/** Makes the values of members that are required and were not given. */
export interface MissingValues {
  member(member: Member): Value;
  simple(type: SimpleValue, name: string): Value;
}

export interface ConvertOptions {
  /** Whether properties may be missing, as in a pattern that messages are compared with. */
  readonly partial?: boolean | undefined;
  /** Without it, a required member that is missing is a problem. */
  readonly missing?: MissingValues | undefined;
}

type Fields = Readonly<Record<string, Value>>;

/**
 * Converts values as people write them, texts of XML Schema in objects and lists, or as generated code has them, to values of
 * the contract. It goes on after each problem.
 */
export class ValueConverter {
  readonly problems: ValueProblem[] = [];
  readonly #model: ValueModel;
  readonly #options: ConvertOptions;

  constructor(model: ValueModel, options: ConvertOptions = {}) {
    this.#model = model;
    this.#options = options;
  }

  /** The converted value; what is wrong in it is among the problems. */
  root({ type, nillable }: Pick<RootValue, 'type' | 'nillable'>, given: Value, path: ValuePath): Value {
    return this.#nullable(type, nillable, given, path);
  }

  #nullable(type: ValueType, nillable: boolean, given: Value, path: ValuePath): Value {
    if (given !== null) return this.#value(type, given, path);
    if (!nillable && type.kind !== 'anyType') this.#add(path, 'it is not nillable in the contract, and cannot be null');
    return null;
  }

  #value(type: ValueType, given: Value, path: ValuePath): Value {
    switch (type.kind) {
      case 'simple':
        return this.#simple(type, given, path);
      case 'record':
        return this.#record(type.typeName, given, path);
      case 'any':
        return this.#any(given, path);
      case 'array': {
        const item = (one: Value, at: ValuePath): Value => this.#nullable(type.item, type.itemNillable, one, at);
        return this.#rows(type.rank, given, path, item);
      }
      case 'collection':
        return type.name === 'Map' ? this.#map(given, path) : this.#anyList(given, path);
      case 'anyType':
        return this.#anyValue(given, path);
    }
  }

  /** A value of any type of an encoded message, as `PlainWriter` writes it or generated code has it. */
  #anyValue(given: Value, path: ValuePath): Value {
    if (given === undefined || given === null || anySimple(given) !== undefined) return given;
    if (Array.isArray(given)) return this.#anyList(given, path);
    if (given instanceof Map) return this.#map(given, path);
    const { $type, ...parts } = given as Fields;
    if ($type === mapType) return this.#map(parts.value, [...path, 'value']);
    const builtIn = typeof $type === 'string' && $type.startsWith('xs:') ? $type.slice(3) : undefined;
    const simple = builtIn === undefined ? undefined : this.#model.anyTypes.builtIn(builtIn);
    if (simple !== undefined) return this.#simple(simple, parts.value, [...path, 'value']);
    const record = this.#model.anyTypes.record($type);
    if (record !== undefined) {
      return { $type, ...(this.#structure(record, given as Fields, path) as Fields) };
    }
    if ($type === structName) {
      const part = ([name, one]: [string, Value]): [string, Value] => [name, this.#anyValue(one, [...path, name])];
      return { $type, ...Object.fromEntries(Object.entries(parts).map(part)) };
    }
    this.#add([...path, '$type'], 'a value of any type must have the $type of a record of the contract, or Struct');
    return undefined;
  }

  #anyList(given: Value, path: ValuePath): Value[] {
    return this.#list(given, path, (one, at) => this.#anyValue(one, at));
  }

  #map(given: Value, path: ValuePath): Value {
    const pairs: Value = given instanceof Map ? [...given] : given;
    if (isPairs(pairs)) {
      return new Map(
        pairs.map(([key, value], index) => [
          this.#anyValue(key, [...path, index, 0]),
          this.#anyValue(value, [...path, index, 1]),
        ]),
      );
    }
    this.#add(path, 'it must be a Map, or a list of keys with values');
    return undefined;
  }

  #rows(rank: number, given: Value, path: ValuePath, item: (one: Value, at: ValuePath) => Value): Value {
    return this.#list(given, path, (one, at) => (rank === 1 ? item(one, at) : this.#rows(rank - 1, one, at, item)));
  }

  #list(given: Value, path: ValuePath, item: (one: Value, at: ValuePath) => Value): Value[] {
    if (Array.isArray(given)) return given.map((one: Value, index) => item(one, [...path, index]));
    this.#add(path, 'it must be a list');
    return [];
  }

  #simple(type: SimpleValue, given: Value, path: ValuePath): Value {
    const codec = this.#model.fixedCodec(type);
    try {
      if (typeof given !== 'object') return codec.parse(String(given));
      const isTexts = Array.isArray(given) && given.every((one) => typeof one !== 'object');
      return codec.parse(isTexts ? given.join(' ') : printed(codec, given));
    } catch (error) {
      // A value of another shape makes a codec throw anything.
      this.#add(path, error instanceof ValueError ? error.reason : `it must be a value of the type ${codec.name}`);
      return undefined;
    }
  }

  #record(typeName: string, given: Value, path: ValuePath): Value {
    if (!isFields(given)) {
      this.#add(path, 'it must be an object with the fields of its type');
      return undefined;
    }
    const declaration = this.#model.declaration(typeName);
    if (declaration.kind === 'structure') return this.#structure(declaration, given, path);
    if (declaration.kind !== 'polymorphic') throw new RangeError(`${typeName} is no record.`);
    const concrete = this.#concrete(declaration, given, path);
    return concrete === undefined ? undefined : this.#record(concrete, given, path);
  }

  #concrete({ members }: PolymorphicType, { $type }: Fields, path: ValuePath): string | undefined {
    const found = members.find(
      ({ discriminant: { value, optional } }) => value === $type || ($type === undefined && optional),
    );
    if (found !== undefined) return found.typeName;
    const among = members.map(({ discriminant }) => discriminant.value);
    this.#add($type === undefined ? path : [...path, '$type'], `its $type must be one of ${among.join(', ')}`);
    return undefined;
  }

  #structure({ discriminant, attributes, anyAttribute, content }: Structure, given: Fields, path: ValuePath): Value {
    const value: Record<string, Value> = {};
    if (discriminant !== undefined) value.$type = discriminant.value;
    for (const attribute of attributes) value[attribute.property] = this.#attribute(attribute, given, path);
    if (anyAttribute !== undefined) value[anyAttribute.property] = given[anyAttribute.property] ?? [];
    const members = membersOf(content);
    for (const member of members) value[member.property] = this.#member(member, given, path);
    if (content.kind === 'text') value[content.text.property] = this.#textContent(content.text, given, path);
    if (content.kind === 'mixed') {
      const cases = mixedCases(content.members);
      value.$content = this.#list(given.$content ?? [], [...path, '$content'], (item, at) => {
        return typeof item === 'string' ? item : this.#case(cases, item, at);
      });
    }
    this.#rejectUnknown(given, ['$type', ...Object.keys(value)], path);
    return value;
  }

  #attribute({ property, type, required }: AttributeMember, given: Fields, path: ValuePath): Value {
    const own = given[property];
    if (own !== undefined) return this.#simple(type, own, [...path, property]);
    if (!required) return undefined;
    return this.#required(path, property, (missing) => missing.simple(type, property));
  }

  #textContent({ property, type }: TextMember, given: Fields, path: ValuePath): Value {
    const own = given[property];
    if (own !== undefined) return this.#simple(type, own, [...path, property]);
    return this.#required(path, property, (missing) => missing.simple(type, property));
  }

  #member(member: Member, given: Fields, path: ValuePath): Value {
    const { property, optional, many, least } = member;
    // YAML has no undefined: null leaves out what is optional and cannot be null.
    const isLeftOut = given[property] === null && optional && !mayBeNull(member);
    const own = isLeftOut ? undefined : given[property];
    const at = [...path, property];
    if (own === undefined) {
      const isRequired = many ? least > 0 : !optional;
      if (isRequired) return this.#required(path, property, (missing) => missing.member(member));
      return many && this.#options.partial !== true ? [] : undefined;
    }
    if (!many) return this.#item(member, own, at);
    const items = this.#list(own, at, (item, itemAt) => this.#item(member, item, itemAt));
    if (Array.isArray(own) && this.#options.partial !== true) this.#count(member, items.length, at);
    return items;
  }

  #count({ least, most }: Member, count: number, path: ValuePath): void {
    if (count < least) this.#add(path, `it must have at least ${least} ${least === 1 ? 'item' : 'items'}`);
    if (most !== 'unbounded' && count > most)
      this.#add(path, `it must have at most ${most} ${most === 1 ? 'item' : 'items'}`);
  }

  #required(path: ValuePath, property: string, make: (missing: MissingValues) => Value): Value {
    const { partial = false, missing } = this.#options;
    if (partial) return undefined;
    if (missing !== undefined) return make(missing);
    this.#add([...path, property], 'it is missing');
    return undefined;
  }

  #item(member: Member, given: Value, path: ValuePath): Value {
    switch (member.kind) {
      case 'field':
        return this.#nullable(member.type, member.nillable, given, path);
      case 'any':
        return this.#any(given, path);
      case 'choice':
        return this.#choice(member.choice, given, path);
      case 'group':
        return this.#group(member.group.members, given, path);
    }
  }

  #group(members: readonly Member[], given: Value, path: ValuePath): Value {
    if (!isFields(given)) {
      this.#add(path, 'it must be an object');
      return undefined;
    }
    this.#rejectUnknown(
      given,
      members.map(({ property }) => property),
      path,
    );
    return Object.fromEntries(members.map((member) => [member.property, this.#member(member, given, path)]));
  }

  #choice({ cases }: ChoiceType, given: Value, path: ValuePath): Value {
    return this.#case(cases, given, path);
  }

  #case(cases: readonly Member[], given: Value, path: ValuePath): Value {
    const chosen = isFields(given) ? cases.find(({ property }) => property === given.case) : undefined;
    if (chosen === undefined || !isFields(given)) {
      const names = cases.map(({ property }) => property).join(', ');
      this.#add(path, `it must be { case, value }, and case one of ${names}`);
      return undefined;
    }
    this.#rejectUnknown(given, ['case', 'value'], path);
    const value = this.#member({ ...chosen, property: 'value' }, given, path);
    return { case: chosen.property, value };
  }

  #any(given: Value, path: ValuePath): Value {
    const xml = isFields(given) ? given.xml : given;
    try {
      return anyElement(String(xml));
    } catch (error) {
      if (!(error instanceof XmlError)) throw error;
      this.#add(path, 'it must be one element as XML text');
      return undefined;
    }
  }

  #rejectUnknown(given: Fields, among: readonly string[], path: ValuePath): void {
    for (const name of Object.keys(given)) {
      if (!among.includes(name)) this.problems.push({ path: [...path, name], reason: '', among });
    }
  }

  #add(path: ValuePath, reason: string): void {
    this.problems.push({ path, reason });
  }
}

function membersOf(content: Structure['content']): readonly Member[] {
  if (content.kind === 'fields') return content.fields;
  return content.kind === 'particles' ? content.members : [];
}

function mayBeNull(member: Member): boolean {
  return member.kind === 'field' && (member.nillable || member.type.kind === 'anyType');
}

function isPairs(given: Value): given is readonly (readonly [Value, Value])[] {
  return Array.isArray(given) && given.every((one: Value) => Array.isArray(one) && one.length === 2);
}

function isFields(given: Value): given is Fields {
  return typeof given === 'object' && given !== null && !Array.isArray(given);
}

/** The text of a value of TypeScript. A Date will do where the type keeps the time exactly. */
function printed(codec: SimpleType<unknown>, given: Value): string {
  try {
    return codec.print(given);
  } catch (error) {
    if (given instanceof Date) return codec.print(DateTime.fromDate(given));
    throw error;
  }
}
