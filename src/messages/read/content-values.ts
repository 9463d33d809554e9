import type { AnyElement } from '@soapwright/runtime';
import type { TreeElement } from '@soapwright/runtime/xml';
import { canBeAbsent, type Field, type Member, nameKey, type QName, type Structure } from '../../contract/index.ts';
import { mixedCases } from '../../emit/index.ts';
import type { Fields, Value } from '../model/value.ts';
import { characterData } from './element-content.ts';
import type { Place } from './place.ts';

/** A child that was read, with the name that the contract has for it. */
export interface Child extends QName {
  readonly element: TreeElement;
  /** False for one in another namespace than the contract says, which only its local name tells. */
  readonly isRead: boolean;
  readonly value: Value;
}

/** What the contents of elements are read from. */
export interface ContentSource {
  readonly data: Uint8Array;
  readonly tolerant: boolean;
  any(element: TreeElement): AnyElement;
  /** Whether an item of a list is left out. */
  isLeftOut(child: Child, field: Field, isEncoded: boolean): boolean;
}

/** Adds the properties of a content to a record. @param all the children of the element. */
export function addContent(
  value: Fields,
  { content }: Structure,
  { element, isEncoded, all }: Pick<Place, 'element' | 'isEncoded'> & { readonly all: readonly Child[] },
  source: ContentSource,
): Fields {
  const known = all.filter(({ isRead }) => isRead);
  const order = content.kind === 'particles' ? ranksIn(content.members) : undefined;
  const children = order === undefined ? known : inOrder(known, order);
  const values = new ContentValues(children, source, isEncoded);
  if (content.kind === 'fields') for (const field of content.fields) value[field.property] = values.field(field);
  if (content.kind === 'particles') values.members(content.members, value);
  if (content.kind === 'mixed') value.$content = mixedContent(element, content.members, children, source);
  return value;
}

/** The content of mixed types: texts, and elements as cases. */
function mixedContent(
  element: TreeElement,
  members: readonly Member[],
  children: readonly Child[],
  source: ContentSource,
): readonly Value[] {
  const { data } = source;
  const cases = mixedCases(members);
  const known = new Map(children.map((child) => [child.element, child]));
  const items: Value[] = [];
  let at = element.tagEnd;
  // Text goes on after an element that the contract does not have.
  let text = '';
  const addText = (): void => {
    if (text !== '') items.push(text);
    text = '';
  };
  for (const one of element.children) {
    text += characterData(data, at, one.start);
    at = one.end;
    const child = known.get(one);
    const field = child && cases.find((member) => member.kind === 'field' && isNamed(child, member));
    const member = field ?? cases.find(isAny);
    if (field !== undefined || member !== undefined) addText();
    if (field !== undefined) items.push({ case: field.property, value: child?.value });
    else if (member !== undefined) items.push({ case: member.property, value: source.any(one) });
  }
  text += characterData(data, at, element.closeTag);
  addText();
  return items;
}

/**
 * Places of elements in the order of the schema, by the keys of their names. Undefined where a name does not tell the place:
 * it occurs twice, it is in a row or choice that repeats, or a wildcard may admit it.
 */
export function ranksIn(members: readonly Member[]): ReadonlyMap<string, number> | undefined {
  const known = knownRanks.get(members);
  if (known !== undefined) return known ?? undefined;
  const fields = members.flatMap(fieldsIn);
  const found = new Map(fields.map(({ name }, index) => [nameKey(name), index]));
  const isClear = found.size === fields.length && members.every(isSingle);
  knownRanks.set(members, isClear ? found : null);
  return isClear ? found : undefined;
}

const knownRanks: WeakMap<readonly Member[], ReadonlyMap<string, number> | null> = new WeakMap();

function isSingle(member: Member): boolean {
  if (member.kind === 'field') return true;
  if (member.kind === 'any' || member.many) return false;
  return (member.kind === 'choice' ? member.choice.cases : member.group.members).every(isSingle);
}

function inOrder(children: readonly Child[], ranks: ReadonlyMap<string, number>): readonly Child[] {
  const rankOf = (child: Child): number => ranks.get(nameKey(child)) ?? -1;
  return [...children].sort((one, other) => rankOf(one) - rankOf(other));
}

const fields: WeakMap<Structure, ReadonlyMap<string, Field>> = new WeakMap();

