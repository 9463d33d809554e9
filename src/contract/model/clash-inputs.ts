import { type Diagnostic, contract as kinds, report, wsdl } from '../../diagnostics/index.ts';
import { firstBound } from './bound-operation.ts';
import { locationOf, relatedTo } from './claimed-names.ts';
import { MessageBodies } from './message-bodies.ts';
import type { Contract, PortTypeOperation } from './model.ts';

/** An operation with the request element and the soapAction of another one, from which a server cannot tell it apart. */
export interface InputClash {
  readonly operation: PortTypeOperation;
  readonly other: PortTypeOperation;
}

/** @param portTypes those that one server has; by default all. */
export function inputClashes(
  contract: Contract,
  portTypes: Contract['portTypes'] = contract.portTypes,
): readonly InputClash[] {
  const bodies = new MessageBodies(contract);
  const firsts = new Map<string, PortTypeOperation>();
  return portTypes
    .flatMap(({ operations }) => operations)
    .flatMap((operation) => {
      const soapAction = firstBound(contract, operation)?.soapAction ?? '';
      const key = `${soapAction} ${bodies.rootOf(operation)}`;
      const other = firsts.get(key);
      if (other === undefined) firsts.set(key, operation);
      return other === undefined ? [] : [{ operation, other }];
    });
}

/** The same as errors, for a contract that a server implements. */
export function inputClashErrors(contract: Contract): readonly Diagnostic[] {
  return inputClashes(contract).map(({ operation, other }) => {
    const first = { what: other.name, origin: other.origin };
    const parameters = { one: operation.name, other: other.name };
    return report(kinds.inputClash, parameters, locationOf({ what: '', origin: operation.origin }), relatedTo(first));
  });
}

/** The same as warnings, for a contract that only clients use: each port type has a server of its own. */
export function inputClashWarnings(contract: Contract): readonly Diagnostic[] {
  const clashes = contract.portTypes.flatMap((portType) => inputClashes(contract, [portType]));
  return clashes.map(({ operation, other }) =>
    report(wsdl.sharedRequest, { one: operation.name, other: other.name }, operation.origin),
  );
}
