import { type AnyElement, anyElement, type SimpleType, ValueError } from '@soapwright/runtime';
import type { TreeElement } from '@soapwright/runtime/xml';
import {
  type AttributeMember,
  canBeAbsent,
  type Field,
  type Member,
  type PolymorphicType,
  type QName,
  type RootValue,
  type SimpleValue,
  type Structure,
  sameName,
  type ValueType,
} from '../../contract/index.ts';
import { isNeverEmpty, mixedCases } from '../../emit/index.ts';
import { attributeOf, characterData, elementText, namespaceOf, textOf, xsi } from '../samples/element-content.ts';
import { encodedHref } from '../samples/encoded-references.ts';
import type { ValueModel } from './value-model.ts';

/** A value as generated code has it: records are objects, lists are arrays, `xs:long` is a bigint. */
export type Value = unknown;
type RecordOf = Record<string, Value>;

/** The document that elements are in. */
export interface ElementSource {
  /** As UTF-8. */
  readonly data: Uint8Array;
  /** Elements that references of an encoded message lead to, by their ids (SOAP 1.1, 5.4). */
  readonly targets?: ReadonlyMap<string, TreeElement> | undefined;
}

/** References in references; deeper ones are not followed. */
const deepest = 500;

/**
 * Reads the values of elements that were compared with the contract. It rejects nothing: an element that is not declared is
 * left out, and a text that is no value of its type stays a text.
 */
export class ElementReader {
  readonly #model: ValueModel;
  readonly #source: ElementSource;
  #depth = 0;

  constructor(model: ValueModel, source: ElementSource) {
    this.#model = model;
    this.#source = source;
  }

  root(element: TreeElement, { type, nillable }: Pick<RootValue, 'type' | 'nillable'>): Value {
    return this.#nullable(element, type, nillable);
  }

  #nullable(reference: TreeElement, type: ValueType, nillable: boolean): Value {
    const element = this.#target(reference);
    if (element === undefined) return null;
    const nil = attributeOf(element, xsi, 'nil')?.trim();
    if ((nil === 'true' || nil === '1') && (nillable || this.#source.targets !== undefined)) return null;
    this.#depth++;
    const value = this.#value(element, type);
    this.#depth--;
    return value;
  }

  #value(element: TreeElement, type: ValueType): Value {
    switch (type.kind) {
      case 'simple':
        return this.#simple(element, type);
      case 'record':
        return this.#record(element, type.typeName);
      case 'any':
        return this.#any(element);
      case 'anyType':
        return element.children.length > 0 ? this.#any(element) : textOf(element, this.#source.data);
      case 'array': {
        const items = this.#list(element, type.rank, (item) => this.#nullable(item, type.item, type.itemNillable));
        return items;
      }
      case 'collection':
        return type.name === 'Vector' ? this.#anyList(element) : this.#map(element);
    }
  }