/** The fields of a content by the keys of their names, those in choices and groups too; collected once. */
export function fieldsByName(structure: Structure): ReadonlyMap<string, Field> {
  const known = fields.get(structure);
  if (known !== undefined) return known;
  const { content } = structure;
  const members = content.kind === 'fields' ? content.fields : content.kind === 'text' ? [] : content.members;
  const found = new Map(members.flatMap(fieldsIn).map((field) => [nameKey(field.name), field]));
  fields.set(structure, found);
  return found;
}

function fieldsIn(member: Member): readonly Field[] {
  if (member.kind === 'field') return [member];
  if (member.kind === 'any') return [];
  return (member.kind === 'choice' ? member.choice.cases : member.group.members).flatMap(fieldsIn);
}

/** Assigns children to the members that they are of, by one element of look-ahead. */
class ContentValues {
  readonly #source: ContentSource;
  readonly #children: readonly Child[];
  readonly #isEncoded: boolean;
  #at = 0;

  constructor(children: readonly Child[], source: ContentSource, isEncoded: boolean) {
    this.#children = children;
    this.#isEncoded = isEncoded;
    this.#source = source;
  }

  /** The value of one of several fields with distinct names, in any order. */
  field(field: Field): Value {
    const found = this.#children.filter((child) => isNamed(child, field));
    if (!field.many) {
      // Of an encoded field, those that are nil are absent.
      const child = found.find(({ value }) => value !== undefined) ?? found[0];
      const isNull = this.#isNullIfAbsent(field) || (this.#isEncoded && field.nillable && !field.optional);
      return child === undefined && isNull ? null : child?.value;
    }
    return found.filter((child) => !this.#isLeftOut(child, field)).map(({ value }) => value);
  }

  #isLeftOut(child: Child, field: Field): boolean {
    return this.#source.isLeftOut(child, field, this.#isEncoded);
  }

  members(members: readonly Member[], into: Fields): void {
    for (const member of members) {
      if (member.many) into[member.property] = this.#items(member);
      else if (this.#starts(member) || (member.kind === 'group' && !member.optional)) {
        into[member.property] = this.#item(member);
      } else if (this.#isNullIfAbsent(member)) into[member.property] = null;
    }
  }

  /** A tolerant client has null for a required element that is missing, if it is nillable. */
  #isNullIfAbsent(member: Member): boolean {
    return this.#source.tolerant && member.kind === 'field' && member.nillable && !member.optional;
  }

  #items(member: Member): readonly Value[] {
    const items: Value[] = [];
    const most = member.most === 'unbounded' ? Number.POSITIVE_INFINITY : member.most;
    while (items.length < most && this.#starts(member)) {
      const at = this.#at;
      const child = this.#children[at];
      if (child !== undefined && member.kind === 'field' && this.#isLeftOut(child, member)) {
        this.#at++;
        continue;
      }
      items.push(this.#item(member));
      if (this.#at === at) break;
    }
    return items;
  }

  /** Whether the next child can be the first of a member (XML Schema part 1, 3.8.6). */
  #starts(member: Member): boolean {
    const child = this.#children[this.#at];
    if (child === undefined) return false;
    switch (member.kind) {
      case 'field':
        return isNamed(child, member);
      case 'any':
        return true;
      case 'choice':
        return member.choice.cases.some((one) => this.#starts(one));
      case 'group':
        for (const one of member.group.members) {
          if (this.#starts(one)) return true;
          if (!canBeAbsent(one)) return false;
        }
        return false;
    }
  }

  #item(member: Member): Value {
    switch (member.kind) {
      case 'field':
        return this.#taken().value;
      case 'any':
        return this.#source.any(this.#taken().element);
      case 'choice': {
        // Elements are better known than what a wildcard admits.
        const cases = [...member.choice.cases].sort((one, other) => Number(isAny(one)) - Number(isAny(other)));
        const chosen = cases.find((one) => this.#starts(one));
        if (chosen === undefined) return undefined;
        return { case: chosen.property, value: chosen.many ? this.#items(chosen) : this.#item(chosen) };
      }
      case 'group': {
        const value: Fields = {};
        this.members(member.group.members, value);
        return value;
      }
    }
  }

  #taken(): Child {
    const child = this.#children[this.#at++];
    if (child === undefined) throw new RangeError('There is no further element.');
    return child;
  }
}

function isNamed({ namespace, local }: Child, { name }: Field): boolean {
  return local === name.local && namespace === name.namespace;
}

function isAny({ kind }: Member): boolean {
  return kind === 'any';
}
