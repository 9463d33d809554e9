import { type AnyElement, anyElement, base64Binary, ValueError } from '@soapwright/runtime';
import type { TreeElement } from '@soapwright/runtime/xml';
import {
  admittedBy,
  type ComplexType,
  type DeclaredAttribute,
  type ElementModel,
  type Field,
  type GroupModel,
  holds,
  isAbstract,
  isSwaRef,
  nameKey,
  type QName,
  type SimpleValue,
  type Structure,
  sameName,
  type TypeReference,
  type ValueType,
  xsd,
} from '../../contract/index.ts';
import { isAbsentIfNil, isNeverEmpty, isText } from '../../emit/index.ts';
import type { Fields, Value } from '../model/value.ts';
import type { ValueModel } from '../model/value-model.ts';
import { describedFault, inOtherNamespace, readersOf } from './content-faults.ts';
import { addContent, type Child, type ContentSource, fieldsByName } from './content-values.ts';
import { type Deviation, type DeviationKind, type ReadableBy, readableBy } from './deviation.ts';
import { attributeOf, contentText, elementText, hasPrefix, namespaceOf, xsi } from './element-content.ts';
import { type ContentFault, matchContent } from './match-content.ts';
import { declarationsIn } from './message-contents.ts';
import { type Declared, hasNil, inside, type Place, type ReaderSource, type UnreadText } from './place.ts';
import { checkAttributes } from './read-attributes.ts';
import { partOf, type ReceivedParts } from './received-parts.ts';
import type { Schemas } from './schemas.ts';

/** @see https://www.w3.org/TR/xop10/ */
const xop = 'http://www.w3.org/2004/08/xop/include';

/** The element around the parts of an rpc message. */
const wrapper: Declared = {
  type: { kind: 'named', name: { namespace: xsd, local: 'anyType' } },
  nillable: false,
  sensitive: false,
};

const anyType: Declared = {
  type: { kind: 'named', name: { namespace: xsd, local: 'anyType' } },
  nillable: true,
  sensitive: false,
};

/**
 * Reads elements by their contract: their values, and each deviation. It goes on after a deviation: what the contract does
 * not have is left out, and a text that is not a value of its type stays a text.
 */
export class ElementReader implements ContentSource {
  readonly deviations: Deviation[] = [];
  readonly unread: UnreadText[] = [];
  protected readonly schemas: Schemas;
  readonly data: Uint8Array;
  readonly tolerant: boolean;
  readonly #isStrict: boolean;
  readonly #parts: ReceivedParts | undefined;
  protected readonly model: ValueModel;

  constructor({ schemas, model, data, parts, reading }: ReaderSource) {
    this.#parts = parts;
    this.schemas = schemas;
    this.model = model;
    this.data = data;
    this.tolerant = reading === 'tolerant';
    this.#isStrict = reading === 'strict';
  }

  read(element: TreeElement, declared: Declared, path: string, root: ReadRoot): Value {
    return this.element(rootPlace(element, path, root, declared.sensitive), declared);
  }

  /** Reads the wrapper of an rpc message, which no schema declares. */
  readParts(element: TreeElement, parts: readonly Field[], path: string, root: ReadRoot): Value {
    const models = parts.map(({ element: part, optional }): ElementModel => {
      const occurs = optional ? { min: 0, max: 1, nullable: true } : once;
      return { kind: 'element', name: part.name, elements: new Map([[nameKey(part.name), part]]), ...occurs };
    });
    const place = rootPlace(element, path, root);
    this.isNil(place, wrapper);
    const read = this.content(place, { kind: 'sequence', parts: models, ...once }, this.#structure(place));
    this.strayText(place);
    return read;
  }

  /** An element as XML text, whatever it holds. */
  any(element: TreeElement): AnyElement {
    return anyElement(elementText(element, this.data));
  }

  /** Whether an element is read as that of its local name: nobody put it in its namespace on purpose (decision 45). */
  #isMeant(element: TreeElement, meant: QName, { element: parent, isEncoded }: Place): boolean {
    if (!this.tolerant) return false;
    if (isEncoded || element.namespace === '' || meant.namespace === '') return true;
    return !hasPrefix(element, this.data) && element.scope === parent.scope;
  }

  /** Whether a tolerant client leaves an item out of a list of records: it is nil, or empty although its type is not. */
  isLeftOut(child: Child, field: Field, isEncoded: boolean): boolean {
    const { type, nillable } = field;
    if (isEncoded || nillable || type.kind !== 'record') return false;
    return hasNil(child.element) || this.#isEmptyItem(child, field, isEncoded);
  }