  /** An array of several dimensions has its items in one list, whose sizes its start tag tells. */
  #list(element: TreeElement, rank: number, read: (item: TreeElement) => Value): readonly Value[] {
    let items: readonly Value[] = element.children.map(read);
    if (rank === 1) return items;
    const text = (name: string): string | undefined => element.attributes.find(({ local }) => local === name)?.value;
    const sizesText = text('arraySize') ?? /\[([\d,]*)\]\s*$/.exec(text('arrayType') ?? '')?.[1] ?? '';
    const sizes = sizesText.trim().split(/,|\s+/).map(Number);
    for (const size of sizes.slice(1).reverse()) {
      const rows: Value[][] = [];
      for (let at = 0; at < items.length; at += Math.max(1, size)) rows.push(items.slice(at, at + Math.max(1, size)));
      items = rows;
    }
    return items;
  }

  #anyList(element: TreeElement): readonly Value[] {
    return element.children.map((item) => this.#nullable(item, { kind: 'anyType' }, true));
  }

  #map(element: TreeElement): ReadonlyMap<Value, Value> {
    return new Map(
      element.children.map((item) => {
        const [key, value] = ['key', 'value'].map((name) => item.children.find(({ local }) => local === name));
        const read = (one: TreeElement | undefined): Value => one && this.#nullable(one, { kind: 'anyType' }, true);
        return [read(key), read(value)];
      }),
    );
  }

  #target(element: TreeElement): TreeElement | undefined {
    const { targets } = this.#source;
    const href = targets && encodedHref(element);
    if (href === undefined) return element;
    return this.#depth > deepest ? undefined : targets?.get(href.slice(1));
  }

  #record(element: TreeElement, typeName: string): Value {
    const declaration = this.#model.declaration(typeName);
    if (declaration.kind === 'structure') return this.#structure(element, declaration);
    if (declaration.kind !== 'polymorphic') throw new RangeError(`${typeName} is no record.`);
    const concrete = this.#concrete(element, declaration);
    return concrete && this.#record(element, concrete);
  }

  /** The type that xsi:type names; without one, the declared one. */
  #concrete(element: TreeElement, { members, name }: PolymorphicType): string | undefined {
    const named = attributeOf(element, xsi, 'type')?.trim();
    const prefix = named?.includes(':') ? named.slice(0, named.indexOf(':')) : '';
    const wanted: QName =
      named === undefined
        ? name
        : { namespace: namespaceOf(element, prefix) ?? '', local: named.slice(named.indexOf(':') + 1) };
    return (members.find((member) => sameName(member.name, wanted)) ?? members[0])?.typeName;
  }

  #structure(element: TreeElement, { attributes, anyAttribute, content, discriminant }: Structure): Value {
    const value: RecordOf = {};
    if (discriminant !== undefined) value.$type = discriminant.value;
    for (const attribute of attributes) value[attribute.property] = this.#attribute(element, attribute);
    if (anyAttribute !== undefined) value[anyAttribute.property] = otherAttributes(element, attributes);
    switch (content.kind) {
      case 'fields':
        for (const field of content.fields) value[field.property] = this.#field(field, element.children);
        break;
      case 'particles':
        this.#members(content.members, { children: element.children, at: 0 }, value);
        break;
      case 'text':
        value[content.text.property] = this.#simple(element, content.text.type);
        break;
      case 'mixed':
        value.$content = this.#mixed(element, mixedCases(content.members));
        break;
    }
    return value;
  }

  #attribute(element: TreeElement, { name, type }: AttributeMember): Value {
    const text = attributeOf(element, name.namespace, name.local) ?? type.fallback?.text;
    return text === undefined ? undefined : this.#parse(text, type, element);
  }

  /** Fields with distinct names, in any order. */
  #field(field: Field, children: readonly TreeElement[]): Value {
    const found = children.filter((child) => this.#isNamed(child, field));
    if (field.many) {
      const items = found.filter((child) => !this.#isNullRecord(child, field));
      return items.map((child) => this.#nullable(child, field.type, field.nillable));
    }
    const [child] = found;
    return child && this.#nullable(child, field.type, field.nillable);
  }

  /** Whether a tolerant client leaves an item out of a list of records: it is nil, or empty although its type is not. */
  #isNullRecord(child: TreeElement, { type, nillable }: Field): boolean {
    if (this.#source.targets !== undefined || nillable || type.kind !== 'record') return false;
    const nil = attributeOf(child, xsi, 'nil')?.trim();
    if (nil === 'true' || nil === '1') return true;
    const { attributes, children } = child;
    return (
      attributes.length + children.length === 0 &&
      textOf(child, this.#source.data).trim() === '' &&
      isNeverEmpty(this.#model.service, type.typeName)
    );
  }

  #isNamed(child: TreeElement, { name }: Field): boolean {
    return this.#source.targets === undefined ? sameName(child, name) : child.local === name.local;
  }

  #members(members: readonly Member[], cursor: Cursor, into: RecordOf): void {
    for (const member of members) {
      if (member.many) into[member.property] = this.#items(member, cursor);
      else if (this.#starts(member, cursor)) into[member.property] = this.#item(member, cursor);
    }
  }

  #items(member: Member, cursor: Cursor): readonly Value[] {
    const items: Value[] = [];
    const most = member.most === 'unbounded' ? Number.POSITIVE_INFINITY : member.most;
    while (items.length < most && this.#starts(member, cursor)) {
      const { at } = cursor;
      const child = cursor.children[at];
      if (child !== undefined && member.kind === 'field' && this.#isNullRecord(child, member)) {
        cursor.at++;
        continue;
      }
      items.push(this.#item(member, cursor));
      if (cursor.at === at) break;
    }
    return items;
  }

  /** Whether the next child can be the first of a member (XML Schema part 1, 3.8.6). */
  #starts(member: Member, cursor: Cursor): boolean {
    const child = cursor.children[cursor.at];
    if (child === undefined) return false;
    switch (member.kind) {
      case 'field':
        return this.#isNamed(child, member);
      case 'any':
        return true;
      case 'choice':
        return member.choice.cases.some((one) => this.#starts(one, cursor));
      case 'group':
        for (const one of member.group.members) {
          if (this.#starts(one, cursor)) return true;
          if (!canBeAbsent(one)) return false;
        }
        return false;
    }
  }

  #item(member: Member, cursor: Cursor): Value {
    switch (member.kind) {
      case 'field':
        return this.#nullable(taken(cursor), member.type, member.nillable);
      case 'any':
        return this.#any(taken(cursor));
      case 'choice': {
        // Elements are better known than what a wildcard admits.
        const { cases } = member.choice;
        const chosen = [...cases].sort(byKnowledge).find((one) => this.#starts(one, cursor));
        if (chosen === undefined) return undefined;
        const value = chosen.many ? this.#items(chosen, cursor) : this.#item(chosen, cursor);
        return { case: chosen.property, value };
      }
      case 'group': {
        const value: RecordOf = {};
        this.#members(member.group.members, cursor, value);
        return value;
      }
    }
  }

  #mixed(element: TreeElement, cases: readonly Member[]): readonly Value[] {
    const items: Value[] = [];
    const { data } = this.#source;
    let at = element.tagEnd;
    const addText = (end: number): void => {
      const text = characterData(data, at, end);
      if (text !== '') items.push(text);
    };
    for (const child of element.children) {
      addText(child.start);
      at = child.end;
      const member = cases.find((one) => one.kind === 'field' && this.#isNamed(child, one)) ?? cases.find(isAny);
      if (member?.kind === 'field') {
        items.push({ case: member.property, value: this.#nullable(child, member.type, member.nillable) });
      } else if (member !== undefined) items.push({ case: member.property, value: this.#any(child) });
    }
    addText(element.closeTag);
    return items;
  }

  #simple(element: TreeElement, type: SimpleValue): Value {
    const text = textOf(element, this.#source.data);
    return this.#parse(text === '' ? (type.fallback?.text ?? text) : text, type, element);
  }

  #parse(text: string, type: SimpleValue, element: TreeElement): Value {
    return parsed(this.#model.codec(type), text, element);
  }

  #any(element: TreeElement): AnyElement {
    return anyElement(elementText(element, this.#source.data));
  }
}

interface Cursor {
  readonly children: readonly TreeElement[];
  at: number;
}

function taken(cursor: Cursor): TreeElement {
  const child = cursor.children[cursor.at++];
  if (child === undefined) throw new RangeError('There is no further element.');
  return child;
}

function isAny({ kind }: Member): boolean {
  return kind === 'any';
}

function byKnowledge(one: Member, other: Member): number {
  return Number(isAny(one)) - Number(isAny(other));
}

function parsed(codec: SimpleType<unknown>, text: string, element: TreeElement): Value {
  const context = {
    resolvePrefix: (prefix: string): string | undefined => namespaceOf(element, prefix),
    maxItems: Number.POSITIVE_INFINITY,
  };
  try {
    return codec.parse(text, context);
  } catch (error) {
    if (error instanceof ValueError) return text;
    throw error;
  }
}

function otherAttributes({ attributes }: TreeElement, known: readonly AttributeMember[]): Value {
  return attributes.filter((one) => one.namespace !== xsi && !known.some(({ name }) => sameName(name, one)));
}
