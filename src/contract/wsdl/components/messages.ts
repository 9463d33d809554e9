import { wsdl as kinds } from '../../../diagnostics/index.ts';
import type {
  Annotated,
  Message,
  MessageReference,
  Part,
  PortType,
  PortTypeOperation,
  QName,
} from '../../model/index.ts';
import { givenLifeCycle, type LifeCycleKey, nameKey } from '../../model/index.ts';
import { attributeOf, expandedName, type XmlDocument, type XmlElement } from '../document.ts';
import { isOwnFlag, ownAttribute, wsdlNotes } from '../documentation.ts';
import { extensionsOf } from '../extensions.ts';
import type { DefinitionsSource } from '../load-files.ts';
import { reportRepeated } from '../repeated-declarations.ts';
import type { SchemaScope } from '../schema-scope.ts';
import { ownNamespace, wsdlNamespace } from '../xml-names.ts';
import { anyType } from './builder.ts';

/** Children of an element in the namespace of WSDL, with one of the names. */
export function wsdlChildren({ children }: XmlElement, ...names: readonly string[]): readonly XmlElement[] {
  return children.filter(({ namespace, local }) => namespace === wsdlNamespace && names.includes(local));
}

/** A component of WSDL by its name, with where it is. */
export interface WsdlComponent {
  readonly name: QName;
  readonly element: XmlElement;
  readonly document: XmlDocument;
}

/** All children of the definitions with one of the names; the first of each name. */
export function componentsOf(
  definitions: readonly DefinitionsSource[],
  kind: 'message' | 'portType' | 'binding' | 'service',
): readonly WsdlComponent[] {
  const found = new Map<string, WsdlComponent>();
  for (const { document, targetNamespace } of definitions) {
    for (const element of wsdlChildren(document.root, kind)) {
      const local = attributeOf(element, 'name');
      if (local === undefined || local === '') {
        document.report(kinds.missingAttribute, { element: `wsdl:${kind}`, attribute: 'the attribute name' }, element);
        continue;
      }
      const key = `{${targetNamespace}}${local}`;
      const existing = found.get(key);
      if (existing !== undefined) reportRepeated(existing, { element, document }, 'wsdl');
      else found.set(key, { name: { namespace: targetNamespace, local }, element, document });
    }
  }
  return [...found.values()];
}

const indexes: WeakMap<readonly WsdlComponent[], ReadonlyMap<string, readonly WsdlComponent[]>> = new WeakMap();

/** Components by their local names. A list is indexed once: a search for each reference would take quadratic time. */
function byLocalName(among: readonly WsdlComponent[]): ReadonlyMap<string, readonly WsdlComponent[]> {
  const existing = indexes.get(among);
  if (existing !== undefined) return existing;
  const index = new Map<string, WsdlComponent[]>();
  for (const one of among) {
    const same = index.get(one.name.local);
    if (same === undefined) index.set(one.name.local, [one]);
    else same.push(one);
  }
  indexes.set(among, index);
  return index;
}

/**
 * The component of WSDL that an attribute refers to. A name without prefix and without default namespace is in the target
 * namespace; the only component of a local name is taken whatever its namespace.
 */
export function referredTo(
  text: string,
  attribute: string,
  kind: string,
  { element, document }: Pick<WsdlComponent, 'element' | 'document'>,
  among: readonly WsdlComponent[],
): WsdlComponent | undefined {
  const name = expandedName(text, element);
  const local = text.slice(text.indexOf(':') + 1);
  const sameLocal = byLocalName(among).get(local) ?? [];
  const exact = sameLocal.find((one) => one.name.namespace === name?.namespace);
  if (exact !== undefined) return exact;
  const [only] = sameLocal;
  if (only !== undefined && sameLocal.length === 1) {
    const parameters = { name: text, namespace: name?.namespace || 'no namespace', found: only.name.namespace };
    document.report(kinds.otherTargetNamespace, parameters, element, attribute);
    return only;
  }
  const instead = `the ${element.local} is left out`;
  if (name === undefined) document.report(kinds.unknownPrefix, { name: text, instead }, element, attribute);
  else {
    const parameters = { kind, name: local, namespace: name.namespace || 'no namespace', instead };
    const names = among.map((one) => one.name.local);
    document.report(kinds.dangling, parameters, element, attribute, { didYouMean: { name: local, among: names } });
  }
  return undefined;
}

