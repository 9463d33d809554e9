import {
  type Contract,
  type GlobalElement,
  type HeaderBinding,
  keyOf,
  type MessageReference,
  type QName,
  sameName,
} from '../contract/index.ts';
import type { BoundOperation, elementsOf } from './bodies.ts';
import { entriesOf, filled, type KeyValues } from './construct-map.ts';
import { declarationKeys } from './declarations.ts';
import { homeOf, nameIn, type Scope, typeNameIn } from './scope.ts';
import { expanded } from './templates.ts';
import { mapOf, type YamlEntry, type YamlValue } from './yaml-tree.ts';

/** A header block or a fault of a contract: an entry of `headers` or `faults`. */
export interface Carried {
  readonly name: QName;
  readonly element: QName;
  readonly message: QName;
  readonly part: string;
  /** Of a header. */
  readonly binding?: HeaderBinding | undefined;
  /** Of a fault. */
  readonly faultName?: string | undefined;
  /** Names of the operations that refer to it. */
  readonly operations: string[];
}

export type Fault = MessageReference & { readonly name: string };

/** The header blocks and faults of a contract, each once. */
export class CarriedElements {
  readonly headers: readonly Carried[];
  readonly faults: readonly Carried[];
  readonly #parts: ReadonlyMap<string, QName>;
  readonly #headers: Map<string, Carried> = new Map();
  readonly #faults: Map<string, Carried> = new Map();
  readonly #names: Set<string> = new Set();

  constructor(contract: Contract, operations: readonly BoundOperation[]) {
    this.#parts = new Map(
      contract.messages.flatMap(({ name, parts }) =>
        parts.flatMap(({ name: part, content }): readonly (readonly [string, QName])[] =>
          content.kind === 'element' ? [[`${keyOf(name)} ${part}`, content.name]] : [],
        ),
      ),
    );
    const messages = new Map(contract.messages.map((message) => [keyOf(message.name), message]));
    for (const { key, operation, request, response } of operations) {
      for (const body of [request, response]) {
        for (const header of body?.bound.headers ?? []) {
          this.#addHeader(header, key);
          for (const { message, part } of header.faults ?? []) this.#addFault({ message, name: part }, part, key);
        }
      }
      for (const fault of operation.faults) {
        const part = messages.get(keyOf(fault.message))?.parts[0]?.name;
        if (part !== undefined) this.#addFault(fault, part, key);
      }
    }
    this.headers = [...this.#headers.values()];
    this.faults = [...this.#faults.values()];
  }

  header(binding: HeaderBinding): Carried | undefined {
    return this.#headers.get(headerKey(binding));
  }

  fault({ message, name }: Pick<Fault, 'message' | 'name'>): Carried | undefined {
    return this.#faults.get(`${keyOf(message)} ${name}`);
  }

  #addHeader(binding: HeaderBinding, operation: string): void {
    const { message, part } = binding;
    const element = this.#parts.get(`${keyOf(message)} ${part}`);
    const known = this.#headers.get(headerKey(binding));
    known?.operations.push(operation);
    if (element === undefined || known !== undefined) return;
    const name = this.#free(element, 'header');
    this.#headers.set(headerKey(binding), { name, element, message, part, binding, operations: [operation] });
  }

  #addFault({ message, name: faultName }: Pick<Fault, 'message' | 'name'>, part: string, operation: string): void {
    const element = this.#parts.get(`${keyOf(message)} ${part}`);
    const key = `${keyOf(message)} ${faultName}`;
    const known = this.#faults.get(key);
    known?.operations.push(operation);
    if (element === undefined || known !== undefined) return;
    const name = this.#free(element, 'fault');
    this.#faults.set(key, { name, element, message, part, faultName, operations: [operation] });
  }

  /** The name of the element, unless another header or fault has it. */
  #free(element: QName, kind: string): QName {
    let name = element;
    for (let count = 2; this.#names.has(`${kind} ${keyOf(name)}`); count++) {
      name = { ...element, local: `${element.local}${count}` };
    }
    this.#names.add(`${kind} ${keyOf(name)}`);
    return name;
  }
}

/** What tells header blocks apart: equal ones of several operations are one entry. */
function headerKey({ message, part, mustUnderstand, role, required, use, faults = [] }: HeaderBinding): string {
  return JSON.stringify([keyOf(message), part, mustUnderstand, role, required, use, faults]);
}

export interface CarriedOptions {
  /** Elements that are declared where they are used, by the keys of their names. */
  readonly inPlace: ReadonlySet<string>;
  readonly elements: ReturnType<typeof elementsOf>;
  readonly carried: CarriedElements;
  /** Templates of the contract for messages and parts. */
  readonly message: string;
  readonly part: string;
}

/** An entry of `headers`. */
export function headerEntry(header: Carried, options: CarriedOptions, scope: Scope): YamlEntry {
  const { mustUnderstand, role, required = true, faults } = header.binding ?? {};
  const names = filled(faults)?.flatMap(({ message, part }) => {
    const fault = options.carried.fault({ message, name: part });
    return fault === undefined ? [] : nameIn(scope, fault.name);
  });
  return entryOf('header', header, { mustUnderstand, role, optional: !required, faults: names }, options, scope);
}

/** An entry of `faults`. */
export function faultEntry(fault: Carried, options: CarriedOptions, scope: Scope): YamlEntry {
  const as = fault.faultName === fault.name.local ? undefined : fault.faultName;
  return entryOf('fault', fault, { as }, options, scope);
}

function entryOf(
  construct: 'header' | 'fault',
  carried: Carried,
  more: KeyValues,
  options: CarriedOptions,
  scope: Scope,
): YamlEntry {
  const { name, element, message, part, operations } = carried;
  const values = { name: name.local, operation: operations[0] ?? '' };
  const names: KeyValues = {
    message: expanded(options.message, values) === message.local ? undefined : message.local,
    part: expanded(options.part, values) === part ? undefined : part,
  };
  const declared =
    sameName(name, element) && options.inPlace.has(keyOf(element)) ? options.elements.get(keyOf(element)) : undefined;
  const home = homeOf(scope, element.namespace);
  const type = declared === undefined ? { element: nameIn(scope, element) } : declarationKeys(declared, home);
  const entries = entriesOf(construct, { ...type, ...more, ...names }, scope.gaps);
  return { key: nameIn(scope, name), value: shortest(entries, declared, scope) };
}

function shortest(entries: readonly YamlEntry[], declared: GlobalElement | undefined, scope: Scope): YamlValue {
  const isShort = entries.length === 1 && entries[0]?.key === 'type' && declared?.type.kind === 'named';
  return isShort && declared?.type.kind === 'named' ? typeNameIn(scope, declared.type.name) : mapOf(entries);
}
