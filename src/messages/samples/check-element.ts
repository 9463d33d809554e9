import type { TreeElement } from '@soapwright/runtime/xml';
import {
  type ComplexType,
  type ElementDeclaration,
  type ElementModel,
  type GroupModel,
  holds,
  isAbstract,
  nameKey,
  type QName,
  type TypeReference,
  xsd,
} from '../../contract/index.ts';
import { type AttributesPlace, checkAttributes } from './check-attributes.ts';
import type { Deviation, DeviationKind } from './deviation.ts';
import { attributeOf, textOf, xsi } from './element-content.ts';
import { type ContentFault, matchContent } from './match-content.ts';
import { declarationsIn } from './message-contents.ts';
import type { Schemas } from './schemas.ts';

/** What a contract says of an element. */
export type Declared = Pick<ElementDeclaration, 'type' | 'nillable' | 'fixed' | 'default' | 'sensitive'>;

/** An element of a message, and where it is. */
export interface Place {
  readonly element: TreeElement;
  readonly path: string;
  /** Whether its values are masked. */
  readonly sensitive: boolean;
  /** Namespace of the schema that declares its type, if that is anonymous. */
  readonly target: string;
}

/** A child with the declaration that it is checked against. */
export interface Child extends QName {
  readonly element: TreeElement;
  readonly declared: Declared | undefined;
}

/** @see https://www.w3.org/TR/xop10/ */
const xop = 'http://www.w3.org/2004/08/xop/include';

const anyType: Declared = {
  type: { kind: 'named', name: { namespace: xsd, local: 'anyType' } },
  nillable: true,
  sensitive: false,
};

/** Compares elements of a message with what a contract says of them. It goes on after each deviation. */
export class ElementWalk {
  readonly deviations: Deviation[] = [];
  protected readonly schemas: Schemas;
  readonly #data: Uint8Array;

  /** @param data the document that the elements are in. */
  constructor(schemas: Schemas, data: Uint8Array) {
    this.schemas = schemas;
    this.#data = data;
  }

  check(element: TreeElement, declared: Declared, path: string): void {
    this.element({ element, path, sensitive: declared.sensitive, target: element.namespace }, declared);
  }

  /** Checks the children of the wrapper of an rpc message, which no schema declares. */
  checkParts(element: TreeElement, parts: readonly ElementDeclaration[], path: string): void {
    const models = parts.map((part): ElementModel => {
      return { kind: 'element', name: part.name, elements: new Map([[nameKey(part.name), part]]), ...once };
    });
    this.children(
      { element, path, sensitive: false, target: element.namespace },
      { kind: 'sequence', parts: models, ...once },
    );
  }

  protected element(place: Place, declared: Declared): void {
    const type = this.typeOf(place, declared.type);
    if (!this.isNil(place, declared)) this.typed(place, type, declared);
  }

  /** Checks an element that is not nil. @param type perhaps by xsi:type. */
  protected typed(place: Place, type: TypeReference, declared: Declared): void {
    const { element } = place;
    if (type.kind === 'named' && type.name.namespace === xsd && type.name.local === 'anyType') return;
    const definition = this.schemas.index.definition(type);
    if (definition?.kind !== 'complex') {
      this.#attributes(place, []);
      this.#simple(place, type, declared);
      return;
    }
    if (definition.name !== undefined && isAbstract({ ...definition, name: definition.name }, this.schemas.lookup)) {
      this.add('unknown-type', place, 'its type is abstract, and it has no xsi:type');
      return;
    }
    this.#attributes(place, this.schemas.attributesOf(definition), definition);
    const text = this.schemas.simpleContentOf(definition);
    if (text !== undefined) {
      const sensitive = place.sensitive || text.sensitive;
      this.#simple({ ...place, sensitive }, text.type, declared);
      return;
    }
    this.#content(place, definition);
    if (!definition.mixed && element.strayText !== -1) {
      this.add('unexpected-text', place, 'there is text between its elements', element.strayText);
    }
  }

  /** The type that xsi:type names, if that is the declared one or derived from it; otherwise the declared one. */
  protected typeOf(place: Place, declared: TypeReference): TypeReference {
    const named = attributeOf(place.element, xsi, 'type')?.trim();
    if (named === undefined) return declared;
    const namespace = this.schemas.namespaceOf(place.element, named);
    const name = { namespace: namespace ?? '', local: named.slice(named.indexOf(':') + 1) };
    if (namespace !== undefined && this.schemas.isDerived(name, declared)) return { kind: 'named', name };
    this.add('unknown-type', place, `its xsi:type is not ${this.schemas.nameOf(declared)} or derived from it`);
    return declared;
  }