export function buildMessage({ name, element, document }: WsdlComponent, scope: SchemaScope): Message {
  const names = new Set<string>();
  const parts = wsdlChildren(element, 'part').flatMap((part) => {
    const partName = attributeOf(part, 'name') ?? '';
    if (partName !== '' && names.has(partName)) {
      document.report(kinds.repeatedPart, { message: name.local, part: partName }, part, 'name');
      return [];
    }
    names.add(partName);
    return buildPart(part, document, scope);
  });
  const extension = document.root.children.find(
    (child) =>
      child.namespace === ownNamespace &&
      child.local === 'messageExtension' &&
      expandedName(attributeOf(child, 'message') ?? '', child)?.local === name.local,
  );
  return {
    name,
    parts,
    ...wsdlNotes(element),
    ...extensionsOf(element, document),
    ...extensionNotes(extension),
    origin: document.origin(element, 'name'),
  };
}

function buildPart(element: XmlElement, document: XmlDocument, scope: SchemaScope): readonly Part[] {
  const name = attributeOf(element, 'name');
  const site = { document, source: undefined };
  if (name === undefined) {
    document.report(kinds.missingAttribute, { element: 'wsdl:part', attribute: 'the attribute name' }, element);
    return [];
  }
  const notes = { ...wsdlNotes(element), origin: document.origin(element, 'name') };
  const own = {
    ...(isOwnFlag(element, 'sensitive') && { sensitive: true }),
    ...(isOwnFlag(element, 'error') && { error: true }),
    ...(isOwnFlag(element, 'stream') && { stream: true }),
    ...(ownAttribute(element, 'mapping') !== undefined && { mapping: ownAttribute(element, 'mapping') }),
  };
  if (attributeOf(element, 'element') !== undefined) {
    const found = scope.elementName(element, 'element', site);
    return [{ name, content: { kind: 'element', name: found }, ...notes, ...own }];
  }
  const type = scope.typeName(element, 'type', site);
  if (type === undefined && attributeOf(element, 'type') === undefined)
    document.report(kinds.partWithoutType, { part: name, what: 'xs:anyType' }, element);
  const anyName = anyType.kind === 'named' ? anyType.name : { namespace: '', local: '' };
  return [{ name, content: { kind: 'type', type: type ?? anyName }, ...notes, ...own }];
}

const extensionsOfRoots: WeakMap<XmlElement, ReadonlyMap<string | undefined, readonly XmlElement[]>> = new WeakMap();

/** The children of the definitions in the namespace of soapwright, by the operation that they name. */
function ownExtensions(root: XmlElement): ReadonlyMap<string | undefined, readonly XmlElement[]> {
  const existing = extensionsOfRoots.get(root);
  if (existing !== undefined) return existing;
  const own = new Map<string | undefined, XmlElement[]>();
  for (const child of root.children) {
    if (child.namespace !== ownNamespace) continue;
    const operation = attributeOf(child, 'operation');
    own.set(operation, [...(own.get(operation) ?? []), child]);
  }
  extensionsOfRoots.set(root, own);
  return own;
}

/** What soapwright writes of port types and operations into the definitions. @param input name of the input, which distinguishes overloads. */
function ownExtension(
  { document, name }: WsdlComponent,
  kind: 'portTypeExtension' | 'operationExtension',
  operation?: string,
  input?: string,
): XmlElement | undefined {
  return ownExtensions(document.root)
    .get(operation)
    ?.find(
      (child) =>
        child.local === kind &&
        expandedName(attributeOf(child, 'portType') ?? '', child)?.local === name.local &&
        attributeOf(child, 'input') === input,
    );
}

/** Notes of a component from an element of soapwright. */
export function extensionNotes(element: XmlElement | undefined): Pick<Annotated, 'typeScriptName' | LifeCycleKey> {
  const typeScriptName = element && attributeOf(element, 'name');
  return {
    ...(typeScriptName !== undefined && { typeScriptName }),
    ...givenLifeCycle((key) => element && attributeOf(element, key)),
  };
}

