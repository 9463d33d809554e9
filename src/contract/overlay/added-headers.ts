import { overlay as kinds, type Marks } from '../../diagnostics/index.ts';
import { blockMessages } from '../language/index.ts';
import {
  type Binding,
  type BindingBody,
  type BindingOperation,
  type Contract,
  type GlobalElement,
  type HeaderBinding,
  type Message,
  nameKey,
  type QName,
} from '../model/index.ts';
import { withElements } from '../wsdl/schema-element.ts';
import { readDeclaration } from '../yaml/build/declaration.ts';
import { globalElement } from '../yaml/build/element.ts';
import { readRole } from '../yaml/build/header.ts';
import { buildInnerRecord } from '../yaml/build/record.ts';
import { elsewhere, spellings, splitName } from '../yaml/resolve.ts';
import { type Home, homeOf, type Kind, Names, originOf, type Scope } from '../yaml/scope.ts';
import { readNames, readXmlName } from '../yaml/values.ts';
import { checkOperations } from './check-operations.ts';
import type { HeaderEntry, Overlay } from './read-overlay.ts';

/** A header block with the messages that have it. */
interface AddedHeader {
  readonly element: QName;
  /** Undefined for an element of the WSDL. */
  readonly declared: GlobalElement | undefined;
  readonly message: Message;
  readonly binding: HeaderBinding;
  readonly messages: (typeof blockMessages)[number];
  /** Undefined for all. */
  readonly operations: readonly string[] | undefined;
}

/**
 * Adds the header blocks of an overlay to the operations of a contract. An operation whose message has such a block in the
 * WSDL keeps its own.
 *
 * @param marks get the positions of what is added.
 * @param copies get the parts of the contract that were copied.
 */
export function addHeaders(overlay: Overlay, contract: Contract, marks: Marks, copies: Map<object, object>): Contract {
  if (overlay.headers.length === 0) return contract;
  const scope = scopeOf(overlay, contract, marks);
  const taken = new Set(contract.messages.map(({ name }) => nameKey(name)));
  const headers = overlay.headers.flatMap((one) => readHeader(one, contract, scope, taken) ?? []);
  const elementOf = elementsOfParts([...contract.messages, ...headers.map(({ message }) => message)]);
  return {
    ...contract,
    schemas: withElements(
      contract.schemas,
      headers.flatMap(({ declared }) => declared ?? []),
    ),
    messages: [...contract.messages, ...headers.map(({ message }) => message)],
    bindings: contract.bindings.map((binding) => withHeaders(binding, headers, elementOf, copies)),
  };
}

/** The names of the WSDL as the overlay can write them. */
function scopeOf({ findings, prefixes }: Overlay, contract: Contract, marks: Marks): Scope {
  const names = new Names(true);
  const declare = (kind: Kind, components: readonly { readonly name: QName }[]): void => {
    for (const { name } of components) names.declare(kind, { name, section: kind, findings, at: { start: 0, end: 0 } });
  };
  for (const { types, elements, attributes, groups, attributeGroups } of contract.schemas) {
    declare('type', types);
    declare('element', elements);
    declare('attribute', attributes);
    declare('group', groups);
    declare('attributeGroup', attributeGroups);
    for (const attribute of attributes) names.attributes.set(nameKey(attribute.name), attribute);
  }
  const formsOf = (namespace: string): Pick<Home, 'elementForm' | 'attributeForm'> => {
    const schema = contract.schemas.find(({ targetNamespace }) => targetNamespace === namespace);
    const { elementFormDefault = 'qualified', attributeFormDefault = 'unqualified' } = schema ?? {};
    return { elementForm: elementFormDefault, attributeForm: attributeFormDefault };
  };
  const namespace = contract.targetNamespace;
  return { findings, namespace, prefixes, names, marks, buildInnerRecord, formsOf, homes: new Map() };
}

