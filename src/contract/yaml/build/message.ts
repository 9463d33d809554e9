import { contract as kinds, type Range, source } from '../../../diagnostics/index.ts';
import type {
  AttributeUse,
  ElementReference,
  GlobalElement,
  LocalElement,
  Occurs,
  Part,
  Particle,
  QName,
} from '../../model/index.ts';
import { isSimpleType, propertyIdentifier } from '../../model/index.ts';
import { type Entries, readConstruct } from '../entries.ts';
import { resolveName, resolveType, splitName } from '../resolve.ts';
import type { Home } from '../scope.ts';
import { isMany } from '../type-expression.ts';
import { type Located, readMap, readXmlName } from '../values.ts';
import type { MapEntry } from '../yaml-node.ts';
import { type Attributes, noAttributes, readAttributes } from './attributes.ts';
import { markLiterals, plainDeclaration, readDeclaration, readShortType, unknownUse } from './declaration.ts';
import { globalElement } from './element.ts';
import { elementParticle, elementReference, readForm, readOccurrence } from './field.ts';
import { fillName, type NameTemplate } from './name-template.ts';
import { readParticles } from './particles.ts';
import { fieldsType } from './record.ts';

/** The message of a request or a response. */
export interface BuiltMessage {
  /** Undefined if it is declared elsewhere or missing. */
  readonly element: GlobalElement | undefined;
  readonly parts: readonly Part[];
}

/** The fields of a request or a response. */
export interface Fields {
  readonly doc: string | undefined;
  readonly particles: readonly Particle[];
  readonly attributes: Attributes;
}

export function fieldsOf(particles: readonly Particle[]): Fields {
  return { doc: undefined, particles, attributes: noAttributes };
}

/** `what` begins a sentence, `where` ends one: 'A request', 'a request'. */
export function readFields(entry: MapEntry | undefined, what: string, where: string, home: Home): Fields {
  const { findings } = home;
  const map = entry && readMap(entry.value, what, findings);
  if (map === undefined) return fieldsOf([]);
  const entries = readConstruct(map, 'request', findings, { where });
  const fields: AttributeUse[] = [];
  const particles = readParticles(map, entries, home, fields);
  const listed = readAttributes(entries.get('$attributes'), home);
  const attributes = { ...listed, attributes: [...listed.attributes, ...fields] };
  return { doc: entries.doc('$doc'), particles, attributes };
}

/** The element of a wrapped message. */
export function wrapped(name: QName, { doc, particles, attributes }: Fields, key: Located, home: Home): BuiltMessage {
  const element = globalElement(name, { ...plainDeclaration(unknownUse), doc }, key, home.findings);
  const type = { kind: 'anonymous', type: fieldsType(particles, attributes) } as const;
  return {
    element: { ...element, type },
    parts: [{ name: 'parameters', content: { kind: 'element', name } }],
  };
}

/** The parts of an rpc message: one for each field, in no namespace, of a named type, or a global element. */
export function rpcParts({ particles, attributes }: Fields, entry: MapEntry | undefined, home: Home): readonly Part[] {
  const { findings } = home;
  const reject = (part: string): void => findings.add(kinds.notAPart, { part }, entry?.key.at);
  if (attributes.attributes.length + attributes.attributeGroups.length > 0 || attributes.anyAttribute) {
    reject('$attributes');
  }
  const keys = entry?.value.kind === 'map' ? entry.value.entries.filter(({ key }) => !key.text.startsWith('$')) : [];
  return particles.flatMap((particle, index): readonly Part[] => {
    if (particle.kind === 'elementReference') {
      const part = elementPart(particle, keys[index]?.key.text);
      if (part === undefined) reject(particle.name.local);
      return part === undefined ? [] : [part];
    }
    if (particle.kind !== 'element') {
      reject(particle.typeScriptName ?? particle.kind);
      return [];
    }
    const isOnce = particle.occurs.min === 1 && particle.occurs.max === 1;
    const part = isOnce ? typedPart(particle.element) : undefined;
    if (part === undefined) reject(particle.element.name.local);
    return part === undefined ? [] : [part];
  });
}

/** The part that is a global element, whose name in TypeScript is that of the element. @param name the field's. */
function elementPart(
  { kind, occurs, name: element, ...rest }: ElementReference,
  name = element.local,
): Part | undefined {
  if (occurs.min !== 1 || occurs.max !== 1) return undefined;
  const isDerived = rest.typeScriptName === propertyIdentifier(name);
  const typeScriptName = isDerived ? undefined : rest.typeScriptName;
  return { ...rest, name, typeScriptName, content: { kind: 'element', name: element } };
}

/** The part with the name and the type of an element; undefined for an element that says what no part can say. */
function typedPart({ name, type, nillable, example, ...element }: LocalElement): Part | undefined {
  const { default: otherwise, fixed, block, constraints, ...rest } = element;
  const isPlain = [otherwise, fixed, block, constraints].every((one) => one === undefined) && !nillable;
  if (type.kind === 'anonymous' || !isPlain) return undefined;
  return { ...rest, name: name.local, content: { kind: 'type', type: type.name } };
}

