import {
  type Annotated,
  type Contract,
  componentIndexOf,
  componentNameOf,
  type DeclaredName,
  DeclaredNames,
  Properties,
  propertyScopes,
  requestTypeNameOf,
  responseTypeNameOf,
  typeNameOf,
} from '../model/index.ts';
import { withNames } from './rename.ts';

/** A contract with the names that its components declare. */
interface DistinctInside {
  readonly contract: Contract;
  readonly declared: DeclaredNames;
}

/**
 * The contract with other names for properties whose types would have the name of another type in the same type: `a_b` has
 * the type `T_a_b`, and so has the `b` in `a`.
 */
export function withDistinctInnerNames(contract: Contract): DistinctInside {
  for (let current = contract; ; ) {
    const chosen = new Map<Annotated, string>();
    let names: Set<string> | undefined;
    const used = (): Set<string> => {
      names ??= propertyNames(current);
      return names;
    };
    const declared = new DeclaredNames(current);
    for (const one of nestedNames(current, declared)) renameRepeated(one, chosen, used);
    if (chosen.size === 0) return { contract: current, declared };
    current = withNames(current, chosen);
  }
}

/** The names that each component declares. */
function* nestedNames(contract: Contract, names: DeclaredNames): Iterable<Iterable<DeclaredName>> {
  for (const operation of contract.portTypes.flatMap(({ operations }) => operations)) {
    yield names.ofMessage(operation, 'input', requestTypeNameOf(operation));
    yield names.ofMessage(operation, 'output', responseTypeNameOf(operation));
  }
  for (const { types, groups, elements } of contract.schemas) {
    for (const type of types) yield names.ofType(type, typeNameOf(type));
    for (const group of groups) yield names.ofGroup(group, componentNameOf(group));
    for (const element of elements) yield names.ofElement(element, componentNameOf(element));
  }
}

/** @param used names of all properties. */
function renameRepeated(
  declared: Iterable<DeclaredName>,
  chosen: Map<Annotated, string>,
  used: () => Set<string>,
): void {
  const found = new Map<string, DeclaredName>();
  for (const one of declared) {
    if (one.space !== 'type') continue;
    const first = found.get(one.name);
    if (first === undefined) found.set(one.name, one);
    const property = first && propertyToRename(one, first);
    if (property === undefined) continue;
    const names = used();
    let count = 2;
    while (names.has(`${property.name}${count}`)) count++;
    names.add(`${property.name}${count}`);
    chosen.set(property.component, `${property.name}${count}`);
  }
}

/** One of the two that nobody has named, if possible. */
function propertyToRename(one: DeclaredName, first: DeclaredName): DeclaredName['property'] {
  const properties = [one.property, first.property].flatMap((property) => property ?? []);
  return properties.find(({ component }) => component.typeScriptName === undefined) ?? properties[0];
}

function propertyNames(contract: Contract): Set<string> {
  const index = componentIndexOf(contract);
  const scopes = [...propertyScopes(contract, index, new Properties(index))];
  return new Set(scopes.flatMap(({ own }) => own.map(({ name }) => name)));
}
