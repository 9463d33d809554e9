import type { ResolvedOperation, ResolvedService, SimpleDefinition } from '../contract/index.ts';
import { byName, type Documented, Places, titleOf } from './places.ts';
import { operationRoots, Uses } from './uses.ts';

/** A sample message. */
export interface ReferenceSample {
  readonly version: string;
  readonly kind: 'request' | 'response' | 'fault';
  /** Of a fault: its name. */
  readonly fault: string;
  /** Empty for the response of a one-way operation. */
  readonly envelope: string;
}

/** A change that breaks callers. */
export interface ReferenceChange {
  readonly rule: string;
  readonly message: string;
  readonly remedy?: string | undefined;
  /** `records/Order/Number`, `operations/Find`. */
  readonly path: string;
}

/** The comparison with an older version of the contract. */
export interface ReferenceChanges {
  /** The older version, as the user named it. */
  readonly since: string;
  readonly before: ResolvedService;
  readonly findings: readonly ReferenceChange[];
  /** What becomes of peers: `old clients` and `work`. */
  readonly verdicts: readonly (readonly [concern: string, text: string])[];
}

export interface ReferenceInput {
  readonly service: ResolvedService;
  readonly samples: ReadonlyMap<string, readonly ReferenceSample[]>;
  readonly changes?: ReferenceChanges | undefined;
}

/** A contract as the pages of its reference need it. */
export class Reference {
  readonly service: ResolvedService;
  readonly samples: ReferenceInput['samples'];
  readonly changes: ReferenceChanges | undefined;
  /** Alphabetical. */
  readonly operations: readonly ResolvedOperation[];
  /** Alphabetical: all types with a page. */
  readonly types: readonly Documented[];
  readonly places: Places;
  readonly uses: Uses;
  readonly definitions: ReadonlyMap<string, SimpleDefinition>;
  readonly #operationsByIdentifier: ReadonlyMap<string, ResolvedOperation>;
  readonly #newOperations: ReadonlySet<string>;
  readonly #newTypes: ReadonlySet<string>;

  constructor({ service, samples, changes }: ReferenceInput) {
    this.service = service;
    this.samples = samples;
    this.changes = changes;
    const types = documentedOf(service);
    this.types = [...types].sort((one, other) => byName(titleOf(one), titleOf(other)));
    this.places = new Places(service, this.types);
    this.operations = [...service.operations].sort((one, other) => byName(one.name, other.name));
    this.#operationsByIdentifier = new Map(service.operations.map((one) => [one.identifier, one]));
    this.uses = new Uses(service);
    this.definitions = new Map(service.simpleTypes.map(({ typeName, definition }) => [typeName, definition]));
    const before = changes?.before;
    const known = new Set(before?.operations.map(({ name }) => name));
    const knownTypes = new Set(before && documentedOf(before).map(titleOf));
    const isNew = (name: string, among: ReadonlySet<string>): boolean => before !== undefined && !among.has(name);
    const added = this.operations.filter(({ name }) => isNew(name, known));
    this.#newOperations = new Set(added.map(({ identifier }) => identifier));
    const addedTypes = this.types.filter((type) => isNew(titleOf(type), knownTypes));
    this.#newTypes = new Set(addedTypes.map(({ typeName }) => typeName));
  }

  operationName(identifier: string): string {
    return this.#operationsByIdentifier.get(identifier)?.name ?? identifier;
  }

  isNewOperation(identifier: string): boolean {
    return this.#newOperations.has(identifier);
  }

  isNewType(typeName: string): boolean {
    return this.#newTypes.has(typeName);
  }

  /** Changes of an operation, or of a type by its name in the schema. */
  changesOf(kind: 'operation' | 'type', name: string): readonly ReferenceChange[] {
    return (this.changes?.findings ?? []).filter(({ path }) => {
      const [first, second] = path.split('/');
      return second === name && (first === 'operations') === (kind === 'operation');
    });
  }
}

/** The types that have pages: all but the wrappers of messages, and choices and groups, which are shown where they are. */
export function documentedOf(service: ResolvedService): readonly Documented[] {
  const roots = operationRoots(service);
  const declarations = [...service.messages, ...service.declarations].filter(
    (one): one is Exclude<Documented, { definition: unknown }> =>
      (one.kind === 'structure' || one.kind === 'polymorphic') && !roots.has(one.typeName),
  );
  return [...declarations, ...service.simpleTypes];
}
