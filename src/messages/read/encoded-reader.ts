import type { TreeElement } from '@soapwright/runtime/xml';
import {
  type EncodedType,
  type EncodedTypes,
  isSoapEncoding,
  nameKey,
  type TypeReference,
  type ValueType,
} from '../../contract/index.ts';
import type { Value } from '../model/value.ts';
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
  readonly #isEncoded: boolean;
  readonly #targets: Map<string, TreeElement> = new Map();
  /** Values of elements that others refer to, by their types. */
  readonly #values: Map<TreeElement, Map<unknown, Value>> = new Map();
  #depth = 0;

  /** @param isEncoded whether the body is encoded, and not literal. */
  constructor(
    source: ReaderSource,
    types: EncodedTypes,
    { envelope, isEncoded }: { readonly envelope: Envelope; readonly isEncoded: boolean },
  ) {
    super(source);
    const { body, headerBlocks } = envelope;
    this.#isEncoded = isEncoded;
    this.#types = types;
    const open = [...body, ...headerBlocks];
    for (let element = open.pop(); element !== undefined; element = open.pop()) {
      const id = encodedId(element);
      if (id !== undefined) this.#targets.set(id, element);
      for (const child of element.children) open.push(child);
    }
  }

  override isLeftOut(...[child, field]: Parameters<ElementReader['isLeftOut']>): boolean {
    return !this.#isEncoded && super.isLeftOut(child, field);
  }

  protected override isMeant(...[element, meant, parent]: Parameters<ElementReader['isMeant']>): boolean {
    return this.#isEncoded || super.isMeant(element, meant, parent);
  }

  protected override element(place: Place, declared: Declared): Value {
    return this.#followed(place, declared.type, (found) => {
      this.#depth++;
      const value = super.element(found, { ...declared, nillable: true });
      this.#depth--;
      return value;
    });
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
        return this.#array(place, encoded.item, encoded.ranks.length);
      case 'simple':
        return super.typed(place, { kind: 'named', name: encoded.builtIn }, declared);
      default:
        // The values of collections are of any type.
        return place.value && this.#anyValue(place.element, place.value);
    }
  }

  /** Types of the encoding have several names: an `xs:string` may say that it is a `soapenc:string`. */
  protected override typeOf(place: Place, declared: TypeReference): TypeReference {
    const kind: EncodedType['kind'] | undefined = this.#types.find(declared)?.kind;
    if (kind !== undefined && kind !== 'anyType') return declared;
    const named = attributeOf(place.element, xsi, 'type')?.trim() ?? '';
    const isOfEncoding = isSoapEncoding(this.schemas.namespaceOf(place.element, named) ?? '');
    return isOfEncoding ? declared : super.typeOf(place, declared);
  }

  protected override fault(...[place, fault, structure]: Parameters<ElementReader['fault']>): void {
    if (fault.kind !== 'order') super.fault(place, fault, structure);
  }

  /** @param dimensions of arrays in arrays; one of several sizes has its items in one list. */
  #array(place: Place, item: TypeReference, dimensions: number): Value {
    const { value: type, element, sensitive } = place;
    const own = type?.kind === 'array' ? type : undefined;
    const items = element.children.map((child, index): Value => {
      const inner = {
        ...inside(place, child, child.local),
        place: `${place.place}/${child.local}[${index}]`,
        value: own?.item,
      };
      if (dimensions === 1) return this.element(inner, { type: item, nillable: true, sensitive });
      return this.#followed(inner, `${dimensions}`, (found) => {
        return hasNil(found.element) ? null : this.#array(found, item, dimensions - 1);
      });
    });
    return own && inRows(items, element, own.rank);
  }

  #anyValue(reference: TreeElement, type: ValueType): Value {
    const place = { element: reference, path: '', place: '', sensitive: false, target: '', value: type };
    const any = (one: TreeElement): Value => this.#anyValue(one, anyValue);
    return this.#followed(place, type.kind, ({ element }): Value => {
      if (hasNil(element)) return null;
      const { children } = element;
      if (type.kind !== 'collection') return children.length > 0 ? this.any(element) : contentText(element, this.data);
      if (type.name === 'Vector') return children.map(any);
      return new Map(
        children.map((item) => {
          const [key, value] = ['key', 'value'].map((name) => item.children.find(({ local }) => local === name));
          return [key && any(key), value && any(value)];
        }),
      );
    });
  }

  /** Reads the element itself, or the one that it refers to. */
  #followed(place: Place, type: TypeReference | string, read: (found: Place) => Value): Value {
    const href = encodedHref(place.element);
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

/** An array of several dimensions has its items in one list, whose sizes its start tag tells. */
function inRows(items: readonly Value[], element: TreeElement, rank: number): readonly Value[] {
  if (rank === 1) return items;
  const text = (name: string): string | undefined => element.attributes.find(({ local }) => local === name)?.value;
  const shown = text('arraySize') ?? /\[([\d,]*)\]\s*$/.exec(text('arrayType') ?? '')?.[1] ?? '';
  let rows = items;
  for (const size of shown.trim().split(/,|\s+/).map(Number).slice(1).reverse()) {
    const whole = Math.max(1, size);
    rows = Array.from({ length: Math.ceil(rows.length / whole) }, (_, index) =>
      rows.slice(index * whole, (index + 1) * whole),
    );
  }
  return rows;
}