function readHeader(
  { entry, entries }: HeaderEntry,
  contract: Contract,
  scope: Scope,
  taken: Set<string>,
): AddedHeader | undefined {
  const { findings } = scope;
  const { key } = entry;
  const ownKey = ['type', 'record'].find((one) => entries.has(one));
  const element = elementName(entry, ownKey !== undefined, scope);
  const listed = entries.get('operations');
  const operations = listed && readNames(listed, findings);
  const among = contract.bindings.flatMap((binding) => binding.operations.map(({ name }) => name));
  checkOperations(operations ?? [], [...new Set(among)], findings);
  if (element === undefined) return undefined;
  const known = scope.names.find('element', element) !== undefined;
  const home = homeOf(scope, element.namespace);
  let declared: GlobalElement | undefined;
  if (known) {
    const ofElement = ['type', 'record', 'nillable', 'sensitive', 'mapping', 'doc', 'name'];
    for (const one of ofElement.flatMap((name) => entries.get(name) ?? [])) {
      findings.add(kinds.knownHeader, { name: element.local, key: one.key.text }, one.key.at);
    }
  } else {
    const declaration = readDeclaration(entries, entry, home, 'top');
    if (declaration === undefined) return undefined;
    declared = globalElement(element, declaration, key, findings);
    scope.names.declare('element', { name: element, section: 'headers', findings, at: key.at });
  }
  const message: Message = {
    name: freeName({ namespace: contract.targetNamespace, local: `${element.local}Header` }, taken),
    parts: [{ name: element.local, content: { kind: 'element', name: element } }],
    origin: originOf(key, findings),
  };
  const binding: HeaderBinding = {
    message: message.name,
    part: element.local,
    use: 'literal',
    mustUnderstand: entries.flag('mustUnderstand'),
    required: entries.flag('required'),
    role: readRole(entries),
  };
  const messages = entries.choice('in', blockMessages, 'kind of messages') ?? 'requests';
  return { element, declared, message, binding, messages, operations: operations?.map(({ text }) => text) };
}

/** The element of an entry: by its prefix, or the only one of the name; a new one is in the namespace of the WSDL. */
function elementName({ key }: HeaderEntry['entry'], isNew: boolean, scope: Scope): QName | undefined {
  const { findings, prefixes, names } = scope;
  const { prefix, local } = splitName(key.text);
  if (readXmlName({ text: local, at: key.at }, 'a header block', findings) === undefined) return undefined;
  const namespace = prefix === undefined ? scope.namespace : prefixes.get(prefix);
  if (namespace === undefined) {
    findings.add(kinds.unknownPrefix, { path: key.text, prefix: prefix ?? '' }, key.at);
    return undefined;
  }
  const name = { namespace, local };
  // The header of an envelope has no elements without a namespace.
  if ((isNew && namespace !== '') || names.find('element', name) !== undefined) return name;
  const same = names.all('element').filter((one) => one.name.local === local && one.name.namespace !== '');
  if (prefix === undefined && same.length === 1) return same[0]?.name;
  if (prefix === undefined && same.length > 1) {
    const candidates = same.map((one) => `${local} of ${one.name.namespace}`);
    findings.add(kinds.ambiguousPath, { path: local, candidates }, key.at);
    return undefined;
  }
  findings.add(kinds.unknownHeader, { name: local, key: key.text }, key.at, {
    suggestion: elsewhere('element', key, scope),
    didYouMean: { name: key.text, among: [...spellings('element', scope), ...locals(names)] },
  });
  return undefined;
}

function locals(names: Names): readonly string[] {
  return names.all('element').map(({ name }) => name.local);
}

function freeName({ namespace, local }: QName, taken: Set<string>): QName {
  let name = { namespace, local };
  for (let count = 2; taken.has(nameKey(name)); count++) name = { namespace, local: `${local}${count}` };
  taken.add(nameKey(name));
  return name;
}

/** The element of a header block in a binding, as a key. */
type ElementOf = (header: HeaderBinding) => string | undefined;

function elementsOfParts(messages: readonly Message[]): ElementOf {
  const byName = new Map(messages.map((message) => [nameKey(message.name), message]));
  return ({ message, part }) => {
    const content = byName.get(nameKey(message))?.parts.find(({ name }) => name === part)?.content;
    return content?.kind === 'element' ? nameKey(content.name) : undefined;
  };
}

function withHeaders(
  binding: Binding,
  headers: readonly AddedHeader[],
  elementOf: ElementOf,
  copies: Map<object, object>,
): Binding {
  const copied = <T extends object>(original: T, copy: T): T => {
    copies.set(original, copy);
    return copy;
  };
  const withBlocks = (body: BindingBody | undefined, added: readonly AddedHeader[]): BindingBody | undefined => {
    if (body === undefined) return undefined;
    const bound = new Set(body.headers.map(elementOf));
    const more = added.filter(({ element }) => !bound.has(nameKey(element))).map((one) => ({ ...one.binding }));
    return more.length === 0 ? body : copied(body, { ...body, headers: [...body.headers, ...more] });
  };
  const operations = binding.operations.map((operation): BindingOperation => {
    const own = headers.filter((one) => one.operations?.includes(operation.name) ?? true);
    const input = withBlocks(
      operation.input,
      own.filter(({ messages }) => messages !== 'responses'),
    );
    const output = withBlocks(
      operation.output,
      own.filter(({ messages }) => messages !== 'requests'),
    );
    if (input === operation.input && output === operation.output) return operation;
    return copied(operation, { ...operation, input, output });
  });
  return copied(binding, { ...binding, operations });
}