  protected isNil(place: Place, { nillable }: Declared): boolean {
    const { element } = place;
    const nil = attributeOf(element, xsi, 'nil')?.trim();
    if (nil !== 'true' && nil !== '1') return false;
    if (!nillable) this.add('nil', place, 'it has xsi:nil, and is not nillable');
    if (element.children.length > 0 || element.strayText !== -1) {
      this.add('nil', place, 'it has xsi:nil, and is not empty');
    }
    return true;
  }

  #attributes(place: Place, declared: AttributesPlace['declared'], type?: ComplexType): void {
    this.deviations.push(...checkAttributes({ ...place, declared, type }, this.schemas));
  }

  #simple(place: Place, type: TypeReference, { fixed, default: fallback }: Declared): void {
    const { element, path, sensitive } = place;
    // The content is an attachment of the message.
    if (element.children.some(({ namespace }) => namespace === xop)) return;
    for (const child of element.children) this.#unknown(place, child, 'its content is text');
    if (element.children.length > 0) return;
    const text = textOf(element, this.#data);
    if (text === '' && (fixed ?? fallback) !== undefined) return;
    const fault = this.schemas.faultOf(text, type, element, fixed);
    if (fault === undefined) return;
    const value = this.schemas.shownValue(text, type, { sensitive, kind: fault.kind });
    this.deviations.push({ ...fault, path, offset: element.start, value });
  }

  #content(place: Place, type: ComplexType): void {
    const target = type.name?.namespace ?? place.target;
    this.children({ ...place, target }, this.schemas.contents.of(type, target));
  }

  protected children(place: Place, model: GroupModel): void {
    const declarations = declarationsIn(model);
    const known = place.element.children.flatMap((element): readonly Child[] => {
      const { namespace, local } = element;
      const declared = declarations.get(nameKey(element));
      if (declared !== undefined) return [{ namespace, local, element, declared }];
      if (holds(model, element)) return [{ namespace, local, element, declared: this.schemas.index.element(element) }];
      const meant = [...declarations.values()].find(({ name }) => name.local === local);
      this.#unknown(place, element, meant === undefined ? undefined : inOtherNamespace(element, meant.name));
      return meant === undefined ? [] : [{ ...meant.name, element, declared: meant }];
    });
    for (const fault of matchContent(model, known)) this.fault(place, fault);
    for (const { element, declared = anyType } of known) {
      const sensitive = place.sensitive || declared.sensitive;
      this.element({ ...place, element, path: `${place.path}/${element.local}`, sensitive }, declared);
    }
  }

  protected fault(place: Place, { kind, child, missing = [] }: ContentFault<Child>): void {
    if (child !== undefined) {
      this.add(kind, { ...place, element: child.element, path: `${place.path}/${child.local}` }, reasons[kind]);
      return;
    }
    const [name, ...others] = missing;
    if (name !== undefined && others.length === 0) {
      this.add(kind, { ...place, path: `${place.path}/${name.local}` }, 'it is missing');
      return;
    }
    const names = missing.map(({ local }) => local).join(', ');
    this.add(kind, place, names === '' ? 'an element is missing' : `one of these elements is missing: ${names}`);
  }

  #unknown(place: Place, element: TreeElement, reason = 'the contract has no such element here'): void {
    this.add('unknown-element', { ...place, element, path: `${place.path}/${element.local}` }, reason);
  }

  protected add(kind: DeviationKind, { element, path }: Place, reason: string, offset: number = element.start): void {
    this.deviations.push({ kind, path, reason, offset });
  }
}

const once = { min: 1, max: 1, nullable: false };

const reasons: Readonly<Record<ContentFault<unknown>['kind'], string>> = {
  order: 'it is out of order',
  'missing-element': 'it is missing',
  'repeated-element': 'it occurs more often than the contract allows',
  'unexpected-element': 'it cannot be together with the elements before it',
};

export function inOtherNamespace(found: QName, meant: QName): string {
  const shown = ({ namespace }: QName): string => (namespace === '' ? 'no namespace' : `the namespace "${namespace}"`);
  return `it is in ${shown(found)}, and in the contract in ${shown(meant)}`;
}
