import { type Diagnostic, contract as kinds, report, wsdl } from '../../diagnostics/index.ts';
import { boundOperation } from './bound-operation.ts';
import { locationOf, relatedTo } from './claimed-names.ts';
import { MessageBodies } from './message-bodies.ts';
import type { Contract, PortTypeOperation } from './model.ts';

/** An operation with the request element and the soapAction of another one, from which a server cannot tell it apart. */
export interface InputClash {
  readonly operation: PortTypeOperation;
  readonly other: PortTypeOperation;
}

export function inputClashes(contract: Contract): readonly InputClash[] {
  const bodies = new MessageBodies(contract);
  const [binding] = contract.bindings;
  const firsts = new Map<string, PortTypeOperation>();
  return contract.portTypes
    .flatMap(({ operations }) => operations)
    .flatMap((operation) => {
      const soapAction = (binding && boundOperation(binding, operation)?.soapAction) ?? '';
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

/** The same as warnings, for a contract that only clients use. */
export function inputClashWarnings(contract: Contract): readonly Diagnostic[] {
  return inputClashes(contract).map(({ operation, other }) =>
    report(wsdl.sharedRequest, { one: operation.name, other: other.name }, operation.origin),
  );
}
