import type { TreeElement } from '@soapwright/runtime/xml';
import {
  type BindingOperation,
  boundOperation,
  type Contract,
  type GlobalElement,
  type HeaderUse,
  isEmptyBody,
  keyOf,
  type ResolvedBody,
  type ResolvedOperation,
  type ResolvedService,
  sameName,
} from '../contract/index.ts';
import { ElementWalk, inOtherNamespace } from './check-element.ts';
import type { Deviation, DeviationKind } from './deviation.ts';
import type { Envelope } from './envelope.ts';
import { type Found, type Hints, OperationIndex } from './operation-index.ts';
import { Schemas } from './schemas.ts';

/** A message that was compared with its contract. */
export interface CheckedMessage extends Found {
  readonly isFault: boolean;
  /** False if its body is encoded: then only its headers and its action were compared. */
  readonly isCompared: boolean;
  readonly deviations: readonly Deviation[];
}

/** Compares envelopes with a contract. */
export class MessageChecker {
  readonly #service: ResolvedService;
  readonly #contract: Contract;
  readonly #schemas: Schemas;
  readonly #operations: OperationIndex;

  constructor(contract: Contract, service: ResolvedService) {
    this.#contract = contract;
    this.#service = service;
    this.#schemas = new Schemas(contract);
    this.#operations = new OperationIndex(service);
  }

  /** Undefined for a message of no operation of the contract. */
  check(envelope: Envelope, hints: Hints): CheckedMessage | undefined {
    const found = this.#operations.find(envelope, hints) ?? this.#operationOfFault(envelope);
    if (found === undefined) return undefined;
    const { operation, direction } = found;
    const walk = new ElementWalk(this.#schemas, envelope.data);
    const add = (kind: DeviationKind, path: string, reason: string, element?: TreeElement): void => {
      walk.deviations.push({ kind, path, reason, offset: element?.start });
    };
    const { soapVersions } = this.#service;
    if (!soapVersions.includes(envelope.version)) {
      add(
        'version',
        'Envelope',
        `it is of SOAP ${envelope.version}, and the contract of ${soapVersions.join(' and ')}`,
      );
    }
    this.#action(found, envelope, hints, add);
    this.#headers(operation.headers[direction === 'request' ? 'input' : 'output'], envelope, walk, add);
    if (envelope.fault !== undefined) this.#faultDetail(operation, envelope.fault, walk, add);
    else this.#body(found, envelope, walk, add);
    const isFault = envelope.fault !== undefined;
    const isCompared = isFault || !this.#isEncoded(found);
    return { ...found, isFault, isCompared, deviations: walk.deviations };
  }

  /** A fault without its request belongs to the first operation that declares the element of its detail. */
  #operationOfFault({ fault }: Envelope): Found | undefined {
    const operation = this.#service.operations.find(({ faults }) =>
      faults.some(({ element }) => fault?.detail.some((one) => sameName(one, element.name)) === true),
    );
    return operation && { operation, direction: 'response' };
  }

  /** SOAP 1.2 can do without an action. */
  #action({ operation, direction }: Found, { version }: Envelope, { action }: Hints, add: Add): void {
    if (direction !== 'request' || action === undefined || action === operation.soapAction) return;
    if (version === '1.2' && action === '') return;
    const shown = (text: string): string => (text === '' ? 'empty' : `"${text}"`);
    add('action', 'SOAPAction', `it is ${shown(action)}, and in the contract ${shown(operation.soapAction)}`);
  }

  #headers(uses: readonly HeaderUse[], envelope: Envelope, walk: ElementWalk, add: Add): void {
    const declared = new Map(uses.map(({ header }) => [keyOf(header.element.name), header.element]));
    for (const block of envelope.headerBlocks) {
      const path = `Header/${block.local}`;
      const element = declared.get(keyOf(block));
      declared.delete(keyOf(block));
      if (element !== undefined) walk.check(block, element, path);
      else add('undeclared-header', path, 'the contract has no such header block here', block);
    }
    // A fault need not have the blocks of a response.
    if (envelope.fault !== undefined) return;
    for (const { header, required } of uses) {
      const { name } = header.element;
      if (required && declared.has(keyOf(name))) add('missing-header', `Header/${name.local}`, 'it is missing');
    }
  }

  #faultDetail(
    { faults }: ResolvedOperation,
    { detail }: NonNullable<Envelope['fault']>,
    walk: ElementWalk,
    add: Add,
  ): void {
    for (const entry of detail) {
      const path = `Fault/detail/${entry.local}`;
      const declared: GlobalElement | undefined = faults.find(({ element }) => sameName(element.name, entry))?.element;
      if (declared !== undefined) walk.check(entry, declared, path);
      else add('undeclared-fault', path, 'the contract has no such element in the faults of the operation', entry);
    }
  }

  #isEncoded({ operation, direction }: Found): boolean {
    return this.#bound(operation)?.[direction === 'request' ? 'input' : 'output']?.use === 'encoded';
  }

  #body(found: Found, { body }: Envelope, walk: ElementWalk, add: Add): void {
    const { operation, direction } = found;
    const expected = direction === 'request' ? operation.input : operation.output;
    // The elements after the first one are values that others refer to.
    const isEncoded = this.#isEncoded(found);
    const [element, second] = body;
    if (second !== undefined && !isEncoded) {
      add('body', `Body/${second.local}`, 'the body holds a second element', second);
    }
    if (expected === undefined || isEmptyBody(expected.element)) {
      if (element !== undefined) add('body', `Body/${element.local}`, 'the body is empty in the contract', element);
      return;
    }
    const { local } = expected.element;
    if (element === undefined) add('body', 'Body', `it is empty, and holds ${local} in the contract`);
    else if (element.local !== local) {
      add('body', `Body/${element.local}`, `the body holds ${local} in the contract`, element);
    } else {
      if (!sameName(element, expected.element)) {
        add('unknown-element', local, inOtherNamespace(element, expected.element), element);
      }
      if (!isEncoded) this.#root(element, expected, this.#bound(operation)?.style === 'rpc', walk);
    }
  }

  #root(element: TreeElement, { element: name, structure }: ResolvedBody, isRpc: boolean, walk: ElementWalk): void {
    const declared = isRpc ? undefined : this.#schemas.index.element(name);
    if (declared !== undefined) {
      walk.check(element, declared, name.local);
      return;
    }
    const parts = structure?.content.kind === 'fields' ? structure.content.fields.map((field) => field.element) : [];
    walk.checkParts(element, parts, name.local);
  }

  #bound({ operation }: ResolvedOperation): BindingOperation | undefined {
    const [binding] = this.#contract.bindings;
    return binding && boundOperation(binding, operation);
  }
}

type Add = (kind: DeviationKind, path: string, reason: string, element?: TreeElement) => void;
