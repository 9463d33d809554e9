import type { Findings, Marks, Range } from '../../diagnostics/index.ts';
import type { ComponentKind } from '../language/index.ts';
import { type ComplexType, type Form, type GlobalAttribute, nameKey, type Origin, type QName } from '../model/index.ts';
import type { Located } from './values.ts';
import type { MapEntry, MapNode } from './yaml-node.ts';

/** The meaning of the names in one file of a contract. */
export interface Scope extends SharedScope {
  readonly findings: Findings;
  /** Of names without a prefix. */
  readonly namespace: string;
  readonly prefixes: ReadonlyMap<string, string>;
  readonly formsOf: (namespace: string) => Forms;
  /** The homes of this file that exist already, by namespace. */
  readonly homes: Map<string, Home>;
}

/** State that the files of a contract share. */
export interface SharedScope {
  readonly names: Names;
  readonly marks: Marks;
  /** Builds an anonymous record, whose fields may have anonymous records again. @param entry that has it as its type. */
  readonly buildInnerRecord: (map: MapNode, entry: MapEntry, home: Home) => ComplexType;
}

export interface Forms {
  readonly elementForm: Form;
  readonly attributeForm: Form;
}

/** Where a component is declared: its namespace decides about the names in it. */
export interface Home extends Scope, Forms {
  readonly target: string;
}

export function homeOf(scope: Scope, target: string): Home {
  const existing = scope.homes.get(target);
  if (existing !== undefined) return existing;
  const home = { ...scope, ...scope.formsOf(target), target };
  scope.homes.set(target, home);
  return home;
}

export function originOf({ at }: Located, findings: Findings): Origin {
  const { line = 1, column = 1, length } = findings.place(at);
  return { file: findings.source.file, line, column, length };
}

/** The name of a part of a component: in the namespace of the component if it is qualified, else in none. */
export function formedName(form: Form, home: Home, local: string): QName {
  return { namespace: form === 'qualified' ? home.target : '', local };
}

/** The symbol spaces. */
export type Kind = ComponentKind;

/** As messages name them. */
export const kindNames: Readonly<Record<Kind, string>> = {
  type: 'type',
  element: 'element',
  attribute: 'attribute',
  group: 'group',
  attributeGroup: 'attribute group',
  notation: 'notation',
  header: 'header',
  fault: 'fault',
};

/** The keys of the contract that declare each kind. */
export const sections: Readonly<Record<Kind, string>> = {
  type: '"types" or "records"',
  element: '"elements"',
  attribute: '"attributes"',
  group: '"groups"',
  attributeGroup: '"attributeGroups"',
  notation: '"notations"',
  header: '"headers"',
  fault: '"faults"',
};

export interface Declared {
  readonly name: QName;
  /** The key of the contract that it is declared under. */
  readonly section: string;
  readonly findings: Findings;
  readonly at: Range;
}

/** The names that the files of a contract declare, which all are declared before any component is read. */
export class Names {
  /** Whether every file could be read. Otherwise a missing file may declare an unknown name, which is not reported then. */
  readonly complete: boolean;
  readonly #spaces: Map<Kind, Map<string, Declared>> = new Map();
  /** Global attributes, for references to them. */
  readonly attributes: Map<string, GlobalAttribute> = new Map();

  constructor(complete: boolean) {
    this.complete = complete;
  }

  /** Returns an earlier declaration of the same name, which stays. */
  declare(kind: Kind, declared: Declared): Declared | undefined {
    const space = this.#spaces.get(kind) ?? new Map<string, Declared>();
    this.#spaces.set(kind, space);
    const key = nameKey(declared.name);
    const first = space.get(key);
    if (first === undefined) space.set(key, declared);
    return first;
  }

  find(kind: Kind, name: QName): Declared | undefined {
    return this.#spaces.get(kind)?.get(nameKey(name));
  }

  all(kind: Kind): readonly Declared[] {
    return [...(this.#spaces.get(kind)?.values() ?? [])];
  }
}