/** The part of an encoded body, header block or fault: it has a type where a literal one has an element. */
export function encodedPart({ abstract, substitutionGroup, final, ...element }: GlobalElement): Part | undefined {
  return typedPart(element);
}

/**
 * The one field of a response.
 *
 * @param template of its name without `as`; undefined for that of its type.
 */
export function readResult(
  entry: MapEntry,
  operation: string,
  template: NameTemplate | undefined,
  home: Home,
): Particle | undefined {
  const { findings } = home;
  const given = template && { text: fillName(template, { operation }), at: entry.value.at };
  if (entry.value.kind === 'text') {
    const type = readShortType(entry, 'result', home);
    if (type === undefined) return undefined;
    const reference = resolveType(type.name, home, { any: true });
    const name = given ?? resultName(type.name, operation, type.name.at, home);
    const declaration = plainDeclaration({ reference, name: type.name });
    return name && elementParticle(name, declaration, type.occurs, home.elementForm, home);
  }
  if (entry.value.kind === 'list') {
    findings.add(source.notAType, { what: 'A result' }, entry.value.at);
    return undefined;
  }
  const entries = readConstruct(entry.value, 'result', findings, { at: entry.key.at });
  const occurs = readOccurrence(entries, entry);
  const named = readElementName(entries);
  if (entries.has('element')) {
    const text = entries.name('element');
    return text && elementReference(entries, splitName(text.text).local, occurs, home);
  }
  const declaration = readDeclaration(entries, entry, home, 'property');
  const form = readForm(entries, home);
  if (declaration === undefined) return undefined;
  const type = declaration.use.name;
  const name = named ?? given ?? (entries.has('as') ? type : resultName(type, operation, entry.key.at, home));
  return name && elementParticle(name, declaration, occurs, form, home);
}

/** The name of the type, which a built-in or anonymous one does not provide. */
function resultName(type: Located | undefined, operation: string, at: Range, { findings }: Home): Located | undefined {
  if (type === undefined || isSimpleType(type.text) || /^(?:any(?:Simple)?Type|untyped)$/.test(type.text)) {
    findings.add(kinds.resultNeedsName, { operation, type: type?.text ?? 'of its own' }, type?.at ?? at);
  }
  return type && { text: splitName(type.text).local, at: type.at };
}

/** The value of `as`. */
function readElementName(entries: Entries): Located | undefined {
  const name = entries.name('as');
  if (name !== undefined) readXmlName(name, 'an element', entries.findings);
  return name;
}

/**
 * The element of a bare message: a global one, or one of a type. An empty map is a message without parts.
 *
 * @param name of the element without `as`.
 * @param what begins a sentence: 'The request'.
 */
export function readBare(
  entry: MapEntry | undefined,
  name: string,
  what: string,
  key: Located,
  home: Home,
): BuiltMessage | undefined {
  const { findings } = home;
  if (entry === undefined) {
    findings.add(kinds.bareNeedsOne, { what, operation: key.text }, key.at);
    return undefined;
  }
  if (entry.value.kind === 'text') {
    const type = readShortType(entry, entry.key.text, home);
    const reference = type && resolveType(type.name, home, { any: true });
    if (type === undefined) return undefined;
    checkOnce(type.occurs, entry, key, home);
    const declaration = plainDeclaration({ reference, name: type.name });
    return bareMessage(globalElement({ namespace: home.target, local: name }, declaration, key, findings));
  }
  if (entry.value.kind === 'list') {
    findings.add(source.notAType, { what }, entry.value.at);
    return undefined;
  }
  if (entry.value.entries.length === 0) return { element: undefined, parts: [] };
  const entries = readConstruct(entry.value, 'bare', findings, { at: entry.key.at });
  if (entries.has('element')) {
    const text = entries.name('element');
    const global = text && resolveName('element', text, home);
    const content = global && ({ kind: 'element', name: global } as const);
    return content && { element: undefined, parts: [{ name: 'body', doc: entries.doc(), content }] };
  }
  const named = readElementName(entries);
  const declaration = readDeclaration(entries, entry, home, 'top');
  if (declaration === undefined) return undefined;
  const elementName = { namespace: home.target, local: named?.text ?? name };
  const element = globalElement(elementName, declaration, named ?? key, findings);
  markLiterals(element, entries, home);
  return bareMessage(element);
}

/** The type of the element of a message has no suffix. */
export function checkOnce(occurs: Occurs, entry: MapEntry, operation: Located, { findings }: Home): void {
  if (isMany(occurs)) findings.add(kinds.resultRepeats, { operation: operation.text }, entry.value.at);
  else if (occurs.min === 0) {
    findings.add(kinds.keyDoesNotFit, { key: '?', what: 'The element of a bare message' }, entry.value.at);
  }
}

function bareMessage(element: GlobalElement): BuiltMessage {
  return { element, parts: [{ name: 'body', content: { kind: 'element', name: element.name } }] };
}