/** @param leftOut takes the operations that are left out, by `operationKey`. */
export function buildPortType(
  component: WsdlComponent,
  messages: readonly WsdlComponent[],
  leftOut: Set<string>,
): PortType {
  const { name, element, document } = component;
  const extension = ownExtension(component, 'portTypeExtension');
  const reserved = extension && attributeOf(extension, 'reserved')?.split(' ');
  return {
    name,
    operations: wsdlChildren(element, 'operation').flatMap((one) => buildOperation(one, component, messages, leftOut)),
    ...wsdlNotes(element),
    ...extensionsOf(element, document),
    ...extensionNotes(extension),
    ...(reserved !== undefined && { reserved }),
    origin: document.origin(element, 'name'),
  };
}

function buildOperation(
  element: XmlElement,
  portType: WsdlComponent,
  messages: readonly WsdlComponent[],
  leftOut: Set<string>,
): readonly PortTypeOperation[] {
  const { document } = portType;
  const name = attributeOf(element, 'name');
  if (name === undefined) {
    document.report(kinds.missingAttribute, { element: 'wsdl:operation', attribute: 'the attribute name' }, element);
    return [];
  }
  const children = wsdlChildren(element, 'input', 'output');
  const reference = (local: string): MessageReference | undefined => {
    const [child, ...others] = children.filter((one) => one.local === local);
    for (const one of others) {
      document.report(kinds.ignoredElement, { element: `wsdl:${local}`, parent: 'wsdl:operation' }, one);
    }
    return child && messageReference(child, document, messages);
  };
  const input = reference('input');
  const output = reference('output');
  const isComplete = children.every((child) => (child.local === 'input' ? input : output) !== undefined);
  if (!isComplete) {
    const parameters = { what: `The operation ${name}`, reason: 'a message of it is missing' };
    document.report(kinds.leftOut, parameters, element, 'name');
    leftOut.add(operationKey(portType.name, name));
    return [];
  }
  const faults = wsdlChildren(element, 'fault').flatMap((fault) => {
    const found = messageReference(fault, document, messages);
    return found === undefined ? [] : [{ ...found, name: attributeOf(fault, 'name') ?? found.message.local }];
  });
  const extension = ownExtension(portType, 'operationExtension', name, input?.name);
  const returns = extension && attributeOf(extension, 'returns') === 'output' ? 'output' : 'field';
  const named = (reference: MessageReference, key: string): MessageReference => {
    const typeScriptName = extension && attributeOf(extension, key);
    return { ...reference, ...(typeScriptName !== undefined && { typeScriptName }) };
  };
  const group = extension && attributeOf(extension, 'group');
  const order = attributeOf(element, 'parameterOrder');
  const operation: PortTypeOperation = {
    name,
    ...(order !== undefined && order !== '' && { parameterOrder: order.split(/\s+/) }),
    returns,
    pattern: patternOf(children),
    ...(input && { input: named(input, 'request') }),
    ...(output && { output: named(output, 'response') }),
    faults,
    ...wsdlNotes(element),
    ...extensionsOf(element, document),
    ...extensionNotes(extension),
    ...(group !== undefined && { group }),
    origin: document.origin(element, 'name'),
  };
  return [operation];
}

/** Identifies an operation of a port type. */
export function operationKey(portType: QName, name: string): string {
  return `${nameKey(portType)} ${name}`;
}

/** The message that is sent first is written first (WSDL 1.1, 2.4). */
function patternOf(messages: readonly XmlElement[]): PortTypeOperation['pattern'] {
  const isFirst = messages[0]?.local ?? 'input';
  const isAlone = messages.every(({ local }) => local === isFirst);
  if (isFirst === 'output') return isAlone ? 'notification' : 'solicit-response';
  return isAlone ? 'one-way' : 'request-response';
}

function messageReference(
  element: XmlElement,
  document: XmlDocument,
  messages: readonly WsdlComponent[],
): MessageReference | undefined {
  const text = attributeOf(element, 'message');
  if (text === undefined) {
    document.report(
      kinds.missingAttribute,
      { element: `wsdl:${element.local}`, attribute: 'the attribute message' },
      element,
    );
    return undefined;
  }
  const found = referredTo(text, 'message', 'message', { element, document }, messages);
  const name = attributeOf(element, 'name');
  if (found === undefined) return undefined;
  const { doc, foreign } = wsdlNotes(element);
  return {
    ...(name !== undefined && { name }),
    message: found.name,
    ...(doc !== undefined && { doc }),
    ...(foreign !== undefined && { foreign }),
    ...extensionsOf(element, document),
  };
}
