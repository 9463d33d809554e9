import { type GlobalAttribute, keyOf, type QName } from '../contract/index.ts';
import type { Findings } from './findings.ts';
import type { Range } from './node.ts';

/** What names stand for, each in a symbol space of its own; headers and faults are no components of XML Schema. */
export type Kind = 'type' | 'element' | 'attribute' | 'group' | 'attributeGroup' | 'header' | 'fault';

/** How a message calls it. */
export const kindNames: Readonly<Record<Kind, string>> = {
  type: 'type',
  element: 'element',
  attribute: 'attribute',
  group: 'group',
  attributeGroup: 'attribute group',
  header: 'header',
  fault: 'fault',
};

/** Under which key of the contract its kind is declared. */
export const sections: Readonly<Record<Kind, string>> = {
  type: '"types" or "records"',
  element: '"elements"',
  attribute: '"attributes"',
  group: '"groups"',
  attributeGroup: '"attributeGroups"',
  header: '"headers"',
  fault: '"faults"',
};

export interface Declared {
  readonly name: QName;
  /** The key of the contract that it stands under. */
  readonly section: string;
  readonly findings: Findings;
  readonly at: Range;
}

/** Everything that the files of a contract declare, before any of it is looked at. */
export class Names {
  /** Without it a name may be in a file that could not be read: that it is unknown is no second mistake. */
  readonly complete: boolean;
  readonly #spaces: Map<Kind, Map<string, Declared>> = new Map();
  /** What references to attributes stand for, when all have been read. */
  readonly attributes: Map<string, GlobalAttribute> = new Map();

  constructor(complete: boolean) {
    this.complete = complete;
  }

  /** The one that has the name already, if there is one: it keeps it. */
  declare(kind: Kind, declared: Declared): Declared | undefined {
    const space = this.#spaces.get(kind) ?? new Map<string, Declared>();
    this.#spaces.set(kind, space);
    const key = keyOf(declared.name);
    const first = space.get(key);
    if (first === undefined) space.set(key, declared);
    return first;
  }

  find(kind: Kind, name: QName): Declared | undefined {
    return this.#spaces.get(kind)?.get(keyOf(name));
  }

  all(kind: Kind): readonly Declared[] {
    return [...(this.#spaces.get(kind)?.values() ?? [])];
  }
}
