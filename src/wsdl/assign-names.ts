import { type ComponentNames, type Contract, serviceNames } from '../contract/index.ts';
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
  const contract = withDistinctInnerNames(assignProperties(original));
  const assignment = new Assignment(previous);
  // The index of the handlers imports their interface beside their functions.
  const interfaces = contract.services.map((one) => `operation ${serviceNames(one).handlers.toLowerCase()}`);
  assignment.reserve([...serviceKeys(contract), ...interfaces]);
  assignment.assign(contract.portTypes.flatMap(operationClaimants));
  const operationsNamed = withNames(contract, assignment.changed);
  assignment.assign([...schemaClaimants(contract), ...messageClaimants(operationsNamed)]);
  const references = referenceNames(contract, assignment.changed);
  return {
    contract: withNames(contract, new Map([...assignment.changed, ...references])),
    names: assignment.names,
  };
}

class Assignment {
  /** Names that are not what the components would have. */
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
      if (typeScriptName === undefined) return true;
      this.#take(claimant, typeScriptName);
      return false;
    });
    const others = waiting.filter((claimant) => {
      const before = this.#before(claimant);
      if (before === undefined || !this.#isFree(claimant, before)) return true;
      this.#take(claimant, before);
      return false;
    });
    for (const claimant of others) {
      for (const name of claimant.candidates()) {
        if (!this.#isFree(claimant, name)) continue;
        this.#take(claimant, name);
        break;
      }
    }
  }

  #before({ namespace, key }: Claimant): string | undefined {
    const names = Object.hasOwn(this.#previous, namespace) ? this.#previous[namespace] : undefined;
    return names !== undefined && Object.hasOwn(names, key) ? names[key] : undefined;
  }

  #isFree({ declared }: Claimant, name: string): boolean {
    for (const key of declared(name)) if (this.#taken.has(key)) return false;
    return true;
  }

  #take({ namespace, key, component, declared, candidates }: Claimant, name: string): void {
    this.reserve(declared(name));
    const [own] = candidates();
    if (name !== own) this.changed.set(component, name);
    // A name that the WSDL or its overlay gives is not kept when they no longer give it.
    if (component.typeScriptName === name) return;
    const names = this.#names.get(namespace) ?? new Map<string, string>();
    this.#names.set(namespace, names.set(key, name));
  }
}
