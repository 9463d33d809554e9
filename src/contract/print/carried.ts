import {
  type Contract,
  type GlobalElement,
  type HeaderBinding,
  type MessageReference,
  nameKey,
  type Part,
  type QName,
  sameName,
} from '../model/index.ts';
import type { BoundOperation } from './bodies.ts';
import { entriesOf, filled, type KeyValues } from './construct-map.ts';
import { declarationKeys } from './declarations.ts';
import { notesOf } from './notes.ts';
import { homeOf, nameIn, type Scope, typeNameIn } from './scope.ts';
import { commonTemplate, expanded } from './templates.ts';
import { mapOf, type YamlEntry } from './yaml-tree.ts';

/** A header block or a fault of a contract: an entry of `headers` or `faults`. */
export interface HeaderOrFault {
  readonly name: QName;
  /** The global element; of an encoded block the name that it has in messages. */
  readonly element: QName;
  /** Of an encoded block whose part has a type. */
  readonly type?: QName | undefined;
  readonly use: Use;
  /** What all uses of a header have in common. */
  readonly binding?: HeaderBinding | undefined;
  /** Of a fault. */
  readonly faultName?: string | undefined;
  /** The operations that refer to it, each with its message and part. */
  readonly uses: HeaderOrFaultUse[];
}

export interface HeaderOrFaultUse {
  readonly operation: string;
  readonly message: QName;
  readonly part: string;
}

type Use = HeaderBinding['use'];

/** How a binding has a header block or a fault. */
type Encoding = Pick<HeaderBinding, 'use' | 'namespace'>;

type Fault = Pick<MessageReference & { readonly name: string }, 'message' | 'name'>;

/** The header blocks and faults of a contract: one entry for those of all operations whose messages are named alike. */
export class CarriedElements {
  readonly headers: HeaderOrFault[] = [];
  readonly faults: HeaderOrFault[] = [];
  readonly #parts: ReadonlyMap<string, Part>;
  readonly #nameable: (namespace: string) => string;
  /** By the operation, the message and the part of each use. */
  readonly #entries: Map<string, HeaderOrFault> = new Map();

