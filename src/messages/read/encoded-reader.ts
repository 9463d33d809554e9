import type { TreeElement } from '@soapwright/runtime/xml';
import {
  type ArrayType,
  apacheSoap,
  type EncodedTypes,
  isSoapEncoding,
  nameKey,
  type QName,
  type TypeReference,
  type ValueType,
  xsd,
} from '../../contract/index.ts';
import { structName } from '../model/any-types.ts';
import type { Fields, Value } from '../model/value.ts';
import { arrayHead, indexIn, isArray, isGeneric, isStruct, positionOf, typeOfElement } from './array-head.ts';
import { attributeOf, contentText, xsi } from './element-content.ts';
import { ElementReader } from './element-reader.ts';
import { encodedHref, encodedId } from './encoded-references.ts';
import type { Envelope } from './envelope.ts';
import { type Declared, hasNil, inside, type Place, type ReaderSource } from './place.ts';

/** References in references; deeper ones are not followed. */
const deepest = 500;

const anyValue: ValueType = { kind: 'anyType' };

/**
 * Reads encoded elements (SOAP 1.1, section 5; SOAP 1.2 part 2, section 3). References are followed, arrays are lists of items with any names, and
 * the order of elements means nothing. An element that many refer to is read once for each type, so that the time is
 * linear in the message.
 */
export class EncodedReader extends ElementReader {
  readonly #types: EncodedTypes;
  readonly #targets: Map<string, TreeElement> = new Map();
  /** Values of elements that others refer to, by their types. */
  readonly #values: Map<TreeElement, Map<unknown, Value>> = new Map();
  #depth = 0;

  constructor(source: ReaderSource, types: EncodedTypes, { body, headerBlocks }: Envelope) {
    super(source);
    this.#types = types;
    const open = [...body, ...headerBlocks];
    for (let element = open.pop(); element !== undefined; element = open.pop()) {
      const id = encodedId(element);
      if (id !== undefined) this.#targets.set(id, element);
      for (const child of element.children) open.push(child);
    }
  }

  protected override element(place: Place, declared: Declared): Value {
    return this.#followed(place, declared.type, (found) => {
      this.#depth++;
      const value = super.element(found, { ...declared, nillable: this.#mayBeNil(found, declared) });
      this.#depth--;
      // The value of a field that may be left out is undefined, and not null.
      const { field, isEncoded } = found;
      return value === null && isEncoded && field !== undefined && !field.nillable && field.type.kind !== 'anyType'
        ? undefined
        : value;
    });
  }

