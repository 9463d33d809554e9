import type { TreeElement } from '@soapwright/runtime/xml';
import {
  type EncodedType,
  type EncodedTypes,
  isSoapEncoding,
  nameKey,
  type TypeReference,
} from '../../contract/index.ts';
import { type Child, type Declared, ElementWalk, type Place } from './check-element.ts';
import { attributeOf, xsi } from './element-content.ts';
import { encodedHref, encodedId } from './encoded-references.ts';
import type { Envelope } from './envelope.ts';
import type { ContentFault } from './match-content.ts';
import type { Schemas } from './schemas.ts';

/** References in references; deeper ones are not followed. */
const deepest = 500;

/**
 * Compares encoded elements (SOAP 1.1, section 5; SOAP 1.2 part 2, section 3). References are followed, arrays are lists of items with any names, and
 * the order of elements means nothing. An element that many refer to is compared once for each type, so that the time is
 * linear in the message.
 */
export class EncodedWalk extends ElementWalk {
  readonly #types: EncodedTypes;
  readonly #targets: Map<string, TreeElement> = new Map();
  readonly #compared: Map<TreeElement, Set<unknown>> = new Map();
  #depth = 0;

  constructor(schemas: Schemas, types: EncodedTypes, { body, headerBlocks, data }: Envelope) {
    super(schemas, data);
    this.#types = types;
    const open = [...body, ...headerBlocks];
    for (let element = open.pop(); element !== undefined; element = open.pop()) {
      const id = encodedId(element);
      if (id !== undefined) this.#targets.set(id, element);
      for (const child of element.children) open.push(child);
    }
  }

  protected override element(place: Place, declared: Declared): void {
    const target = this.#target(place, declared.type);
    if (target === undefined) return;
    const attributes = target.attributes.filter(({ namespace, local }) => {
      return !isSoapEncoding(namespace) && (namespace !== '' || (local !== 'id' && local !== 'href'));
    });
    this.#depth++;
    super.element({ ...place, element: { ...target, attributes } }, { ...declared, nillable: true });
    this.#depth--;
  }

  protected override typed(place: Place, type: TypeReference, declared: Declared): void {
    const encoded = this.#types.find(type);
    switch (encoded?.kind) {
      case undefined:
        super.typed(place, type, declared);
        break;
      case 'array':
        this.#items(place, encoded.item, encoded.ranks.length);
        break;
      case 'simple':
        super.typed(place, { kind: 'named', name: encoded.builtIn }, declared);
        break;
      default:
      // The values of collections are of any type.
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

  protected override fault(place: Place, fault: ContentFault<Child>): void {
    if (fault.kind !== 'order') super.fault(place, fault);
  }

  /** @param dimensions of arrays in arrays; one of several sizes has its items in one list. */
  #items(place: Place, item: TypeReference, dimensions: number): void {
    for (const element of place.element.children) {
      const inner = { ...place, element, path: `${place.path}/${element.local}` };
      if (dimensions === 1) this.element(inner, { type: item, nillable: true, sensitive: place.sensitive });
      else {
        const target = this.#target(inner, `${dimensions}`);
        if (target !== undefined) this.#items({ ...inner, element: target }, item, dimensions - 1);
      }
    }
  }

  /** The element itself, or the one that it refers to; undefined if there is none, or if it was compared before. */
  #target(place: Place, type: TypeReference | string): TreeElement | undefined {
    const href = encodedHref(place.element);
    if (href === undefined) return place.element;
    const target = href.startsWith('#') ? this.#targets.get(href.slice(1)) : undefined;
    if (target === undefined) this.add('reference', place, 'its href refers to no element of the message');
    else if (this.#depth > deepest) {
      this.add('reference', place, `more than ${deepest} references in references are not followed`);
    } else if (this.#isFirst(target, type)) return target;
    return undefined;
  }

  #isFirst(target: TreeElement, type: TypeReference | string): boolean {
    const key = typeof type === 'string' ? type : type.kind === 'named' ? nameKey(type.name) : type.type;
    const types = this.#compared.get(target) ?? new Set();
    if (types.has(key)) return false;
    this.#compared.set(target, types.add(key));
    return true;
  }
}
