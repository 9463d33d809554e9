import {
  type ComplexType,
  type GlobalElement,
  nameKey,
  type Part,
  type Particle,
  type PortTypeOperation,
  type QName,
  xsd,
} from '../model/index.ts';
import { attributesMap } from './attributes.ts';
import { type Body, type BoundOperation, wrapperName } from './bodies.ts';
import { entriesOf, type KeyValues } from './construct-map.ts';
import { declarationKeys } from './declarations.ts';
import { notesOf } from './notes.ts';
import { occurrenceKeys, suffixOf } from './occurrence.ts';
import { particleEntries } from './particles.ts';
import { withLayout } from './records.ts';
import { formOf, type Home, nameIn, typeNameIn, typeReferenceIn } from './scope.ts';
import { commonTemplate, expanded, type Templated } from './templates.ts';
import { mapOf, type YamlEntry, type YamlValue } from './yaml-tree.ts';

export interface MessageScope extends Home {
  /** Elements that are declared by the one message that refers to them, by the keys of their names. */
  readonly inPlace: ReadonlySet<string>;
  /** Template of the names of results; undefined where most have the names of their types. */
  readonly resultName: string | undefined;
  /** Whether the response of an operation is a wrapper of one field, which the loader returns by itself. */
  readonly hasOneValue: (operation: PortTypeOperation) => boolean;
}

/** The keys of an operation for its request and its response. */
export function messageKeys(operation: BoundOperation, scope: MessageScope): KeyValues {
  const { request, response, operation: described } = operation;
  const value = request && messageValue(operation, request, 'request', scope);
  // An empty map in bare style is a message without an element.
  const input = operation.style === 'bare' ? value : nonEmpty(value);
  if (response === undefined) return { request: input };
  const isResult = described.returns === 'field' || operation.style === 'bare';
  const result = isResult ? resultValue(operation, response, scope) : undefined;
  const isField = operation.style === 'bare' && described.returns === 'field';
  if (result !== undefined) return { request: input, result, returns: isField ? 'field' : undefined };
  const output = messageValue(operation, response, 'response', scope);
  const isInPlace = typeof output === 'object' && !hasElementKey(output);
  // A response in place returns all of it, unless it says otherwise.
  const returns = isInPlace ? (described.returns === 'field' ? 'field' : undefined) : returnsKey(operation, scope);
  return { request: input, response: output, returns };
}

/** An empty request goes without saying. */
function nonEmpty(value: YamlValue | undefined): YamlValue | undefined {
  return typeof value === 'object' && 'entries' in value && Array.isArray(value.entries) && value.entries.length === 0
    ? undefined
    : value;
}

function hasElementKey(value: YamlValue): boolean {
  return typeof value === 'object' && 'kind' in value && value.entries.some(({ key }) => key === '$element');
}

/** Undefined if the loader finds it by itself: the only field of a wrapper. */
function returnsKey({ operation }: BoundOperation, { hasOneValue }: MessageScope): string | undefined {
  return hasOneValue(operation) === (operation.returns === 'field') ? undefined : operation.returns;
}

function messageValue(
  operation: BoundOperation,
  body: Body,
  direction: 'request' | 'response',
  scope: MessageScope,
): YamlValue {
  if (operation.style === 'rpc') return withLayout(body.parts.map((part) => partEntry(part, scope)));
  if (operation.style === 'bare') return bareValue(operation, body, direction, scope);
  const { element } = body;
  if (element === undefined) return mapOf([]);
  const name = wrapperName(operation.key, direction);
  if (!scope.inPlace.has(nameKey(element.name)))
    return mapOf([{ key: '$element', value: nameIn(scope, element.name) }]);
  if (element.type.kind === 'named') return typeReferenceIn(scope, element.type);
  const type = element.type.type as ComplexType;
  const keys = {
    $doc: element.doc,
    $as: element.name.local === name ? undefined : element.name.local,
    $attributes: attributesMap(type, scope),
  };
  return withLayout([...entriesOf('request', keys, scope.gaps), ...particleEntries(particlesOf(type), scope)]);
}

