import type { QName } from './model.ts';
import type { Declaration } from './structure.ts';

/** What gets a name in TypeScript, in order, and the schema that what is laid out at the moment belongs to. */
export class Declarations {
  #list: Declaration[] = [];
  /** What is declared in groups and for substitution groups, wherever they were met first. */
  readonly #shared: Set<Declaration> = new Set();
  #namespace: string;

  /** @param namespace of the schema that holds what is laid out at first. */
  constructor(namespace: string) {
    this.#namespace = namespace;
  }

  /** So far. */
  get all(): readonly Declaration[] {
    return [...this.#list];
  }

  /** Of the schema that holds what is laid out. */
  get namespace(): string {
    return this.#namespace;
  }

  /** Lays out what the schema of a component holds; one without a name is in the same as what is around it. */
  in<T>(name: QName | undefined, make: () => T): T {
    const outer = this.#namespace;
    if (name !== undefined) this.#namespace = name.namespace;
    const made = make();
    this.#namespace = outer;
    return made;
  }

  /** Declares what `make` makes, and behind it what is declared meanwhile. */
  within<T extends Declaration>(make: () => T): T {
    const outer = this.#list;
    this.#list = [];
    const made = make();
    outer.push(made, ...this.#list);
    this.#list = outer;
    return made;
  }

  /** Remembers what `make` declares as belonging to no type. */
  sharing<T>(make: () => T): T {
    const before = this.#list.length;
    const made = make();
    for (const one of this.#list.slice(before)) this.#shared.add(one);
    return made;
  }

  /** Of what `make` declares, choices and groups that belong to one type alone get no name. */
  withoutGroups<T>(make: () => T): T {
    const outer = this.#list;
    this.#list = [];
    const made = make();
    this.#list = [...outer, ...this.#list.filter((one) => one.kind === 'structure' || this.#shared.has(one))];
    return made;
  }
}
