import { type Diagnostic, contract as kinds, report } from '../../diagnostics/index.ts';
import { type Claim, ClaimedNames, locationOf, lower, prefixedName, relatedTo } from './claimed-names.ts';
import { inputClashErrors } from './clash-inputs.ts';
import { propertyClashes } from './clash-properties.ts';
import { typeClashes } from './clash-types.ts';
import type { Contract, QName } from './model.ts';
import { operationNameOf, serviceNames } from './naming.ts';
import { nameKey } from './qualified-name.ts';

/**
 * Different components with one name, and operations with one request. Nothing is renamed: authors of contracts choose
 * names themselves.
 */
export function clashes(contract: Contract): readonly Diagnostic[] {
  return [...nameClashes(contract), ...inputClashErrors(contract)];
}

/** Different components with one name: elements on the wire, types, operations and properties in TypeScript. */
export function nameClashes(contract: Contract): readonly Diagnostic[] {
  return [
    ...elementClashes(contract),
    ...typeClashes(contract),
    ...operationClashes(contract),
    ...propertyClashes(contract),
  ];
}

/** Global elements, including the requests and responses of operations. */
function elementClashes(contract: Contract): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const names = new ClaimedNames();
  const described = describedElements(contract);
  for (const element of contract.schemas.flatMap(({ elements }) => elements)) {
    const what =
      described.get(nameKey(element.name))?.shift() ?? `The element "${prefixedName(contract, element.name)}"`;
    const mine: Claim = { what, origin: element.origin };
    const first = names.claim(nameKey(element.name), mine);
    if (first === undefined) continue;
    const parameters = { one: what, other: lower(first.what), name: element.name.local };
    diagnostics.push(report(kinds.elementClash, parameters, locationOf(mine), relatedTo(first)));
  }
  return diagnostics;
}

/** Descriptions of the elements of messages by their operations, in the order of declaration. */
function describedElements({ messages, portTypes }: Contract): ReadonlyMap<string, string[]> {
  const parts = new Map(messages.map((message) => [nameKey(message.name), message.parts[0]?.content]));
  const found = new Map<string, string[]>();
  const describe = (what: string, message: QName | undefined): void => {
    const part = message && parts.get(nameKey(message));
    if (part?.kind !== 'element') return;
    const whats = found.get(nameKey(part.name)) ?? [];
    whats.push(what);
    found.set(nameKey(part.name), whats);
  };
  for (const operation of portTypes.flatMap(({ operations }) => operations)) {
    describe(`The request of the operation "${operation.name}"`, operation.input?.message);
    describe(`The response of the operation "${operation.name}"`, operation.output?.message);
  }
  return found;
}

/** Handler files have the names of operations, and some file systems ignore case. */
function operationClashes(contract: Contract): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const names = new ClaimedNames();
  // The index of the handlers imports the functions and the interface of the handlers.
  const interfaces = new Set(contract.services.slice(0, 1).map((service) => serviceNames(service).handlers));
  for (const operation of contract.portTypes.flatMap(({ operations }) => operations)) {
    const claim: Claim = { what: operation.name, origin: operation.origin };
    const name = operationNameOf(operation);
    if (interfaces.has(name)) {
      const parameters = { one: `The operation "${operation.name}"`, other: 'the handlers of the service', name };
      diagnostics.push(report(kinds.typeNameClash, parameters, locationOf(claim)));
    }
    const first = names.claim(name.normalize('NFC').toLowerCase(), claim);
    if (first === undefined) continue;
    const parameters = { one: operation.name, other: first.what };
    diagnostics.push(report(kinds.operationNameClash, parameters, locationOf(claim), relatedTo(first)));
  }
  return diagnostics;
}
