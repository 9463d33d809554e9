import { actionsOf, addressingActionOf } from './addressing-action.ts';
import { bindingsOf, boundOperation, faultUse } from './bound-operation.ts';
import { clientPorts } from './client-ports.ts';
import { defaultContentType } from './content-type.ts';
import { propertyIdentifier } from './identifier.ts';
import { ContractError, type Lookup, lookupIn } from './lookup.ts';
import { fieldsOf, once, swaRef } from './members.ts';
import type {
  Binding,
  BindingBody,
  BindingFault,
  BindingOperation,
  Contract,
  GlobalElement,
  LocalElement,
  Message,
  MessageReference,
  Part,
  Particle,
  Port,
  PortTypeOperation,
  QName,
  Schema,
} from './model.ts';
import { componentNameOf, operationNameOf, requestTypeNameOf, responseTypeNameOf, serviceNames } from './naming.ts';
import { nameKey, schemaPrefixes } from './qualified-name.ts';
import { inReadingOrder } from './reached-components.ts';
import { resolvedPortTypes } from './resolve-port-types.ts';
import type {
  HeaderUse,
  ResolvedAttachment,
  ResolvedBody,
  ResolvedFault,
  ResolvedHeader,
  ResolvedOperation,
  ResolvedService,
  RootValue,
  ServiceMtom,
  Use,
} from './resolved-service.ts';
import type { Field, RecordValue, Structure } from './resolved-structures.ts';
import { StructureBuilder } from './structure-builder.ts';

/** Resolves the contract's service. Throws ContractError for a contract without one, or with unsupported components. */
export function resolveService(given: Contract): ResolvedService {
  const contract = inReadingOrder(given);
  const lookup = lookupIn(contract);
  const service = contract.services[0];
  const port = service?.ports[0];
  if (service === undefined || port === undefined) {
    throw new ContractError('Unsupported', 'The contract has no service with ports.');
  }
  const bindings = contract.services.flatMap(({ ports }) => ports.map(({ binding }) => lookup.binding(binding)));
  const portTypes = clientPorts(contract);
  const structures = new StructureBuilder(contract, lookup);
  structures.declareNamed();
  const declarations = structures.declared;
  const resolver = new OperationResolver(contract, lookup, structures);
  const operations = portTypes.flatMap(({ portType }) =>
    portType.operations.map((operation) =>
      resolver.operation(operation, boundInAny(bindingsOf(contract, operation), operation), portType.name),
    ),
  );
  return {
    name: service.name,
    names: serviceNames(service),
    namespace: contract.targetNamespace,
    doc: service.doc ?? contract.doc,
    address: port.address,
    soapVersions: [...new Set(bindings.map(({ soapVersion }) => soapVersion))],
    senderFaultStatus: contract.senderFaultStatus,
    mtom: mtomOf(service.ports, operations, hasReferences(contract)),
    options: contract.options,
    addressing: contract.addressing,
    portTypes: resolvedPortTypes(portTypes, lookup),
    operations,
    arrays: structures.arrays,
    messages: structures.declared.slice(declarations.length),
    declarations,
    simpleTypes: structures.simpleTypes,
    returnedBy: returnedBy(operations),
    headers: [...resolver.headers.values()],
    faults: [...resolver.faults.values()],
    prefixes: schemaPrefixes(withRoots(contract, operations), { tns: contract.targetNamespace }),
    prefixed: structures.needsPrefixes || hasForeignRoot(contract.targetNamespace, operations),
  };
}

/** Whether a message can refer to attachments. */
function hasReferences({ schemas }: Contract): boolean {
  return schemas.some(({ types }) => types.some(({ name }) => name !== undefined && nameKey(name) === nameKey(swaRef)));
}

function mtomOf(ports: readonly Port[], operations: readonly ResolvedOperation[], hasReferences: boolean): ServiceMtom {
  // Messages with attachments are multipart too.
  const hasAttachments = operations.some(({ attachments: { input, output } }) => input.length + output.length > 0);
  const otherwise = hasAttachments || hasReferences ? 'optional' : undefined;
  const uses = ports.map(({ mtom = otherwise }) => mtom);
  const isRequired = uses.every((use) => use === 'required');
  const isUsed = uses.some((use) => use !== undefined);
  return { client: uses[0], server: isRequired ? 'required' : isUsed ? 'optional' : undefined };
}