/** The template that the names of results follow; undefined if more have the names of their types. */
export function commonResultName(
  operations: readonly BoundOperation[],
  scope: Omit<MessageScope, 'resultName' | 'hasOneValue'>,
): string | undefined {
  const results = operations.flatMap((operation) => resultsOf(operation, scope));
  const template = commonTemplate(results, '');
  const follow = results.filter(({ text, values }) => expanded(template, values) === text).length;
  const named = results.filter(({ text, type }) => type !== undefined && isNamedAfter(type, text)).length;
  return follow > Math.max(1, named) ? template : undefined;
}

function resultsOf(
  { operation, style, key, response }: BoundOperation,
  { inPlace }: Pick<MessageScope, 'inPlace'>,
): readonly (Templated & { readonly type: QName | undefined })[] {
  if (operation.returns !== 'field' || style === 'bare' || response === undefined) return [];
  const values = { operation: key };
  const [part] = response.parts;
  if (part?.content.kind === 'type') return [{ text: part.name, values, type: part.content.type }];
  const { element } = response;
  if (element?.type.kind !== 'anonymous' || !inPlace.has(nameKey(element.name))) return [];
  const only = element.type.type.kind === 'complex' ? onlyField(element.type.type) : undefined;
  if (only?.kind !== 'element') return [];
  const { name, type } = only.element;
  return [{ text: name.local, values, type: type.kind === 'named' ? type.name : undefined }];
}

/** Whether a wrapper can be written as fields, or as the name of its type. */
export function isPlainWrapper(element: GlobalElement, name: string, { index }: Pick<MessageScope, 'index'>): boolean {
  const { type } = element;
  if (
    !isPlainElement(element) ||
    element.nillable ||
    element.sensitive ||
    element.error ||
    element.stream ||
    element.mapping !== undefined
  )
    return false;
  if (element.deprecated !== undefined || element.since !== undefined || element.typeScriptName !== undefined)
    return false;
  if (type.kind === 'named') {
    return element.name.local === name && element.doc === undefined && index.definition(type)?.kind === 'complex';
  }
  return type.type.kind === 'complex' && isPlainSequence(type.type);
}

/** Whether an element has nothing that only an entry of `elements` can say. */
export function isPlainElement(element: GlobalElement): boolean {
  const {
    abstract,
    substitutionGroup,
    default: otherwise,
    fixed,
    block,
    final,
    constraints,
    foreign,
    appinfo,
  } = element;
  const others = [substitutionGroup, otherwise, fixed, block, final, constraints, foreign, appinfo];
  return !abstract && others.every((one) => one === undefined);
}

function isPlainSequence(type: ComplexType): boolean {
  const { content, derivation, mixed, block, final, reserved, doc, foreign, appinfo, typeScriptName } = type;
  if (
    mixed ||
    [derivation, block, final, reserved, doc, foreign, appinfo, typeScriptName].some((one) => one !== undefined)
  )
    return false;
  if (content.kind === 'empty') return true;
  if (content.kind !== 'elements' || content.particle.kind !== 'sequence') return false;
  const { occurs, ...notes } = content.particle;
  return (
    occurs.min === 1 && occurs.max === 1 && ['doc', 'foreign', 'appinfo'].every((key) => !Object.hasOwn(notes, key))
  );
}

function particlesOf({ content }: ComplexType): readonly Particle[] {
  return content.kind === 'elements' && 'particles' in content.particle ? content.particle.particles : [];
}

/** The only particle of a type without attributes, if it is an element. */
function onlyField(type: ComplexType): Particle | undefined {
  const { attributes, attributeGroups, anyAttribute, derivation, mixed } = type;
  if (attributes.length + attributeGroups.length > 0 || anyAttribute || derivation || mixed) return undefined;
  const [only, ...others] = particlesOf(type);
  const isElement = only?.kind === 'element' || only?.kind === 'elementReference';
  return isElement && others.length === 0 ? only : undefined;
}

// --- Results ---------------------------------------------------------------------------------------------------------

/** The value of `result`; undefined where only `response` can express the message. */
function resultValue(operation: BoundOperation, body: Body, scope: MessageScope): YamlValue | undefined {
  if (operation.style === 'bare') return bareValue(operation, body, 'response', scope);
  if (operation.style === 'rpc') {
    const [part] = body.parts;
    return part?.content.kind === 'type' ? resultOfPart(part, part.content.type, operation.key, scope) : undefined;
  }
  const { element } = body;
  const name = wrapperName(operation.key, 'response');
  if (element === undefined || !scope.inPlace.has(nameKey(element.name))) return undefined;
  if (element.type.kind === 'named' || element.name.local !== name || element.doc !== undefined) return undefined;
  const particle = onlyField(element.type.type as ComplexType);
  return particle && fieldResult(particle, operation.key, scope);
}

