import { type ComponentNames, type Contract, serviceNames } from '../model/index.ts';
import { assignProperties } from './assign-properties.ts';
import { type Claimant, messageClaimants, operationClaimants, schemaClaimants, serviceKeys } from './claimants.ts';
import { withDistinctInnerNames } from './inner-names.ts';
import { referenceNames } from './reference-names.ts';
import { withNames } from './rename.ts';

export interface NamedContract {
  readonly contract: Contract;
  /** Of all operations, and of all types, groups, elements and messages that have names. */
  readonly names: ComponentNames;
}

/**
 * The contract with other names in TypeScript for components whose names would clash. Whatever has a name in the contract
 * keeps it; whatever had one in `previous` keeps that, so that a new component takes no name away.
 */
export function assignNames(original: Contract, previous: ComponentNames = {}): NamedContract {
  const { contract, declared } = withDistinctInnerNames(assignProperties(original));
  const assignment = new Assignment(previous);
  // The index of the handlers imports their interface beside their functions.
  const interfaces = contract.services
    .slice(0, 1)
    .map((one) => `operation ${serviceNames(one).handlers.toLowerCase()}`);
  assignment.reserve([...serviceKeys(contract, declared), ...interfaces]);
  assignment.assign(contract.portTypes.flatMap((portType, index) => operationClaimants(portType, index)));
  const operationsNamed = withNames(contract, assignment.changed);
  assignment.assign([...schemaClaimants(contract, declared), ...messageClaimants(operationsNamed, declared)]);
  const references = referenceNames(contract, assignment.changed);
  return {
    contract: withNames(contract, new Map([...assignment.changed, ...references])),
    names: assignment.names,
  };
}

class Assignment {
  /** Names that differ from the components' usual ones. */
  readonly changed: Map<Claimant['component'], string> = new Map();
  readonly #previous: ComponentNames;
  readonly #taken: Set<string> = new Set();
  readonly #names: Map<string, Map<string, string>> = new Map();

  constructor(previous: ComponentNames) {
    this.#previous = previous;
  }

  get names(): ComponentNames {
    return Object.fromEntries([...this.#names].map(([namespace, names]) => [namespace, Object.fromEntries(names)]));
  }

  reserve(keys: Iterable<string>): void {
    for (const key of keys) this.#taken.add(key);
  }

  assign(claimants: readonly Claimant[]): void {
    const waiting = claimants.filter((claimant) => {
      const { typeScriptName } = claimant.component;
      if (typeScriptName !== undefined) this.#take(claimant, typeScriptName, [...claimant.declared(typeScriptName)]);
      return typeScriptName === undefined;
    });
    const others = waiting.filter((claimant) => {
      const before = this.#before(claimant);
      return before === undefined || !this.#takeIfFree(claimant, before);
    });
    for (const claimant of others) {
      for (const name of claimant.candidates()) if (this.#takeIfFree(claimant, name)) break;
    }
  }

  #before({ namespace, key }: Claimant): string | undefined {
    const names = Object.hasOwn(this.#previous, namespace) ? this.#previous[namespace] : undefined;
    return names !== undefined && Object.hasOwn(names, key) ? names[key] : undefined;
  }

  #takeIfFree(claimant: Claimant, name: string): boolean {
    const keys = [...claimant.declared(name)];
    if (keys.some((key) => this.#taken.has(key))) return false;
    this.#take(claimant, name, keys);
    return true;
  }

  #take({ namespace, key, component, candidates }: Claimant, name: string, keys: readonly string[]): void {
    this.reserve(keys);
    const [own] = candidates();
    if (name !== own) this.changed.set(component, name);
    // A name that the WSDL or its overlay gives is not kept when they no longer give it.
    if (component.typeScriptName === name) return;
    const names = this.#names.get(namespace) ?? new Map<string, string>();
    this.#names.set(namespace, names.set(key, name));
  }
}