function isRpc({ style }: BindingOperation): boolean {
  return style === 'rpc';
}

/** The attributes that a binding gives a body, a header block or a fault. */
type BoundPart = Pick<BindingFault, 'use' | 'namespace'>;

/** The operation as the first binding that has it says. */
function boundInAny(bindings: readonly Binding[], operation: PortTypeOperation): BindingOperation | undefined {
  return bindings.map((binding) => boundOperation(binding, operation)).find((bound) => bound !== undefined);
}

class OperationResolver {
  readonly headers: Map<string, ResolvedHeader> = new Map();
  readonly faults: Map<string, ResolvedFault> = new Map();
  readonly #contract: Contract;
  readonly #lookup: Lookup;
  readonly #structures: StructureBuilder;

  constructor(contract: Contract, lookup: Lookup, structures: StructureBuilder) {
    this.#contract = contract;
    this.#lookup = lookup;
    this.#structures = structures;
  }

  operation(operation: PortTypeOperation, bound: BindingOperation | undefined, portType: QName): ResolvedOperation {
    if (bound === undefined) {
      throw new ContractError('Unsupported', `The operation ${operation.name} has no binding.`);
    }
    const body = (reference: MessageReference | undefined, typeName: string, bindingBody: BindingBody | undefined) => {
      const name = typeName === requestTypeNameOf(operation) ? operation.name : `${operation.name}Response`;
      return reference && this.#body(operation, reference, { typeName, name, isRpc: isRpc(bound) }, bindingBody);
    };
    const input = body(operation.input, requestTypeNameOf(operation), bound.input);
    const output = body(operation.output, responseTypeNameOf(operation), bound.output);
    if (input === undefined) {
      throw new ContractError('Unsupported', `The operation ${operation.name} has no input.`);
    }
    const actions = this.#contract.addressing && actionsOf(portType, operation, bound);
    const faultActions = new Map<string, string>();
    const stated = bound.soapAction === '' ? addressingActionOf(operation.input) : undefined;
    const attachments = {
      input: this.#attachments(input, bound.input),
      output: this.#attachments(output, bound.output),
    };
    return {
      name: operation.name,
      identifier: operationNameOf(operation),
      doc: operation.doc,
      soapAction: bound.soapAction,
      anySoapAction: bound.omitSoapAction === true,
      addressingAction: actions === undefined || actions.request === bound.soapAction ? stated : actions.request,
      responseAction: actions?.response,
      input,
      output,
      result: operation.returns === 'field' && attachments.output.length === 0 ? this.#result(output) : undefined,
      attachments,
      headers: { input: this.#headers(bound.input), output: this.#headers(bound.output) },
      faults: operation.faults.flatMap(({ name, message }, at) => {
        const namespace = bound.faults.find((one) => one.name === name)?.namespace;
        const found = this.#fault(this.#lookup.message(message), { use: faultUse(bound, name), namespace });
        const action = actions?.faults[at];
        if (action !== undefined) for (const one of found) faultActions.set(faultNameOf(one), action);
        return found;
      }),
      faultActions,
      operation,
    };
  }

  #body(
    operation: PortTypeOperation,
    { message: name }: MessageReference,
    given: { readonly typeName: string; readonly name: string; readonly isRpc: boolean },
    bindingBody: BindingBody | undefined,
  ): ResolvedBody {
    const message = this.#lookup.message(name);
    const { use = 'literal', parts: listed } = bindingBody ?? {};
    const parts = listed === undefined ? message.parts : message.parts.filter((part) => listed.includes(part.name));
    if (given.isRpc) {
      const namespace = bindingBody?.namespace ?? this.#contract.targetNamespace;
      const structure = this.#structures.fields(
        parts.map((part) => this.#partParticle(part, use)),
        given.typeName,
      );
      return { ...wrapper({ namespace, local: given.name }, structure), use };
    }
    const [part] = parts;
    if (part === undefined) return { ...this.#emptyBody(given.typeName), use };
    if (parts.length > 1) {
      throw new ContractError('Unsupported', `The operation ${operation.name} must have messages of one element.`);
    }
    const element = this.#elementOf(part, { use, namespace: bindingBody?.namespace });
    const { type } = element;
    if (part.name === 'parameters' && type.kind === 'anonymous' && type.type.kind === 'complex') {
      const structure = this.#structures.structure(type.type, given.typeName);
      return { ...wrapper(element.name, structure), use, nillable: element.nillable };
    }
    return { element: element.name, ...this.#valueOf(element, use), structure: undefined };
  }

  /** Undefined unless the output is a record of one field: the only part of an rpc message can be in a header block. */
  #result(output: ResolvedBody | undefined): Field | undefined {
    if (output === undefined || output.nillable || output.type.kind !== 'record') return undefined;
    const structure = this.#structureOf(output);
    const fields = structure === undefined ? [] : fieldsOf(structure);
    return fields.length === 1 ? fields[0] : undefined;
  }

  /** None of a body that is not an object: they are properties beside its own. */
  #attachments(body: ResolvedBody | undefined, bound: BindingBody | undefined): readonly ResolvedAttachment[] {
    if (body?.type.kind !== 'record' || body.nillable) return [];
    const taken = new Set(this.#propertiesOf(body));
    return (bound?.attachments ?? []).flatMap(({ part, types }) => {
      if (bound?.parts?.includes(part) === true) return [];
      const own = propertyIdentifier(part);
      const property = taken.has(own) ? propertyIdentifier(`${part}Attachment`) : own;
      taken.add(property);
      const [type] = types.length === 1 && !types[0]?.includes('*') ? types : [];
      return [{ part, property, type }];
    });
  }

  #propertiesOf(body: ResolvedBody): readonly string[] {
    const structure = this.#structureOf(body);
    if (structure === undefined) return [];
    const { attributes, content } = structure;
    const members =
      content.kind === 'fields' ? content.fields : content.kind === 'text' ? [content.text] : content.members;
    return [...attributes, ...members].map(({ property }) => property);
  }

