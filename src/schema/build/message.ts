import type { AttributeUse, GlobalElement, Message, Occurs, Part, Particle, QName } from '../../contract/index.ts';
import { isSimpleType } from '../../contract/index.ts';
import { contract as kinds, source } from '../../diagnostics/index.ts';
import { bareKeys, particleWords, requestKeys, resultKeys } from '../keys.ts';
import type { MapEntry } from '../node.ts';
import { isMany } from '../occurs.ts';
import { resolveName, resolveType, splitName } from '../resolve.ts';
import type { Home } from '../scope.ts';
import { type Located, readKeys, readMap, readName } from '../shape.ts';
import { readDoc, readXmlName } from '../texts.ts';
import { readAttributes } from './attributes.ts';
import { markFallback, plainDeclaration, readDeclaration } from './declaration.ts';
import { globalElement } from './element.ts';
import { elementOf, elementReference, readForm, readOften } from './field.ts';
import { type Keys, refuseKeys } from './notes.ts';
import { readOwnKeys } from './own-keys.ts';
import { readParticles } from './particles.ts';
import { fieldsType } from './record.ts';
import { readShortType } from './type-use.ts';

/** What a request or a response comes to. */
export interface BuiltMessage {
  /** Undefined where it is declared elsewhere, or there is none. */
  readonly element: GlobalElement | undefined;
  readonly parts: readonly Part[];
}

/** The fields of a request, or of a response that has any number of them. */
export interface Fields {
  readonly doc: string | undefined;
  readonly particles: readonly Particle[];
  readonly attributes: ReturnType<typeof readAttributes>;
}

/** `what` begins a sentence: 'A request'. */
export function readFields(entry: MapEntry | undefined, what: string, where: string, home: Home): Fields {
  const { findings } = home;
  const map = entry && readMap(entry.value, what, findings);
  if (map === undefined) return { doc: undefined, particles: [], attributes: readAttributes(undefined, home) };
  const { own, words } = readOwnKeys(map, requestKeys, where, findings, particleWords);
  const fields: AttributeUse[] = [];
  const particles = readParticles(map, words, home, fields);
  const listed = readAttributes(own.get('$attributes'), home);
  const attributes = { ...listed, attributes: [...listed.attributes, ...fields] };
  return { doc: readDoc(own.get('$doc'), findings), particles, attributes };
}

/** An element that holds the fields. */
export function wrapped(name: QName, { doc, particles, attributes }: Fields, key: Located, home: Home): BuiltMessage {
  const element = globalElement(
    name,
    { ...plainDeclaration({ reference: undefined, name: undefined }), doc },
    key,
    home.findings,
  );
  const type = { kind: 'anonymous', type: fieldsType(particles, attributes) } as const;
  return {
    element: { ...element, type },
    parts: [{ name: 'parameters', content: { kind: 'element', name } }],
  };
}

/** Each field is a part of its own, in no namespace, and is of a type that has a name. */
export function rpcParts({ particles, attributes }: Fields, entry: MapEntry | undefined, home: Home): readonly Part[] {
  const { findings } = home;
  const refuse = (part: string): void => findings.add(kinds.notAPart, { part }, entry?.key.at);
  if (attributes.attributes.length + attributes.attributeGroups.length > 0 || attributes.anyAttribute) {
    refuse('$attributes');
  }
  return particles.flatMap((particle): readonly Part[] => {
    if (particle.kind !== 'element') {
      refuse(particle.typeScriptName ?? particle.kind);
      return [];
    }
    const { name, type, doc, typeScriptName, origin, ...rest } = particle.element;
    const isOnce = particle.occurs.min === 1 && particle.occurs.max === 1;
    if (
      type.kind === 'anonymous' ||
      !isOnce ||
      rest.nillable ||
      rest.default !== undefined ||
      rest.fixed !== undefined
    ) {
      refuse(name.local);
      return [];
    }
    const { sensitive, stream, mapping } = rest;
    const content = { kind: 'type', type: type.name } as const;
    return [{ name: name.local, content, doc, typeScriptName, origin, sensitive, stream, mapping }];
  });
}