  /** @param nameable the namespace for the name of a block in a namespace: the same, if it has a prefix. */
  constructor(
    contract: Contract,
    operations: readonly BoundOperation[],
    nameable: (namespace: string) => string = (namespace) => namespace,
  ) {
    this.#nameable = nameable;
    this.#parts = new Map(
      contract.messages.flatMap(({ name, parts }) =>
        parts.map((part): readonly [string, Part] => [`${nameKey(name)} ${part.name}`, part]),
      ),
    );
    const parts = new Map(contract.messages.map((message) => [nameKey(message.name), message.parts[0]?.name ?? '']));
    for (const { key, operation, bound, request, response } of operations) {
      for (const binding of [...(request?.bound.headers ?? []), ...(response?.bound.headers ?? [])]) {
        for (const fault of binding.faults ?? []) this.#add({ operation: key, ...fault }, {}, fault);
        this.#add({ operation: key, message: binding.message, part: binding.part }, { binding }, binding);
      }
      for (const { message, name } of operation.faults) {
        const part = parts.get(nameKey(message)) ?? '';
        const encoding = bound.faults.find((fault) => fault.name === name) ?? { use: 'literal' };
        this.#add({ operation: key, message, part }, { faultName: name }, encoding);
      }
    }
  }

  header(binding: HeaderBinding, operation: string): HeaderOrFault | undefined {
    return this.#entries.get(useKey({ operation, ...binding }, { binding }));
  }

  fault({ message, name }: Fault, operation: string): HeaderOrFault | undefined {
    return this.#entries.get(useKey({ operation, message, part: '' }, { faultName: name }));
  }

  /** About a header block. */
  headerFault(message: QName, part: string, operation: string): HeaderOrFault | undefined {
    return this.#entries.get(useKey({ operation, message, part }, {}));
  }

  #add(
    { operation, message, part }: HeaderOrFaultUse,
    what: Pick<HeaderOrFault, 'binding' | 'faultName'>,
    { use: encoding, namespace = '' }: Encoding,
  ): void {
    const use = { operation, message, part };
    const content = this.#parts.get(`${nameKey(message)} ${part}`)?.content;
    const key = useKey(use, what);
    if (content === undefined || this.#entries.has(key)) return;
    const type = content.kind === 'type' ? content.type : undefined;
    const element = content.kind === 'element' ? content.name : { namespace: this.#nameable(namespace), local: part };
    const list = what.binding === undefined ? this.faults : this.headers;
    const isSame = (one: HeaderOrFault): boolean =>
      sameName(one.element, element) &&
      isSameType(one.type, type) &&
      one.use === encoding &&
      isAlike(one, what) &&
      fits(one, use);
    const found = list.find(isSame);
    const entry = found ?? { name: free(element, list), element, type, use: encoding, ...what, uses: [] };
    if (found === undefined) list.push(entry);
    entry.uses.push(use);
    this.#entries.set(key, entry);
  }
}

/** A fault has the name that the operation gives it; its part is the only one of its message. */
function useKey(
  { operation, message, part }: HeaderOrFaultUse,
  { binding, faultName }: Pick<HeaderOrFault, 'binding' | 'faultName'>,
): string {
  const what = binding === undefined ? (faultName === undefined ? part : faultName) : bindingKey(binding);
  const kind = binding === undefined ? (faultName === undefined ? 'headerfault' : 'fault') : 'header';
  return JSON.stringify([kind, operation, nameKey(message), binding === undefined ? '' : part, what]);
}

function bindingKey({ mustUnderstand, role, required, use, faults = [] }: HeaderBinding): string {
  return JSON.stringify([mustUnderstand, role, required, use, faults.length]);
}

function isSameType(one: QName | undefined, other: QName | undefined): boolean {
  return one === undefined || other === undefined ? one === other : sameName(one, other);
}

function isAlike(one: HeaderOrFault, other: Pick<HeaderOrFault, 'binding' | 'faultName'>): boolean {
  if (one.binding === undefined || other.binding === undefined) {
    return (one.faultName ?? one.name.local) === (other.faultName ?? one.name.local);
  }
  return bindingKey(one.binding) === bindingKey(other.binding);
}

/** Whether one template is enough for the messages and parts of all uses. */
function fits({ name, uses }: HeaderOrFault, use: HeaderOrFaultUse): boolean {
  const all = [...uses, use];
  return [all.map((one) => one.message.local), all.map((one) => one.part)].every((texts) => {
    const templated = texts.map((text, index) => ({ text, values: valuesOf(name, all[index]) }));
    const template = commonTemplate(templated, '');
    return templated.every(({ text, values }) => expanded(template, values) === text);
  });
}

/** The name of the element, unless another header or fault has it. */
function free(element: QName, list: readonly HeaderOrFault[]): QName {
  let name = element;
  for (let count = 2; list.some((one) => sameName(one.name, name)); count++) {
    name = { ...element, local: `${element.local}${count}` };
  }
  return name;
}

function valuesOf(name: QName, use: HeaderOrFaultUse | undefined): Readonly<Record<string, string>> {
  return { name: name.local, operation: use?.operation ?? '' };
}

export interface CarriedOptions {
  /** Elements that are declared where they are used, by the keys of their names. */
  readonly inPlace: ReadonlySet<string>;
  /** By the keys of their names. */
  readonly elements: ReadonlyMap<string, GlobalElement>;
  readonly carried: CarriedElements;
  /** Of the contract. */
  readonly use: Use;
  /** Templates of the contract for messages and parts; undefined for the usual ones. */
  readonly message: string | undefined;
  readonly part: string | undefined;
}

/** An entry of `headers`. */
export function headerEntry(header: HeaderOrFault, options: CarriedOptions, scope: Scope): YamlEntry {
  const { mustUnderstand, role, required = true, faults } = header.binding ?? {};
  const operation = header.uses[0]?.operation ?? '';
  const names = filled(faults)?.flatMap(({ message, part }) => {
    const fault = options.carried.headerFault(message, part, operation);
    return fault === undefined ? [] : nameIn(scope, fault.name);
  });
  return entryOf('header', header, { mustUnderstand, role, optional: !required, faults: names }, options, scope);
}

/** An entry of `faults`. */
export function faultEntry(fault: HeaderOrFault, options: CarriedOptions, scope: Scope): YamlEntry {
  const { faultName, name } = fault;
  return entryOf('fault', fault, { as: faultName === name.local ? undefined : faultName }, options, scope);
}

function entryOf(
  construct: 'header' | 'fault',
  { name, element, type, use, uses }: HeaderOrFault,
  more: KeyValues,
  options: CarriedOptions,
  scope: Scope,
): YamlEntry {
  const isOwn = sameName(name, element) && options.inPlace.has(nameKey(element));
  const declared = isOwn ? options.elements.get(nameKey(element)) : undefined;
  const templated = (texts: readonly string[]) =>
    texts.map((text, index) => ({ text, values: valuesOf(name, uses[index]) }));
  // Without a template a message is named after the type that TypeScript sees.
  const isRenamed = declared?.typeScriptName !== undefined && options.message === undefined;
  const message = options.message ?? (construct === 'header' ? '{name}Header' : '{name}Fault');
  const part = options.part ?? (construct === 'header' || type !== undefined ? '{name}' : 'detail');
  const names: KeyValues = {
    use: use === options.use ? undefined : use,
    message: differing(templated(uses.map((one) => one.message.local)), message, isRenamed),
    part: differing(templated(uses.map((one) => one.part)), part, false),
  };
  const home = homeOf(scope, element.namespace);
  const named = type === undefined ? { element: nameIn(scope, element) } : { type: typeNameIn(scope, type) };
  // They are in the envelope, which has no parts.
  const inEnvelope = declared && { ...declarationKeys(declared, home), ...notesOf(declared), contentType: undefined };
  const typed = inEnvelope ?? named;
  const entries = entriesOf(construct, { ...typed, ...more, ...names }, scope.gaps);
  const [only] = entries;
  const isShort = entries.length === 1 && only?.key === 'type' && typeof only.value === 'string';
  const value = isShort ? only.value : mapOf(entries);
  return { key: nameIn(scope, name), value, comment: scope.remarks.commentOn(declared) };
}

/** The template of names that do not follow the usual one. */
function differing(all: Parameters<typeof commonTemplate>[0], usual: string, always: boolean): string | undefined {
  const isUsual = all.every(({ text, values }) => expanded(usual, values) === text);
  return isUsual && !always ? undefined : commonTemplate(all, usual);
}