  #structureOf({ type, structure }: ResolvedBody): Structure | undefined {
    if (structure !== undefined || type.kind !== 'record') return structure;
    const found = this.#structures.declared.find((one) => one.typeName === type.typeName);
    return found?.kind === 'structure' ? found : undefined;
  }

  #emptyBody(typeName: string): Omit<ResolvedBody, 'use'> {
    return wrapper(noName, this.#structures.fields([], typeName));
  }

  #headers(body: BindingBody | undefined): readonly HeaderUse[] {
    return (body?.headers ?? []).map((bound) => {
      const { message, part: name, mustUnderstand, role, required, use } = bound;
      const part = this.#lookup.message(message).parts.find((candidate) => candidate.name === name);
      // A header block must be in a namespace (SOAP 1.1, 4.2).
      const element = this.#elementOf(part, { use, namespace: bound.namespace ?? this.#contract.targetNamespace });
      const key = nameKey(element.name);
      const header: ResolvedHeader = this.headers.get(key) ?? {
        identifier: componentNameOf(element),
        element,
        ...this.#valueOf(element, use),
        mustUnderstand,
        role,
      };
      this.headers.set(key, header);
      return { header, required };
    });
  }

  /** Empty for a fault without detail. */
  #fault(message: Message, bound: BoundPart): readonly ResolvedFault[] {
    const [part] = message.parts;
    if (part === undefined) return [];
    const element = this.#elementOf(part, bound);
    // Axis 1 names the parts of all faults alike: their types tell them apart.
    const isTyped = part.content.kind === 'type';
    const key = isTyped ? nameKey(message.name) : nameKey(element.name);
    const value = this.#valueOf(element, bound.use);
    const mayBeNull = bound.use === 'encoded' && value.type.kind !== 'any' && this.#structures.mayBeLeftOut(element);
    const fault: ResolvedFault = this.faults.get(key) ?? {
      identifier: componentNameOf(isTyped ? message : element),
      element,
      ...value,
      nillable: value.nillable || mayBeNull,
    };
    this.faults.set(key, fault);
    return [fault];
  }

  #valueOf(element: GlobalElement, use: Use): RootValue {
    const type = this.#structures.globalValue(element);
    // An element of any type holds its xsi:nil itself.
    const nillable = this.#structures.isNillable(element) && type.kind !== 'any';
    const schemaType = element.type.kind === 'named' ? element.type.name : undefined;
    return { use, type, schemaType, nillable, contentType: defaultContentType(element) };
  }

  /** A part of a message in rpc style: an element in no namespace, or the global one that the part names. */
  #partParticle(part: Part, use: Use): Particle {
    const { content, doc, typeScriptName, origin } = part;
    if (content.kind === 'element') {
      return { kind: 'elementReference', occurs: once, name: content.name, doc, typeScriptName, origin };
    }
    const element = partElement(part, content.type);
    if (use === 'encoded') this.#structures.leaveOut(element);
    return { kind: 'element', occurs: once, element };
  }

  /** An encoded part has a type: its element has the name of the part, in the namespace of the binding. */
  #elementOf(part: Part | undefined, { use, namespace = '' }: BoundPart): GlobalElement {
    if (part?.content.kind === 'element') return this.#lookup.element(part.content.name);
    if (part === undefined || use === 'literal') {
      throw new ContractError('Unsupported', 'A body in document style, a header or a fault must be an element.');
    }
    return { ...partElement(part, part.content.type), name: { namespace, local: part.name }, abstract: false };
  }
}

