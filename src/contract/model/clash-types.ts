import { type Diagnostic, contract as kinds, report } from '../../diagnostics/index.ts';
import { ClaimedNames, locationOf, lower, relatedTo } from './claimed-names.ts';
import { type DeclaredName, DeclaredNames } from './declared-names.ts';
import type { Contract } from './model.ts';
import { componentNameOf, requestTypeNameOf, responseTypeNameOf, typeNameOf } from './naming.ts';

/** Clashes between top-level names of generated modules: types and those nested in them, constants of faults and headers. */
export function typeClashes(contract: Contract): readonly Diagnostic[] {
  const spaces = new Map<string, ClaimedNames>();
  const diagnostics: Diagnostic[] = [];
  for (const declared of allNames(contract)) {
    const names = spaces.get(declared.space) ?? new ClaimedNames();
    spaces.set(declared.space, names);
    const { name, what } = declared;
    const first = names.claim(name, declared);
    if (first === undefined) continue;
    const parameters = { one: what, other: lower(first.what), name };
    diagnostics.push(report(kinds.typeNameClash, parameters, locationOf(declared), relatedTo(first)));
  }
  return diagnostics;
}

function* allNames(contract: Contract): Iterable<DeclaredName> {
  const names = new DeclaredNames(contract);
  const { services, portTypes, schemas } = contract;
  for (const service of services.slice(0, 1)) yield* names.ofService(service);
  yield* names.ofOtherClients();
  for (const operation of portTypes.flatMap(({ operations }) => operations)) {
    yield* names.ofMessage(operation, 'input', requestTypeNameOf(operation));
    yield* names.ofMessage(operation, 'output', responseTypeNameOf(operation));
  }
  for (const { types, groups, elements } of schemas) {
    for (const type of types) yield* names.ofType(type, typeNameOf(type));
    for (const group of groups) yield* names.ofGroup(group, componentNameOf(group));
    for (const element of elements) yield* names.ofElement(element, componentNameOf(element));
  }
}