  /** Any value can be nil but those of fields that must be there. */
  #mayBeNil({ field, isEncoded, path }: Place, { nillable }: Declared): boolean {
    if (!isEncoded) return nillable;
    // The element of a body cannot.
    if (field === undefined) return nillable || path.includes('/');
    return nillable || field.nillable || field.type.kind === 'anyType' || (field.optional && !field.many);
  }

  protected override attributes(...[place, ...rest]: Parameters<ElementReader['attributes']>): void {
    const attributes = place.element.attributes.filter(({ namespace, local }) => {
      return !isSoapEncoding(namespace) && (namespace !== '' || (local !== 'id' && local !== 'href'));
    });
    super.attributes({ ...place, element: { ...place.element, attributes } }, ...rest);
  }

  protected override typed(place: Place, type: TypeReference, declared: Declared): Value {
    const encoded = this.#types.find(type);
    switch (encoded?.kind) {
      case undefined:
        return super.typed(place, type, declared);
      case 'array':
        return this.#array(place, encoded, encoded.ranks);
      case 'simple':
        return super.typed(place, { kind: 'named', name: encoded.builtIn }, declared);
      case 'map':
        return this.#map(place);
      case 'vector':
        return this.#anyList(place);
      case 'anyType':
        return this.#any(place, declared);
    }
  }

  /** Types of the encoding have several names, and a value of any type has the one that it names. */
  protected override typeOf(place: Place, declared: TypeReference): TypeReference {
    if (this.#types.find(declared) !== undefined) return declared;
    // Codecs of texts do not look at it: an anonymous type has the name of its base.
    if (place.isEncoded && this.schemas.index.definition(declared)?.kind !== 'complex') return declared;
    const named = this.#namedType(place);
    const isOfEncoding = named !== undefined && (isSoapEncoding(named.namespace) || isGeneric(named));
    return isOfEncoding ? declared : super.typeOf(place, declared);
  }

  protected override fault(...[place, fault, structure]: Parameters<ElementReader['fault']>): void {
    const isOfFields = structure === undefined || structure.content.kind === 'fields';
    if (fault.kind === 'order' && place.isEncoded && isOfFields) return;
    if (fault.kind === 'repeated-element' && place.isEncoded && isOfFields && this.#isFirstValue(place, fault)) return;
    super.fault(place, fault, structure);
  }

  /** Whether those of its name before it are all nil, which means that they are absent. */
  #isFirstValue({ element }: Place, { child }: Parameters<ElementReader['fault']>[1]): boolean {
    if (child === undefined || child.declared?.nillable === true) return false;
    const before = element.children.slice(0, element.children.indexOf(child.element));
    return before.every((one) => one.local !== child.local || hasNil(one));
  }

  /** @param ranks dimensions of arrays in arrays, from the innermost to the outermost. */
  #array(place: Place, array: ArrayType, ranks: readonly number[]): Value {
    const { value: type, sensitive } = place;
    const own = type?.kind === 'array' ? type : undefined;
    const [rank = 1, ...inner] = ranks.toReversed();
    const isInnermost = inner.length === 0;
    const isNillable = isInnermost && (array.itemNillable || own?.item.kind === 'anyType');
    const read = (item: Place): Value => {
      const at = { ...item, value: own?.item };
      if (isInnermost) return this.#item(at, { type: array.item, nillable: isNillable, sensitive });
      return this.#followed(at, `${inner.length} ${array.name?.local}`, (found) => {
        if (!hasNil(found.element)) return this.#array(found, array, inner.toReversed());
        this.add('nil', found, 'it has xsi:nil, and is not nillable');
        return null;
      });
    };
    return this.#items(place, rank, read, isNillable);
  }

  #item(place: Place, declared: Declared): Value {
    return this.#followed(place, declared.type, (found) => {
      this.#depth++;
      const value = super.element(found, declared);
      this.#depth--;
      return value;
    });
  }

  /** Items of an array in the order of their positions; those of several dimensions in rows. */
  #items(place: Place, rank: number, read: (item: Place) => Value, isNillable = true): readonly Value[] {
    const { element } = place;
    this.strayText(place);
    const { sizes, offset } = arrayHead(element);
    if (rank > 1 && (sizes.length !== rank || sizes.slice(1).some((size) => size < 0))) {
      this.add('value', place, `it must declare the sizes of its ${rank} dimensions`);
      return [];
    }
    const items: Value[] = [];
    let next = indexIn(offset, sizes) ?? 0;
    for (const child of element.children) {
      next = indexIn(positionOf(child), sizes) ?? next;
      const at = `${place.place}/${child.local}[${next}]`;
      const item = {
        ...inside(place, child, child.local),
        place: at,
        field: undefined,
        value: place.value && anyValue,
      };
      if (next > mostItems) {
        this.add('value', item, `its position is beyond ${mostItems}`);
        break;
      }
      while (items.length < next) items.push(absent);
      if (items[next] !== undefined && items[next] !== absent) {
        this.add('repeated-element', item, 'another item has its position');
      }
      items[next++] = read(item);
    }
    if (!isNillable && items.includes(absent)) {
      this.add('missing-element', place, 'the array is sparse, and an item is missing');
    }
    return inRows(
      items.map((item) => (item === absent ? null : item)),
      sizes.slice(1),
    );
  }

  /** A value of any type, by its xsi:type or its own name (SOAP 1.1, 5.2). */
  #any(place: Place, declared: Declared, itemType?: QName): Value {
    const { element } = place;
    const named = this.#namedType(place) ?? typeOfElement(element);
    if (named?.local === 'Array' && isSoapEncoding(named.namespace)) return this.#anyArray(place);
    if (named?.namespace === apacheSoap && named.local === 'Map') return this.#map(place);
    if (named?.namespace === apacheSoap && named.local === 'Vector') return this.#anyList(place);
    const type = named === undefined || isGeneric(named) ? itemType : named;
    if (type === undefined) return isArray(element) ? this.#anyArray(place) : this.#untyped(place);
    const found = this.model.anyTypes.find(type);
    if (found === undefined) {
      if (isArray(element)) return this.#anyArray(place);
      this.add('unknown-type', place, 'its xsi:type names no type of XML Schema or of the contract', {
        readableBy: 'none',
      });
      return undefined;
    }
    const name = found.kind === 'simple' && found.declared === undefined ? { namespace: xsd, local: found.name } : type;
    const value = this.typed({ ...place, value: place.value && found }, { kind: 'named', name }, declared);
    if (found.kind !== 'record' || value === undefined) return value;
    return { $type: this.model.anyTypes.typeOfRecord(found.typeName), ...(value as Fields) };
  }

  /** The type that xsi:type names; undefined without one. */
  #namedType({ element }: Place): QName | undefined {
    const named = attributeOf(element, xsi, 'type')?.trim();
    if (named === undefined) return undefined;
    return { namespace: this.schemas.namespaceOf(element, named) ?? '', local: named.slice(named.indexOf(':') + 1) };
  }

  /** A text, or a record of its accessors. */
  #untyped(place: Place): Value {
    const { children } = place.element;
    if (children.length === 0 && !isStruct(place.element)) return contentText(place.element, this.data);
    this.strayText(place);
    const names = new Set<string>();
    const parts = children.map((child): [string, Value] => {
      const inner = { ...inside(place, child, child.local), field: undefined };
      if (names.has(child.local)) this.add('repeated-element', inner, 'it occurs twice in a record');
      names.add(child.local);
      return [child.local, this.element(inner, anyDeclared)];
    });
    return { $type: structName, ...Object.fromEntries(parts) };
  }

  #anyArray(place: Place): Value {
    const { element } = place;
    const { item, ranks } = arrayHead(element);
    const isOfItems = item !== undefined && ranks === '';
    const type = isOfItems
      ? { namespace: this.schemas.namespaceOf(element, item) ?? '', local: item.slice(item.indexOf(':') + 1) }
      : undefined;
    const known = type && this.model.anyTypes.find(type) && !isGeneric(type) ? type : undefined;
    return this.#items(place, this.#rankOf(element), (inner) => {
      if (known === undefined) return this.element(inner, anyDeclared);
      return this.#followed(inner, `any ${nameKey(known)}`, (found) => {
        return hasNil(found.element) ? null : this.#any(found, anyDeclared, known);
      });
    });
  }

  #rankOf(element: TreeElement): number {
    return Math.max(1, arrayHead(element).sizes.length);
  }

  #anyList(place: Place): Value {
    return this.#items(place, 1, (inner) => this.element(inner, anyDeclared));
  }

  #map(place: Place): Value {
    const entries = this.#items(place, 1, (inner) =>
      this.#followed(inner, 'entry', ({ element }) => {
        if (hasNil(element)) return null;
        this.strayText({ ...inner, element });
        const parts: { key: Value; value: Value } = { key: null, value: null };
        for (const child of element.children) {
          const part = { ...inside(inner, child, child.local), value: place.value && anyValue };
          if (child.local === 'key' || child.local === 'value') parts[child.local] = this.element(part, anyDeclared);
          else this.add('unexpected-element', part, 'an item of a Map has a key and a value');
        }
        return [parts.key, parts.value];
      }),
    );
    return new Map(entries.filter((entry) => entry !== null) as (readonly [Value, Value])[]);
  }

  /** Reads the element itself, or the one that it refers to. */
  #followed(place: Place, type: TypeReference | string, read: (found: Place) => Value): Value {
    const href = place.isEncoded ? encodedHref(place.element) : undefined;
    if (href === undefined) return read(place);
    const element = href.startsWith('#') ? this.#targets.get(href.slice(1)) : undefined;
    if (element === undefined) this.add('reference', place, 'its href refers to no element of the message');
    else if (this.#depth > deepest) {
      this.add('reference', place, `more than ${deepest} references in references are not followed`);
    } else {
      const key = typeof type === 'string' ? type : type.kind === 'named' ? nameKey(type.name) : type.type;
      const known = this.#values.get(element) ?? new Map<unknown, Value>();
      this.#values.set(element, known);
      if (known.has(key)) return known.get(key);
      // A value that refers to itself is null there.
      known.set(key, null);
      const value = read({ ...place, element });
      known.set(key, value);
      return value;
    }
    return null;
  }
}

/** An item that was not transmitted. */
const absent: unique symbol = Symbol('absent');

/** Items that an array can have by the positions that it tells. */
const mostItems = 1_000_000;

const anyDeclared: Declared = {
  type: { kind: 'named', name: { namespace: xsd, local: 'anyType' } },
  nillable: true,
  sensitive: false,
};

/** An array of several dimensions has its items in one list. @param sizes of the inner dimensions. */
function inRows(items: readonly Value[], sizes: readonly number[]): readonly Value[] {
  let rows = items;
  for (const size of sizes.toReversed()) {
    const whole = Math.max(1, size);
    const count = Math.ceil(rows.length / whole);
    const all = rows;
    rows = Array.from({ length: count }, (_, index) => all.slice(index * whole, (index + 1) * whole));
  }
  return rows;
}
