import type { Binding, BindingOperation, PortTypeOperation } from './model.ts';
import type { Use } from './resolved-model.ts';

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
