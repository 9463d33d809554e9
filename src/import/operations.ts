import type { BindingOperation, Contract } from '../contract/index.ts';
import { boundOperation, topLevelIdentifier } from '../contract/index.ts';
import type { Body, BoundOperation, Style } from './bodies.ts';
import type { CarriedElements } from './carried.ts';
import { constructMap, filled, type KeyValues } from './construct-map.ts';
import { type MessageScope, messageKeys } from './messages.ts';
import { notesOf } from './notes.ts';
import { nameIn } from './scope.ts';
import { expanded } from './templates.ts';
import { partMap, plainMap, type WsdlNames } from './wsdl-names.ts';
import type { YamlMap, YamlValue } from './yaml-tree.ts';

/** What the operations of a contract have in common: an operation says what differs. */
export interface OperationContext {
  readonly contract: Contract;
  readonly style: Style;
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
  const action = expanded(context.soapAction, { operation: key });
  const keys: KeyValues = {
    ...notesOf(described),
    overloads: isOverload ? described.name : undefined,
    name: name === derivedName ? undefined : name,
    style: style === context.style ? undefined : style,
    oneWay: pattern === 'one-way',
    soapAction: bound.soapAction === action ? undefined : bound.soapAction,
    soapActionRequired: requiredOf(operation, context.contract),
    namespace: rpcNamespace(operation, scope),
    parameterOrder: filled(parameterOrder),
    headers: headersValue(operation, context, scope),
    faults: filled(described.faults)?.flatMap((fault) => {
      const found = context.carried.fault(fault);
      return found === undefined ? [] : nameIn(scope, found.name);
    }),
    ...messageKeys(operation, scope),
    wsdl: wsdlMap(operation, context),
  };
  return constructMap('operation', keys, scope.gaps, 'lines');
}

/** What bindings of SOAP 1.2 say. */
function requiredOf({ operation }: BoundOperation, { bindings }: Contract): boolean | undefined {
  return bindings
    .map((binding) => boundOperation(binding, operation)?.soapActionRequired)
    .find((one) => one !== undefined);
}

function rpcNamespace({ style, request, response }: BoundOperation, { contract }: MessageScope): string | undefined {
  const namespace = (request ?? response)?.bound.namespace;
  return style === 'rpc' && namespace !== contract.targetNamespace ? namespace : undefined;
}

/** A list for the request alone, else a map. */
function headersValue(
  { request, response }: BoundOperation,
  { carried }: OperationContext,
  scope: MessageScope,
): YamlValue | undefined {
  const namesOf = (body: Body | undefined) =>
    filled(body?.bound.headers)?.flatMap((header) => {
      const found = carried.header(header);
      return found === undefined ? [] : nameIn(scope, found.name);
    });
  const ofRequest = namesOf(request);
  const ofResponse = namesOf(response);
  if (ofResponse === undefined) return ofRequest;
  return constructMap('operationHeaders', { request: ofRequest, response: ofResponse }, scope.gaps);
}

// --- What only the WSDL shows ----------------------------------------------------------------------------------------

function wsdlMap(operation: BoundOperation, { contract, names }: OperationContext): YamlMap | undefined {
  const { request, response, operation: described } = operation;
  return plainMap({
    extensions: filled(described.extensions),
    request: request && partMap(operation, request, 'request', names),
    response: response && partMap(operation, response, 'response', names),
    ...bindingKeys(operation, contract),
  });
}

function bindingKeys({ operation }: BoundOperation, { bindings }: Contract): KeyValues {
  const found = new Map(bindings.map((binding) => [binding.soapVersion, boundOperation(binding, operation)]));
  const one = found.get('1.1') ?? found.get('1.2');
  const other = found.get('1.1') === undefined ? undefined : found.get('1.2');
  const notes = (bound: BindingOperation | undefined): KeyValues =>
    bound === undefined ? {} : { ...notesOf(bound), extensions: filled(bound.extensions) };
  const soapAction = other === undefined || other.soapAction === one?.soapAction ? undefined : other.soapAction;
  const own = plainMap(notes(one));
  const second = plainMap({ ...notes(other), soapAction });
  const isSame = other === undefined || JSON.stringify(own) === JSON.stringify(second);
  return { binding: own, binding12: isSame ? undefined : second };
}