  #isEmptyItem({ element }: Child, { type, nillable }: Field, isEncoded: boolean): boolean {
    if (isEncoded || nillable || type.kind !== 'record') return false;
    const { attributes, children } = element;
    const isBare = attributes.length + children.length === 0 && contentText(element, this.data).trim() === '';
    return isBare && isNeverEmpty(this.model.service, type.typeName);
  }

  protected element(place: Place, declared: Declared): Value {
    const type = this.typeOf(place, declared.type);
    if (place.value?.kind !== 'any') {
      if (this.isNil(place, declared)) return declared.nillable ? null : undefined;
      return this.typed(place, type, declared);
    }
    const raw = { ...place, value: undefined };
    if (!this.isNil(declared.nillable ? place : raw, declared)) this.typed(raw, type, declared);
    else if (declared.nillable) return null;
    return this.any(place.element);
  }

  /** Reads an element that is not nil. @param type perhaps by xsi:type. */
  protected typed(place: Place, type: TypeReference, declared: Declared): Value {
    if (type.kind === 'named' && type.name.namespace === xsd && type.name.local === 'anyType') return undefined;
    const definition = this.schemas.index.definition(type);
    if (definition?.kind !== 'complex') {
      this.attributes(place, []);
      return this.#simple(place, type, declared);
    }
    if (definition.name !== undefined && isAbstract({ ...definition, name: definition.name }, this.schemas.lookup)) {
      this.add('unknown-type', place, 'its type is abstract, and it has no xsi:type', { readableBy: 'none' });
      return undefined;
    }
    this.attributes(place, this.schemas.attributesOf(definition), definition);
    const structure = this.#structure(place, type);
    const text = this.schemas.simpleContentOf(definition);
    if (text === undefined) return this.#elements(place, definition, structure);
    const sensitive = place.sensitive || text.sensitive;
    const member = structure?.content.kind === 'text' ? structure.content.text : undefined;
    const value = this.#simple({ ...place, sensitive, value: member?.type }, text.type, declared);
    return structure && member && { ...this.#start(place, structure), [member.property]: value };
  }

  /** The type that xsi:type names, if that is the declared one or derived from it; otherwise the declared one. */
  protected typeOf(place: Place, declared: TypeReference): TypeReference {
    const named = attributeOf(place.element, xsi, 'type')?.trim();
    if (named === undefined) return declared;
    const namespace = this.schemas.namespaceOf(place.element, named);
    const name = { namespace: namespace ?? '', local: named.slice(named.indexOf(':') + 1) };
    if (namespace !== undefined && this.schemas.isDerived(name, declared)) return { kind: 'named', name };
    this.add('unknown-type', place, `its xsi:type is not ${this.schemas.shownType(declared)} or derived from it`);
    return declared;
  }

  protected isNil(place: Place, { nillable }: Declared): boolean {
    const { element } = place;
    if (!hasNil(element)) return false;
    if (!nillable) {
      const { field } = place;
      const isLeftOut = field?.many === true && field.type.kind === 'record' && !place.isEncoded;
      // SOAP::Lite marks the body's element of a call without parameters so (rule R3).
      if (!this.#isStrict && !place.path.includes('/') && this.#isEmptyIfNil(place)) {
        this.add('nil', place, 'it has xsi:nil, and is not nillable', { readableBy: 'standard' });
        return false;
      }
      const isTolerable = field?.optional === true || isLeftOut;
      const by = place.nilIsAbsent === true ? 'standard' : isTolerable ? 'tolerant' : 'none';
      this.add('nil', place, 'it has xsi:nil, and is not nillable', { readableBy: by });
    }
    if (element.children.length > 0 || contentText(element, this.data) !== '') {
      this.add('nil', place, 'it has xsi:nil, and is not empty');
    }
    return true;
  }

  /** Whether a client reads the element of a body as empty if it is nil: a record or a text, but no other value. */
  #isEmptyIfNil(place: Place): boolean {
    if (place.value?.kind === 'simple') return !place.isEncoded && isText(place.value);
    const content = this.#structure(place)?.content;
    return content?.kind === 'text' ? isText(content.text.type) : content !== undefined;
  }

  protected attributes(place: Place, declared: readonly DeclaredAttribute[], type?: ComplexType): void {
    this.deviations.push(...checkAttributes({ ...place, declared, type }, this.schemas));
  }

  #simple(place: Place, type: TypeReference, { fixed, default: fallback }: Declared): Value {
    const { element, path, place: at, sensitive, value } = place;
    const [included] = element.children.filter(({ namespace }) => namespace === xop);
    if (included !== undefined) return this.#included(place, included);
    for (const child of element.children) this.#unknown(place, child, 'its content is text', 'none');
    const text = contentText(element, this.data);
    const before = this.unread.length;
    const read = value?.kind === 'simple' ? this.#parsed(text === '' ? undefined : text, value, place) : text;
    if (element.children.length === 0 && (text !== '' || (fixed ?? fallback) === undefined)) {
      const fault = this.schemas.faultOf(text, type, element, fixed);
      if (fault !== undefined) {
        const shown = this.schemas.shownValue(text, type, { sensitive, kind: fault.kind });
        const isOpen = value?.kind === 'simple' && value.open === true;
        const by = this.unread.length > before ? 'none' : isOpen ? 'tolerant' : 'all';
        this.deviations.push({ ...fault, path, place: at, readableBy: by, offset: element.start, value: shown });
      }
    }
    return isSwaRef(type) ? this.#referred(place, text) : read;
  }

  /** The bytes of a value in a part of its own (XOP 1.0, 3.2); undefined where parts are not known. */
  #included(place: Place, include: TreeElement): Value {
    const part = this.#partOf(place, attributeOf(include, '', 'href') ?? '');
    return part && place.value?.kind === 'simple'
      ? this.#parsed(base64Binary.print(part), place.value, place)
      : undefined;
  }

  /** The text of an attachment (WS-I Attachments Profile 1.0, 4.4); its URI where it is not text, or not known. */
  #referred(place: Place, uri: string): Value {
    const part = this.#partOf(place, uri.trim());
    const text = place.field?.isReference === true && part !== undefined ? utf8Text(part) : undefined;
    return text ?? uri;
  }

  #partOf(place: Place, uri: string): Uint8Array | undefined {
    if (this.#parts === undefined) return undefined;
    const part = partOf(this.#parts, uri);
    if (part === undefined) this.add('reference', place, 'it refers to a part that the message does not have');
    return part;
  }

  /** The value of a text; the text itself if it is not a value of its type. @param given by default that of the contract. */
  #parsed(given: string | undefined, type: SimpleValue, { element, place }: Pick<Place, 'element' | 'place'>): Value {
    const resolvePrefix = (prefix: string): string | undefined => namespaceOf(element, prefix);
    const text = given ?? '';
    try {
      // A contract has the namespaces of QNames in their texts.
      if (given === undefined && type.fallback !== undefined) return this.model.codec(type).parse(type.fallback.text);
      return this.model.fixedCodec(type).parse(text, { resolvePrefix, maxItems: Number.POSITIVE_INFINITY });
    } catch (error) {
      if (!(error instanceof ValueError)) throw error;
      if (type.open !== true) this.unread.push({ place, reason: error.reason });
      return text;
    }
  }

  /** The structure of a record; of a hierarchy, that of the type. */
  #structure({ value }: Place, type?: TypeReference): Structure | undefined {
    if (value?.kind !== 'record') return undefined;
    const declaration = this.model.declaration(value.typeName);
    if (declaration.kind === 'structure') return declaration;
    if (declaration.kind !== 'polymorphic') throw new RangeError(`${value.typeName} is no record.`);
    const { members } = declaration;
    const member = members.find(({ name }) => type?.kind === 'named' && sameName(name, type.name)) ?? members[0];
    return member && this.#structure({ value: { ...value, typeName: member.typeName } } as Place);
  }

  /** A record with its attributes. */
  #start({ element, place }: Place, { attributes, anyAttribute, discriminant }: Structure): Fields {
    const value: Fields = {};
    if (discriminant !== undefined) value.$type = discriminant.value;
    for (const { name, property, type } of attributes) {
      const text = attributeOf(element, name.namespace, name.local);
      const isAbsent = text === undefined && type.fallback === undefined;
      value[property] = isAbsent ? undefined : this.#parsed(text, type, { element, place: `${place}/@${name.local}` });
    }
    if (anyAttribute === undefined) return value;
    const admits = admittedBy(anyAttribute.wildcard, anyAttribute.targetNamespace);
    value[anyAttribute.property] = element.attributes.filter(
      (one) => one.namespace !== xsi && admits(one.namespace) && !attributes.some(({ name }) => sameName(name, one)),
    );
    return value;
  }

  #elements(place: Place, type: ComplexType, structure: Structure | undefined): Value {
    const target = type.name?.namespace ?? place.target;
    const value = this.content({ ...place, target }, this.schemas.contents.of(type, target), structure);
    if (!type.mixed) this.strayText(place);
    return value;
  }

  protected strayText(place: Place): void {
    const { strayText } = place.element;
    if (strayText === -1) return;
    this.add('unexpected-text', place, 'there is text between its elements', { offset: strayText });
  }

  protected content(place: Place, model: GroupModel, structure: Structure | undefined): Value {
    const declarations = declarationsIn(model);
    // Accessors are in no namespace, and SOAP::Lite writes them in that of the wrapper.
    const isByLocalName = place.isEncoded && (structure === undefined || structure.content.kind === 'fields');
    const known = place.element.children.flatMap((element): readonly Known[] => {
      const { namespace, local } = element;
      const declared = declarations.get(nameKey(element));
      const meant = [...declarations.values()].find(({ name }) => name.local === local);
      // Accessors are in no namespace, whatever the form of their elements is.
      if (declared === undefined && meant !== undefined && place.isEncoded && namespace === '') {
        return [{ ...meant.name, element, declared: meant, isRead: true }];
      }
      const isHeld = declared !== undefined || holds(model, element);
      if (isHeld) {
        const own = declared ?? this.schemas.index.element(element);
        return [{ namespace, local, element, declared: own, isRead: true }];
      }
      if (meant === undefined) {
        this.#unknown(place, element);
        return [];
      }
      const isRead = isByLocalName || this.#isMeant(element, meant.name, place);
      if (!this.#isStrict && !isRead) {
        this.#unknown(place, element, inOtherNamespace(element, meant.name));
        return [];
      }
      const by = isByLocalName
        ? 'all'
        : isRead || structure === undefined
          ? 'tolerant'
          : readersOf('missing-element', meant.name, structure);
      this.#unknown(place, element, inOtherNamespace(element, meant.name), by);
      return [{ ...meant.name, element, declared: meant, isRead }];
    });
    for (const fault of matchContent(model, known)) this.fault(place, fault, structure);
    const all = this.#children(place, known, structure);
    return structure && addContent(this.#start(place, structure), structure, { ...place, all }, this);
  }

  #children(place: Place, known: readonly Known[], structure: Structure | undefined): readonly Child[] {
    const fields = structure && fieldsByName(structure);
    const isPlain = structure?.content.kind === 'fields' && !place.isEncoded;
    const counts = new Map<string, number>();
    for (const name of known) counts.set(nameKey(name), (counts.get(nameKey(name)) ?? 0) + 1);
    const indexes = new Map<string, number>();
    return known.map(({ namespace, local, element, declared = anyType, isRead }) => {
      const key = nameKey({ namespace, local });
      const field = fields?.get(key);
      const index = indexes.get(key) ?? 0;
      indexes.set(key, index + 1);
      const isItem = field?.many ?? (counts.get(key) ?? 0) > 1;
      const child: Child = { namespace, local, element, isRead, value: undefined };
      const inner: Place = {
        ...place,
        element,
        path: `${place.path}/${element.local}`,
        place: `${place.place}/${element.local}${isItem ? `[${index}]` : ''}`,
        sensitive: place.sensitive || declared.sensitive,
        value: isRead ? field?.type : undefined,
        field,
        nilIsAbsent: isPlain && field !== undefined && isAbsentIfNil(field),
      };
      if (this.tolerant && isRead && field?.many && this.#isEmptyItem(child, field, place.isEncoded)) {
        this.add('missing-element', inner, 'it is empty', { readableBy: 'tolerant' });
        return child;
      }
      return { ...child, value: this.element(inner, declared) };
    });
  }

  protected fault(place: Place, fault: ContentFault<Known>, structure: Structure | undefined): void {
    const found = describedFault(place, fault, structure);
    this.add(fault.kind, found.place, found.reason, found);
  }

  #unknown(
    place: Place,
    element: TreeElement,
    reason = 'the contract has no such element here',
    by?: ReadableBy,
  ): void {
    this.add('unknown-element', inside(place, element, element.local), reason, { readableBy: by });
  }

  protected add(
    kind: DeviationKind,
    { element, path, place, value }: Place,
    reason: string,
    { offset = element.start, readableBy: by = readableBy[kind] }: AddOptions = {},
  ): void {
    // What is kept as XML text is read whatever it holds.
    this.deviations.push({ kind, path, place, reason, readableBy: value === undefined ? 'all' : by, offset });
  }
}

/** What an element at the root of a body, header block or fault is read as. */
export interface ReadRoot {
  /** Type of the value; undefined if only deviations are wanted. */
  readonly value: ValueType | undefined;
  readonly isEncoded: boolean;
}

function rootPlace(element: TreeElement, path: string, root: ReadRoot, sensitive = false): Place {
  return { element, path, place: path, sensitive, target: element.namespace, ...root };
}

interface AddOptions {
  /** By default that of the element. */
  readonly offset?: number | undefined;
  readonly readableBy?: ReadableBy | undefined;
}

/** A child with the declaration that it is read by. */
interface Known extends QName {
  readonly element: TreeElement;
  readonly declared: Declared | undefined;
  readonly isRead: boolean;
}

const once = { min: 1, max: 1, nullable: false };

/** Undefined for bytes that are not UTF-8. */
function utf8Text(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