function fieldResult(particle: Particle, operation: string, scope: MessageScope): YamlValue | undefined {
  if (particle.kind === 'elementReference') {
    const keys = { element: nameIn(scope, particle.name), ...occurrenceKeys(particle.occurs), ...notesOf(particle) };
    return mapOf(entriesOf('result', keys, scope.gaps));
  }
  if (particle.kind !== 'element') return undefined;
  const { element, occurs } = particle;
  const { type, name } = element;
  const as = nameOfResult(name.local, type.kind === 'named' ? type.name : undefined, operation, scope);
  const form = formOf(name, scope, scope.elementForm);
  const keys = { ...declarationKeys(element, scope), ...occurrenceKeys(occurs), as, form };
  const entries = entriesOf('result', keys, scope.gaps);
  const isShort = entries.every(({ key }) => ['type', 'optional', 'many', 'occurs'].includes(key));
  return isShort && type.kind === 'named' ? `${typeReferenceIn(scope, type)}${suffixOf(occurs)}` : mapOf(entries);
}

/** The name of a result; undefined for the one that it has by itself. */
function nameOfResult(
  name: string,
  type: QName | undefined,
  operation: string,
  { resultName }: MessageScope,
): string | undefined {
  if (resultName !== undefined) return expanded(resultName, { operation }) === name ? undefined : name;
  return type !== undefined && isNamedAfter(type, name) ? undefined : name;
}

/** Whether a result has the name of its type, which is not built in. */
function isNamedAfter({ namespace, local }: QName, name: string): boolean {
  return namespace !== xsd && local === name;
}

function resultOfPart(part: Part, type: QName, operation: string, scope: MessageScope): YamlValue {
  const as = nameOfResult(part.name, type, operation, scope);
  const entries = entriesOf('result', { ...partKeys(part, type, scope), as }, scope.gaps);
  return entries.length === 1 ? typeNameIn(scope, type) : mapOf(entries);
}

// --- Parts and bare elements -----------------------------------------------------------------------------------------

/** A part of an rpc message. */
export function partEntry(part: Part, scope: MessageScope): YamlEntry {
  const { name: key, content } = part;
  if (content.kind === 'element') {
    const keys = { element: nameIn(scope, content.name), ...notesOf(part), name: part.typeScriptName };
    return { key, value: mapOf(entriesOf('field', keys, scope.gaps)) };
  }
  const entries = entriesOf('field', partKeys(part, content.type, scope), scope.gaps);
  return { key, value: entries.length === 1 ? typeNameIn(scope, content.type) : mapOf(entries) };
}

function partKeys(part: Part, type: QName, scope: MessageScope): KeyValues {
  const { sensitive, error, stream, mapping, typeScriptName: name } = part;
  return { type: typeNameIn(scope, type), ...notesOf(part), sensitive, error, stream, mapping, name };
}

/** The one element of a message in bare style. */
function bareValue(
  { key }: BoundOperation,
  body: Body,
  direction: 'request' | 'response',
  scope: MessageScope,
): YamlValue {
  const { element } = body;
  const [part] = body.parts;
  if (part?.content.kind === 'type') {
    const as = part.name === wrapperName(key, direction) ? undefined : part.name;
    const entries = entriesOf('bare', { ...partKeys(part, part.content.type, scope), as }, scope.gaps);
    return entries.length === 1 ? typeNameIn(scope, part.content.type) : mapOf(entries);
  }
  if (element === undefined) return mapOf([]);
  const { type } = element;
  if (!scope.inPlace.has(nameKey(element.name))) return mapOf([{ key: 'element', value: nameIn(scope, element.name) }]);
  const as = element.name.local === wrapperName(key, direction) ? undefined : element.name.local;
  const entries = entriesOf('bare', { ...declarationKeys(element, scope), as }, scope.gaps);
  return entries.length === 1 && type.kind === 'named' ? typeReferenceIn(scope, type) : mapOf(entries);
}
