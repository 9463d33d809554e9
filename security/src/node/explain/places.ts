import type { TreeElement } from '@soapwright/runtime/xml';
import { elementsWithin } from '../../xml-elements.ts';

/** The elements of a document with their parents. */
export class Places {
  readonly root: TreeElement;
  readonly #parents = new Map<TreeElement, TreeElement>();

  constructor(root: TreeElement) {
    this.root = root;
    for (const element of elementsWithin(root)) for (const child of element.children) this.#parents.set(child, element);
  }

  parentOf(element: TreeElement): TreeElement | undefined {
    return this.#parents.get(element);
  }

  /** Local names from the root on, with a number where several have one name: `Envelope/Body`. */
  path(element: TreeElement): string {
    const names: string[] = [];
    for (let at: TreeElement | undefined = element; at !== undefined; at = this.#parents.get(at)) {
      const { namespace, local } = at;
      const alike =
        this.#parents.get(at)?.children.filter((one) => one.local === local && one.namespace === namespace) ?? [];
      names.unshift(alike.length > 1 ? `${local}[${alike.indexOf(at) + 1}]` : local);
    }
    return names.join('/');
  }
}
