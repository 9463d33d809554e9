import { type Diagnostic, contract as kinds, report } from '../diagnostics/index.ts';
import { type Claim, ClaimedNames, lower, placeOf, relatedTo, shownName } from './clash-names.ts';
import { propertyClashes } from './clash-properties.ts';
import { typeClashes } from './clash-types.ts';
import type { Contract, QName } from './model.ts';
import { operationNameOf, serviceNames } from './naming.ts';
import { keyOf } from './qname.ts';

/**
 * Names that come out the same although they are different things: elements on the wire, types and operations and
 * properties in TypeScript. Nothing is renamed to avoid it, since a name must depend on its own component alone.
 */
export function clashes(contract: Contract): readonly Diagnostic[] {
  return [
    ...elementClashes(contract),
    ...inputClashes(contract),
    ...typeClashes(contract),
    ...operationClashes(contract),
    ...propertyClashes(contract),
  ];
}

/** Global elements, among which are the requests and responses of operations. */
function elementClashes(contract: Contract): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const names = new ClaimedNames();
  const described = describedElements(contract);
  for (const element of contract.schemas.flatMap(({ elements }) => elements)) {
    const whats = described.get(keyOf(element.name));
    const what = whats?.shift() ?? `The element "${shownName(contract, element.name)}"`;
    const mine: Claim = { what, origin: element.origin };
    names.claim(keyOf(element.name), mine, (first) => {
      const parameters = { one: what, other: lower(first.what), name: element.name.local };
      diagnostics.push(report(kinds.elementClash, parameters, placeOf(mine), relatedTo(first)));
    });
  }
  return diagnostics;
}

/** What operations call the elements of their messages, in the order in which they are declared. */
function describedElements({ messages, portTypes }: Contract): ReadonlyMap<string, string[]> {
  const parts = new Map(messages.map((message) => [keyOf(message.name), message.parts[0]?.content]));
  const found = new Map<string, string[]>();
  const describe = (what: string, message: QName | undefined): void => {
    const part = message && parts.get(keyOf(message));
    if (part?.kind !== 'element') return;
    const whats = found.get(keyOf(part.name)) ?? [];
    whats.push(what);
    found.set(keyOf(part.name), whats);
  };
  for (const operation of portTypes.flatMap(({ operations }) => operations)) {
    describe(`The request of the operation "${operation.name}"`, operation.input?.message);
    describe(`The response of the operation "${operation.name}"`, operation.output?.message);
  }
  return found;
}

/** Bare operations may share a request, if the soapAction says which of them is meant. */
function inputClashes(contract: Contract): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const names = new ClaimedNames();
  const messages = new Map(contract.messages.map((message) => [keyOf(message.name), message]));
  const bound = new Map(contract.bindings[0]?.operations.map((operation) => [operation.name, operation]));
  for (const operation of contract.portTypes.flatMap(({ operations }) => operations)) {
    const part = operation.input && messages.get(keyOf(operation.input.message))?.parts[0];
    if (part?.name !== 'body' || part.content.kind !== 'element') continue;
    const claim: Claim = { what: operation.name, origin: operation.origin };
    const soapAction = bound.get(operation.name)?.soapAction ?? '';
    names.claim(`${soapAction} ${keyOf(part.content.name)}`, claim, (first) => {
      const parameters = { one: operation.name, other: first.what };
      diagnostics.push(report(kinds.inputClash, parameters, placeOf(claim), relatedTo(first)));
    });
  }
  return diagnostics;
}

/** Handler files are named by operations, and some file systems take `getFile` and `GetFile` for one name. */
function operationClashes(contract: Contract): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const names = new ClaimedNames();
  // The index of the handlers imports their functions beside the interface that they make up.
  const interfaces = new Set(contract.services.map(({ name }) => serviceNames(name).handlers));
  for (const operation of contract.portTypes.flatMap(({ operations }) => operations)) {
    const claim: Claim = { what: operation.name, origin: operation.origin };
    const name = operationNameOf(operation);
    if (interfaces.has(name)) {
      const parameters = { one: `The operation "${operation.name}"`, other: 'the handlers of the service', name };
      diagnostics.push(report(kinds.typeNameClash, parameters, placeOf(claim)));
    }
    names.claim(name.normalize('NFC').toLowerCase(), claim, (first) => {
      const parameters = { one: operation.name, other: first.what };
      diagnostics.push(report(kinds.operationNameClash, parameters, placeOf(claim), relatedTo(first)));
    });
  }
  return diagnostics;
}
