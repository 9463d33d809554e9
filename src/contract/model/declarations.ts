import type { QName } from './model.ts';
import type { Declaration } from './resolved-structures.ts';

/** Collects declarations in output order, and tracks the namespace of the component that is being resolved. */
export class Declarations {
  #list: Declaration[] = [];
  /** Declarations in groups and substitution groups, which belong to no single type. */
  readonly #shared: Set<Declaration> = new Set();
  #namespace: string;

  constructor(namespace: string) {
    this.#namespace = namespace;
  }

  get all(): readonly Declaration[] {
    return [...this.#list];
  }

  /** Namespace of the schema that contains the current component. */
  get namespace(): string {
    return this.#namespace;
  }

  /** Runs `build` in the namespace of a component. An anonymous component has the namespace of its parent. */
  inNamespaceOf<T>(name: QName | undefined, build: () => T): T {
    const outer = this.#namespace;
    if (name !== undefined) this.#namespace = name.namespace;
    const result = build();
    this.#namespace = outer;
    return result;
  }

  /** Adds the result of `build`, followed by the declarations that `build` adds. */
  declare<T extends Declaration>(build: () => T): T {
    const outer = this.#list;
    this.#list = [];
    const result = build();
    outer.push(result, ...this.#list);
    this.#list = outer;
    return result;
  }

  /** Marks the declarations that `build` adds as shared between types. */
  share<T>(build: () => T): T {
    const start = this.#list.length;
    const result = build();
    for (const declaration of this.#list.slice(start)) this.#shared.add(declaration);
    return result;
  }

  /** Drops choices and groups that `build` adds, unless they are shared between types. */
  dropGroups<T>(build: () => T): T {
    const outer = this.#list;
    this.#list = [];
    const result = build();
    this.#list = [...outer, ...this.#list.filter((one) => one.kind === 'structure' || this.#shared.has(one))];
    return result;
  }
}
