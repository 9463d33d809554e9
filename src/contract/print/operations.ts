import type { BindingFault, BindingOperation, Contract } from '../model/index.ts';
import { boundOperation, nameKey, operationNameOf, topLevelIdentifier } from '../model/index.ts';
import { type Body, type BoundOperation, namespaceKey, type Style, type Use, useOf } from './bodies.ts';
import type { CarriedElements } from './carried.ts';
import { constructMap, filled, type KeyValues } from './construct-map.ts';
import type { Gaps } from './gaps.ts';
import { type MessageScope, messageKeys } from './messages.ts';
import { notesOf } from './notes.ts';
import { omitKey } from './omitted-actions.ts';
import { nameIn } from './scope.ts';
import { expanded } from './templates.ts';
import { messageWsdl, nonEmpty, ofReference, type WsdlNames } from './wsdl-names.ts';
import { mapOf, type YamlEntry, type YamlMap, type YamlValue } from './yaml-tree.ts';

/** Common properties of the operations; an operation prints only its differences. */
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
export function operationEntry(operation: BoundOperation, context: OperationContext, scope: MessageScope): YamlEntry {
  const { key, operation: described, request, response } = operation;
  const bound = context.contract.bindings.map((binding) => boundOperation(binding, described));
  const bodies = [request, response].flatMap((body) => [
    body?.message,
    body?.element && scope.inPlace.has(nameKey(body.element.name)) ? body.element : undefined,
  ]);
  return {
    key,
    value: operationMap(operation, context, scope),
    comment: scope.remarks.commentOn(described, ...bound, ...bodies),
  };
}

function operationMap(operation: BoundOperation, context: OperationContext, scope: MessageScope): YamlMap {
  const { operation: described, key, bound, style, isOverload } = operation;
  const { pattern, parameterOrder } = described;
  // Of overloads, each is named after its key.
  const derivedName = isOverload ? topLevelIdentifier(key) : undefined;
  const name = isOverload ? operationNameOf(described) : described.typeScriptName;
  const action = expanded(context.soapAction, { operation: key });
  const keys: KeyValues = {
    ...notesOf(described),
    overloads: isOverload ? described.name : undefined,
    name: name === derivedName ? undefined : name,
    group: described.group,
    style: style === context.style ? undefined : style,
    use: useOf(operation) === context.use ? undefined : useOf(operation),
    oneWay: pattern === 'one-way',
    soapAction: bound.soapAction === action ? undefined : bound.soapAction,
    soapActionRequired: requiredOf(operation, context.contract),
    namespace: namespaceKey(operation, context.contract),
    parameterOrder: filled(parameterOrder),
    headers: headersValue(operation, context, scope),
    faults: filled(described.faults)?.flatMap((fault) => {
      const found = context.carried.fault(fault, key);
      return found === undefined ? [] : nameIn(scope, found.name);
    }),
    ...messageKeys(operation, scope),
    requestName: described.input?.typeScriptName,
    responseName: described.output?.typeScriptName,
    wsdl: wsdlMap(operation, context, scope),
  };
  return constructMap('operation', keys, scope.gaps, 'lines');
}

/** What bindings of SOAP 1.2 say. */
function requiredOf({ operation }: BoundOperation, { bindings }: Contract): boolean | undefined {
  return bindings
    .map((binding) => boundOperation(binding, operation)?.soapActionRequired)
    .find((one) => one !== undefined);
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

function wsdlMap(
  operation: BoundOperation,
  { contract, carried, names }: OperationContext,
  scope: MessageScope,
): YamlMap | undefined {
  const { gaps } = scope;
  const keys = {
    extensions: filled(operation.operation.extensions),
    request: messageWsdl(operation, 'request', names, scope),
    response: messageWsdl(operation, 'response', names, scope),
    faults: faultNotes(operation, carried, gaps),
    ...bindingKeys(operation, { contract, carried }, gaps),
  };
  return nonEmpty(constructMap('operationWsdl', keys, gaps));
}

/** Notes of the port type on faults; their messages are printed elsewhere. */
function faultNotes(
  { operation: { faults }, key }: BoundOperation,
  carried: CarriedElements,
  gaps: Gaps,
): YamlMap | undefined {
  const isCarried = (fault: (typeof faults)[number]): boolean => carried.fault(fault, key) !== undefined;
  // One that `faults` does not have: then the order of all of them is here.
  const isOrdered = !faults.every(isCarried);
  const entries = faults.flatMap((fault) => {
    const message = isCarried(fault) ? undefined : fault.message.local;
    const notes = constructMap('wsdlFault', { message, ...ofReference(fault) }, gaps);
    return isOrdered || notes.entries.length > 0 ? [{ key: fault.name, value: notes }] : [];
  });
  return nonEmpty(mapOf(entries));
}

function bindingKeys(
  { operation, key }: BoundOperation,
  { contract: { bindings }, carried }: Pick<OperationContext, 'contract' | 'carried'>,
  gaps: Gaps,
): KeyValues {
  const boundFaults = (faults: readonly BindingFault[]): readonly YamlValue[] =>
    faults.map((fault) => boundFault(fault, gaps));
  const usual = operation.faults.flatMap((fault): readonly BindingFault[] => {
    const found = carried.fault(fault, key);
    if (found === undefined) return [];
    const { use, type, element } = found;
    return [{ name: fault.name, use, ...(type && { namespace: element.namespace }) }];
  });
  const found = new Map(bindings.map((binding) => [binding.soapVersion, boundOperation(binding, operation)]));
  const one = found.get('1.1') ?? found.get('1.2');
  const other = found.get('1.1') === undefined ? undefined : found.get('1.2');
  const notes = (bound: BindingOperation | undefined): KeyValues =>
    bound === undefined
      ? {}
      : {
          omitSoapAction: omitKey(bound, bindings),
          doc: bound.doc,
          foreign: notesOf(bound).foreign,
          extensions: filled(bound.extensions),
          faults: isSame(boundFaults(bound.faults), boundFaults(usual)) ? undefined : boundFaults(bound.faults),
        };
  const soapAction = other === undefined || other.soapAction === one?.soapAction ? undefined : other.soapAction;
  const isAbsent = (version: '1.1' | '1.2'): boolean =>
    bindings.some(({ soapVersion }) => soapVersion === version) && found.get(version) === undefined;
  if (isAbsent('1.1')) {
    const own = constructMap('boundOperation', notes(one), gaps);
    return { binding: constructMap('boundOperation', { absent: true }, gaps), binding12: own };
  }
  const own = constructMap('boundOperation', notes(one), gaps);
  const absent = isAbsent('1.2');
  const second = constructMap('boundOperation', { absent, ...notes(other), soapAction }, gaps);
  const isUsual = !absent && (other === undefined || isSame(own, second));
  return { binding: nonEmpty(own), binding12: isUsual ? undefined : second };
}

function isSame(one: YamlValue, other: YamlValue): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The name of a fault, or with what else it has. */
function boundFault({ name, use, namespace, extensions }: BindingFault, gaps: Gaps): YamlValue {
  const map = constructMap('boundFault', { name, use, namespace, extensions: filled(extensions) }, gaps);
  return map.entries.length === 1 ? name : map;
}
