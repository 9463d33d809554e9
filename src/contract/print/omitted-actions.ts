import type { Binding, BindingOperation } from '../model/index.ts';

/** Whether most operations of a binding that have an empty soapAction have no such attribute in the WSDL. */
export function omitsActions({ operations }: Binding): boolean {
  const empty = operations.filter(({ soapAction }) => soapAction === '');
  return empty.filter(({ omitSoapAction }) => omitSoapAction).length * 2 > empty.length;
}

/** Whether an operation has no attribute soapAction, where the others of its binding do or the reverse. */
export function omitKey(operation: BindingOperation, bindings: readonly Binding[]): boolean | undefined {
  const { soapAction, omitSoapAction = false } = operation;
  if (soapAction !== '') return undefined;
  const usual = bindings.some((binding) => binding.operations.includes(operation) && omitsActions(binding));
  return omitSoapAction === usual ? undefined : omitSoapAction;
}
