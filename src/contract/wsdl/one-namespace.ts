import { type BindingBody, type Contract, nameKey, type QName } from '../model/index.ts';

/**
 * The contract with its messages, port types and bindings in its target namespace, as one WSDL declares them. Their names
 * are never sent. Of two that had one local name in different namespaces, the later one gets an underscore.
 */
export function inOneNamespace(contract: Contract): Contract {
  const { targetNamespace } = contract;
  const isAlone = [...contract.messages, ...contract.portTypes, ...contract.bindings].every(
    ({ name }) => name.namespace === targetNamespace,
  );
  if (isAlone) return contract;
  const message = renaming(contract.messages, targetNamespace);
  const portType = renaming(contract.portTypes, targetNamespace);
  const binding = renaming(contract.bindings, targetNamespace);
  const referring = <T extends { readonly message: QName }>(one: T): T => ({ ...one, message: message(one.message) });
  const bodyOf = (body: BindingBody): BindingBody => ({
    ...body,
    headers: body.headers.map(({ faults, ...header }) => ({
      ...referring(header),
      ...(faults && { faults: faults.map(referring) }),
    })),
  });
  return {
    ...contract,
    messages: contract.messages.map((one) => ({ ...one, name: message(one.name) })),
    portTypes: contract.portTypes.map((one) => ({
      ...one,
      name: portType(one.name),
      operations: one.operations.map(({ input, output, faults, ...operation }) => ({
        ...operation,
        ...(input && { input: referring(input) }),
        ...(output && { output: referring(output) }),
        faults: faults.map(referring),
      })),
    })),
    bindings: contract.bindings.map((one) => ({
      ...one,
      name: binding(one.name),
      portType: portType(one.portType),
      operations: one.operations.map(({ input, output, ...operation }) => ({
        ...operation,
        ...(input && { input: bodyOf(input) }),
        ...(output && { output: bodyOf(output) }),
      })),
    })),
    services: contract.services.map((one) => ({
      ...one,
      ports: one.ports.map((port) => ({ ...port, binding: binding(port.binding) })),
    })),
  };
}

/** The new names of one kind of components. Those of the target namespace keep theirs. */
function renaming(components: readonly { readonly name: QName }[], namespace: string): (name: QName) => QName {
  const names = components.map(({ name }) => name);
  const taken = new Set(names.flatMap((name) => (name.namespace === namespace ? name.local : [])));
  const renamed = new Map<string, QName>();
  for (const name of names) {
    if (name.namespace === namespace) continue;
    let { local } = name;
    while (taken.has(local)) local = `${local}_`;
    taken.add(local);
    renamed.set(nameKey(name), { namespace, local });
  }
  return (name) => renamed.get(nameKey(name)) ?? name;
}
