import type { Binding, BindingOperation, Contract, PortTypeOperation } from './model.ts';
import { nameKey } from './qualified-name.ts';
import type { Use } from './resolved-service.ts';

const indexes: WeakMap<Binding, ReadonlyMap<string, readonly BindingOperation[]>> = new WeakMap();

/** The operation of a binding; overloads are told apart by the names of their inputs (WSDL 1.1, 2.5). */
export function boundOperation(
  binding: Binding,
  { name, input }: Pick<PortTypeOperation, 'name' | 'input'>,
): BindingOperation | undefined {
  const named = operationsByName(binding).get(name) ?? [];
  if (named.length < 2) return named[0];
  return named.find(({ inputName }) => inputName === input?.name);
}

/** Port types and bindings of a contract. */
type Bound = Pick<Contract, 'portTypes' | 'bindings'>;

const byContract: WeakMap<Bound, ReadonlyMap<PortTypeOperation, readonly Binding[]>> = new WeakMap();

/** The bindings of the port type that has the operation: port types can have operations of one name. */
export function bindingsOf(contract: Bound, operation: PortTypeOperation): readonly Binding[] {
  const { portTypes, bindings } = contract;
  if (portTypes.length < 2) return bindings;
  let found = byContract.get(contract);
  if (found === undefined) {
    found = new Map(
      portTypes.flatMap(({ name, operations }) => {
        const own = bindings.filter(({ portType }) => nameKey(portType) === nameKey(name));
        return operations.map((one) => [one, own] as const);
      }),
    );
    byContract.set(contract, found);
  }
  return found.get(operation) ?? [];
}

/** The operation as the first binding of its port type says. */
export function firstBound(contract: Bound, operation: PortTypeOperation): BindingOperation | undefined {
  const [binding] = bindingsOf(contract, operation);
  return binding && boundOperation(binding, operation);
}

/** How a fault is written; one that the binding does not name, as the body of the response. */
export function faultUse(bound: BindingOperation | undefined, name: string): Use {
  const fault = bound?.faults.find((one) => one.name === name);
  return fault?.use ?? bound?.output?.use ?? bound?.input?.use ?? 'literal';
}

function operationsByName(binding: Binding): ReadonlyMap<string, readonly BindingOperation[]> {
  const existing = indexes.get(binding);
  if (existing !== undefined) return existing;
  const found = new Map<string, BindingOperation[]>();
  for (const operation of binding.operations) {
    const named = found.get(operation.name);
    if (named === undefined) found.set(operation.name, [operation]);
    else named.push(operation);
  }
  indexes.set(binding, found);
  return found;
}