/** The one field of a response: of the name that `as` gives it, else of its type's. */
export function readResult(entry: MapEntry, operation: string, home: Home): Particle | undefined {
  const { findings } = home;
  if (entry.value.kind === 'text') {
    const type = readShortType(entry, 'result', findings);
    if (type === undefined) return undefined;
    const reference = resolveType(type.name, home, { any: true });
    const name = resultName(type.name, operation, home);
    return elementOf(name, plainDeclaration({ reference, name: type.name }), type.occurs, home.elementForm, home);
  }
  if (entry.value.kind === 'list') {
    findings.add(source.notAType, { what: 'A result' }, entry.value.at);
    return undefined;
  }
  const keys = readKeys(entry.value, resultKeys, 'a result', findings);
  const occurs: Occurs = readOften(keys, entry, findings);
  const as = keys.get('as');
  const named = as && readName(as, findings);
  if (named !== undefined) readXmlName(named, 'an element', findings);
  if (keys.has('element')) {
    refuseKeys(keys, ['as'], 'A result that is a global element', findings);
    const element = keys.get('element');
    const text = element && readName(element, findings);
    return text && elementReference(keys, splitName(text.text).local, occurs, home);
  }
  const declaration = readDeclaration(keys, entry, home, { where: 'a result', names: 'property' });
  const form = readForm(keys, findings) ?? home.elementForm;
  if (declaration === undefined) return undefined;
  const type = declaration.use.name;
  const name = named ?? (as === undefined ? resultName(type, operation, home, entry) : type);
  return name && elementOf(name, declaration, occurs, form, home);
}

function resultName(type: Located, operation: string, home: Home): Located;
function resultName(type: Located | undefined, operation: string, home: Home, entry: MapEntry): Located | undefined;
function resultName(
  type: Located | undefined,
  operation: string,
  { findings }: Home,
  entry?: MapEntry,
): Located | undefined {
  if (type === undefined || isSimpleType(type.text) || /^any(?:Simple)?Type$/.test(type.text)) {
    const named = type?.text ?? 'of its own';
    findings.add(kinds.resultNeedsName, { operation, type: named }, type?.at ?? entry?.key.at);
  }
  return type && { text: splitName(type.text).local, at: type.at };
}

/**
 * The one element of a bare message: a global one that is there, or one of a type.
 *
 * @param name of the element where nothing else is said.
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
    const type = readShortType(entry, entry.key.text, findings);
    const reference = type && resolveType(type.name, home, { any: true });
    if (type === undefined) return undefined;
    checkOnce(type.occurs, entry, key, home);
    const declaration = plainDeclaration({ reference, name: type.name });
    return bare(globalElement({ namespace: home.target, local: name }, declaration, key, findings));
  }
  if (entry.value.kind === 'list') {
    findings.add(source.notAType, { what }, entry.value.at);
    return undefined;
  }
  const keys = readKeys(entry.value, bareKeys, 'the element of a bare message', findings);
  return keys.has('element') ? globalBare(keys, home) : ownBare(keys, entry, name, key, home);
}

function checkOnce(occurs: Occurs, entry: MapEntry, operation: Located, { findings }: Home): void {
  if (isMany(occurs)) findings.add(kinds.resultRepeats, { operation: operation.text }, entry.value.at);
  else if (occurs.min === 0) {
    findings.add(kinds.keyDoesNotFit, { key: '?', what: 'The element of a bare message' }, entry.value.at);
  }
}

function globalBare(keys: Keys, home: Home): BuiltMessage | undefined {
  const refused = bareKeys.filter((key) => key !== 'element' && key !== 'doc');
  refuseKeys(keys, refused, 'A global element', home.findings);
  const entry = keys.get('element');
  const text = entry && readName(entry, home.findings);
  const name = text && resolveName('element', text, home);
  const doc = readDoc(keys.get('doc'), home.findings);
  return name && { element: undefined, parts: [{ name: 'body', doc, content: { kind: 'element', name } }] };
}

function ownBare(keys: Keys, entry: MapEntry, name: string, key: Located, home: Home): BuiltMessage | undefined {
  const { findings } = home;
  const as = keys.get('as');
  const named = as && readName(as, findings);
  if (named !== undefined) readXmlName(named, 'an element', findings);
  const declaration = readDeclaration(keys, entry, home, { where: 'the element of a bare message', names: 'top' });
  if (declaration === undefined) return undefined;
  const local = named?.text ?? name;
  const element = globalElement({ namespace: home.target, local }, declaration, named ?? key, findings);
  markFallback(element, keys, home);
  return bare(element);
}

function bare(element: GlobalElement): BuiltMessage {
  return { element, parts: [{ name: 'body', content: { kind: 'element', name: element.name } }] };
}

export function messageOf(local: string, namespace: string, { parts }: Pick<BuiltMessage, 'parts'>): Message {
  return { name: { namespace, local }, parts };
}
