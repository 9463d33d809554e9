import type { TreeElement } from '@soapwright/runtime/xml';
import {
  type BindingOperation,
  boundOperation,
  type Contract,
  encodedTypesOf,
  type GlobalElement,
  type HeaderUse,
  isEmptyBody,
  nameKey,
  type QName,
  type ResolvedBody,
  type ResolvedOperation,
  type ResolvedService,
  sameName,
} from '../../contract/index.ts';
import { type Declared, ElementWalk, inOtherNamespace } from './check-element.ts';
import { EncodedWalk } from './check-encoded.ts';
import type { Deviation, DeviationKind } from './deviation.ts';
import type { Envelope } from './envelope.ts';
import { type Found, type Hints, OperationIndex } from './operation-index.ts';
import { Schemas } from './schemas.ts';

/** A message that was compared with its contract. */
export interface CheckedMessage extends Found {
  readonly isFault: boolean;
  readonly deviations: readonly Deviation[];
}

/** Operations that one element may belong to; in rpc style, overloads. */
const mostCandidates = 20;

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

  /** Undefined for a message of no operation of the contract. Of several, it is of the one that it deviates least from. */
  check(envelope: Envelope, hints: Hints): CheckedMessage | undefined {
    const found = this.#operations.find(envelope, hints);
    const all = found.length > 0 ? found : this.#operationsOfFault(envelope);
    const checked = all.slice(0, mostCandidates).map((one) => this.#compare(one, envelope, hints));
    return checked.reduce<CheckedMessage | undefined>(
      (best, one) => (best === undefined || one.deviations.length < best.deviations.length ? one : best),
      undefined,
    );
  }

  #compare(found: Found, envelope: Envelope, hints: Hints): CheckedMessage {
    const { operation, direction } = found;
    const walk = this.#walk(envelope);
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
    return { ...found, isFault: envelope.fault !== undefined, deviations: walk.deviations };
  }

  /** A fault without its request belongs to the first operation that declares the element of its detail. */
  #operationsOfFault({ fault }: Envelope): readonly Found[] {
    const operation = this.#service.operations.find(({ faults }) =>
      faults.some(({ element }) => fault?.detail.some((one) => sameName(one, element.name)) === true),
    );
    return operation === undefined ? [] : [{ operation, direction: 'response' }];
  }

  /** SOAP 1.2 can do without an action. */
  #action({ operation, direction }: Found, { version }: Envelope, { action }: Hints, add: Add): void {
    if (direction !== 'request' || action === undefined || action === operation.soapAction) return;
    if (version === '1.2' && action === '') return;
    const shown = (text: string): string => (text === '' ? 'empty' : `"${text}"`);
    add('action', 'SOAPAction', `it is ${shown(action)}, and in the contract ${shown(operation.soapAction)}`);
  }

  #headers(uses: readonly HeaderUse[], envelope: Envelope, walk: ElementWalk, add: Add): void {
    const declared = new Map(uses.map(({ header }) => [nameKey(header.element.name), header.element]));
    for (const block of envelope.headerBlocks) {
      const path = `Header/${block.local}`;
      const element = declared.get(nameKey(block));
      declared.delete(nameKey(block));
      if (element !== undefined) walk.check(block, element, path);
      else add('undeclared-header', path, 'the contract has no such header block here', block);
    }
    // A fault need not have the blocks of a response.
    if (envelope.fault !== undefined) return;
    for (const { header, required } of uses) {
      const { name } = header.element;
      if (required && declared.has(nameKey(name))) add('missing-header', `Header/${name.local}`, 'it is missing');
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

  /** In a contract with encoded messages, literal ones have neither references nor types of the encoding. */
  #walk(envelope: Envelope): ElementWalk {
    const types = encodedTypesOf(this.#contract);
    return types === undefined
      ? new ElementWalk(this.#schemas, envelope.data)
      : new EncodedWalk(this.#schemas, types, envelope);
  }

  #body(found: Found, { body }: Envelope, walk: ElementWalk, add: Add): void {
    const { operation, direction } = found;
    const expected = direction === 'request' ? operation.input : operation.output;
    const [element, second] = body;
    // Encoded values that others refer to are beside the first element.
    if (second !== undefined && expected?.use !== 'encoded') {
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
      this.#root(element, expected, this.#bound(operation)?.style === 'rpc', walk);
    }
  }

  #root(element: TreeElement, body: ResolvedBody, isRpc: boolean, walk: ElementWalk): void {
    const { element: name, structure, schemaType } = body;
    const declared = isRpc ? undefined : (this.#schemas.index.element(name) ?? partOf(schemaType));
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

/** An encoded document has a part with a type, whose name its element has. */
function partOf(type: QName | undefined): Declared | undefined {
  return type && { type: { kind: 'named', name: type }, nillable: true, sensitive: false };
}

type Add = (kind: DeviationKind, path: string, reason: string, element?: TreeElement) => void;
