import type { Binding, BindingOperation, PortTypeOperation } from './model.ts';

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