/** The name of a fault's type at run time. Encoded faults can share an element: their types tell them apart. */
export function faultNameOf({
  identifier,
  element,
  use,
}: Pick<ResolvedFault, 'identifier' | 'element' | 'use'>): string {
  return use === 'encoded' ? identifier : element.name.local;
}

const noName: QName = { namespace: '', local: '' };

/** Whether any message of the service is encoded. */
export function isEncodedService({ operations, headers, faults }: ResolvedService): boolean {
  const bodies = operations.flatMap(({ input, output }) => [input, output]);
  return [...bodies, ...headers, ...faults].some((one) => one?.use === 'encoded');
}

/** Whether a body holds no element: its message has no parts, or all of them are elsewhere. */
export function isEmptyBody({ local }: QName): boolean {
  return local === '';
}

/** A body whose element is not declared as one of its type: the wrapper of an operation. */
function wrapper(element: QName, structure: Structure): Omit<ResolvedBody, 'use'> {
  return { element, type: recordOf(structure), schemaType: undefined, nillable: false, structure };
}

function recordOf({ typeName, head }: Structure): RecordValue {
  return { kind: 'record', typeName, head };
}

function partElement(part: Part, type: QName): LocalElement {
  return {
    name: { namespace: '', local: part.name },
    type: { kind: 'named', name: type },
    doc: part.doc,
    typeScriptName: part.typeScriptName,
    origin: part.origin,
    nillable: false,
    sensitive: part.sensitive ?? false,
    error: part.error,
    stream: part.stream ?? false,
    mapping: part.mapping,
  };
}

function returnedBy(operations: readonly ResolvedOperation[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { name, result, output } of operations) {
    const type = result?.type ?? (output?.structure === undefined ? output?.type : undefined);
    if (type?.kind !== 'record') continue;
    const names = found.get(type.typeName);
    if (names === undefined) found.set(type.typeName, [name]);
    else names.push(name);
  }
  return found;
}

/** Whether the root element of a body, a header or a fault is in another namespace than its content. */
function hasForeignRoot(namespace: string, operations: readonly ResolvedOperation[]): boolean {
  return rootsOf(operations).some((name) => name.namespace !== namespace && !isEmptyBody(name));
}

/** Names of the elements of bodies, headers and faults. */
function rootsOf(operations: readonly ResolvedOperation[]): readonly QName[] {
  return operations.flatMap(({ input, output, headers, faults }) =>
    [
      input,
      ...(output === undefined ? [] : [output]),
      ...faults,
      ...[...headers.input, ...headers.output].map(({ header }) => header),
    ].map(({ element }) => ('name' in element ? element.name : element)),
  );
}

/** The wrapper of an rpc message can be in a namespace that has no schema. */
function withRoots(
  { schemas }: Contract,
  operations: readonly ResolvedOperation[],
): { readonly schemas: readonly Pick<Schema, 'targetNamespace' | 'prefix'>[] } {
  const roots = new Set(rootsOf(operations).map(({ namespace }) => namespace));
  return { schemas: [...schemas, ...[...roots].map((targetNamespace) => ({ targetNamespace }))] };
}
