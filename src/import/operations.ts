import type { BindingOperation, Contract } from '../contract/index.ts';
import { boundOperation, topLevelIdentifier } from '../contract/index.ts';
import { type Body, type BoundOperation, type Style, type Use, useOf } from './bodies.ts';
import type { CarriedElements } from './carried.ts';
import { constructMap, filled, type KeyValues } from './construct-map.ts';
import type { Gaps } from './gaps.ts';
import { type MessageScope, messageKeys } from './messages.ts';
import { notesOf } from './notes.ts';
import { nameIn } from './scope.ts';
import { expanded } from './templates.ts';
import { messageWsdl, nonEmpty, type WsdlNames } from './wsdl-names.ts';
import type { YamlMap, YamlValue } from './yaml-tree.ts';

/** What the operations of a contract have in common: an operation says what differs. */
export interface OperationContext {
  readonly contract: Contract;
  readonly style: Style;
  readonly use: Use;
  /** With `{operation}`. */
  readonly soapAction: string;
  readonly carried: CarriedElements;
  readonly names: WsdlNames;
}

/** An entry of `operations`. */
export function operationMap(operation: BoundOperation, context: OperationContext, scope: MessageScope): YamlMap {
  const { operation: described, key, bound, style, isOverload } = operation;
  const { typeScriptName: name, pattern, parameterOrder } = described;
  const derivedName = isOverload ? topLevelIdentifier(key) : undefined;
  for (const { typeScriptName: typeName } of [described.input, described.output].flatMap((one) => one ?? [])) {
    if (typeName !== undefined)
      scope.gaps.add(`the name ${typeName} in TypeScript of a message of the operation ${key}`);
  }
  const action = expanded(context.soapAction, { operation: key });
  const keys: KeyValues = {
    ...notesOf(described),
    overloads: isOverload ? described.name : undefined,
    name: name === derivedName ? undefined : name,
    style: style === context.style ? undefined : style,
    use: useOf(operation) === context.use ? undefined : useOf(operation),
    oneWay: pattern === 'one-way',
    soapAction: bound.soapAction === action ? undefined : bound.soapAction,
    soapActionRequired: requiredOf(operation, context.contract),
    namespace: namespaceOf(operation, scope),
    parameterOrder: filled(parameterOrder),
    headers: headersValue(operation, context, scope),
    faults: filled(described.faults)?.flatMap((fault) => {
      const found = context.carried.fault(fault, key);
      return found === undefined ? [] : nameIn(scope, found.name);
    }),
    ...messageKeys(operation, scope),
    wsdl: wsdlMap(operation, context, scope.gaps),
  };
  return constructMap('operation', keys, scope.gaps, 'lines');
}

/** What bindings of SOAP 1.2 say. */
function requiredOf({ operation }: BoundOperation, { bindings }: Contract): boolean | undefined {
  return bindings
    .map((binding) => boundOperation(binding, operation)?.soapActionRequired)
    .find((one) => one !== undefined);
}

/** The namespace of the bodies, where it is not the usual one: that of the WSDL for parts with types. */
function namespaceOf({ style, request, response }: BoundOperation, { contract }: MessageScope): string | undefined {
  const body = request ?? response;
  const isTyped = style === 'rpc' || body?.parts.some(({ content }) => content.kind === 'type');
  const namespace = body?.bound.namespace;
  return namespace === (isTyped ? contract.targetNamespace : undefined) ? undefined : namespace;
}

/** A list for the request alone, else a map. */
function headersValue(
  { key, request, response }: BoundOperation,
  { carried }: OperationContext,
  scope: MessageScope,
): YamlValue | undefined {
  const namesOf = (body: Body | undefined) =>
    filled(body?.bound.headers)?.flatMap((header) => {
      const found = carried.header(header, key);
      return found === undefined ? [] : nameIn(scope, found.name);
    });
  const ofRequest = namesOf(request);
  const ofResponse = namesOf(response);
  if (ofResponse === undefined) return ofRequest;
  return constructMap('operationHeaders', { request: ofRequest, response: ofResponse }, scope.gaps);
}

// --- What only the WSDL shows ----------------------------------------------------------------------------------------

function wsdlMap(operation: BoundOperation, { contract, names }: OperationContext, gaps: Gaps): YamlMap | undefined {
  const keys = {
    extensions: filled(operation.operation.extensions),
    request: messageWsdl(operation, 'request', names, gaps),
    response: messageWsdl(operation, 'response', names, gaps),
    ...bindingKeys(operation, contract, gaps),
  };
  return nonEmpty(constructMap('operationWsdl', keys, gaps));
}

function bindingKeys({ operation }: BoundOperation, { bindings }: Contract, gaps: Gaps): KeyValues {
  const found = new Map(bindings.map((binding) => [binding.soapVersion, boundOperation(binding, operation)]));
  const one = found.get('1.1') ?? found.get('1.2');
  const other = found.get('1.1') === undefined ? undefined : found.get('1.2');
  const notes = (bound: BindingOperation | undefined): KeyValues =>
    bound === undefined
      ? {}
      : { doc: bound.doc, foreign: notesOf(bound).foreign, extensions: filled(bound.extensions) };
  const soapAction = other === undefined || other.soapAction === one?.soapAction ? undefined : other.soapAction;
  const own = constructMap('boundOperation', notes(one), gaps);
  const second = constructMap('boundOperation', { ...notes(other), soapAction }, gaps);
  const isSame = other === undefined || JSON.stringify(own) === JSON.stringify(second);
  return { binding: nonEmpty(own), binding12: isSame ? undefined : second };
}
