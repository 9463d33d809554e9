import type { TreeElement } from '@soapwright/runtime/xml';
import { wsu } from '../../names.ts';
import { SecurityError } from '../../security-error.ts';
import { elementsWithin } from '../../xml-elements.ts';
import { shown } from './algorithms.ts';

const XML = 'http://www.w3.org/XML/1998/namespace';

/** Whether a reference can mean an attribute: wsu:Id, xml:id, and the Id, ID and AssertionID of signatures and assertions. */
function isIdentifier(namespace: string, local: string): boolean {
  if (namespace === wsu) return local === 'Id';
  if (namespace === XML) return local === 'id';
  return namespace === '' && (local === 'Id' || local === 'ID' || local === 'AssertionID' || local === 'id');
}

/** The elements of a document by their identifiers. */
export class Identifiers {
  readonly #elements = new Map<string, TreeElement | 'several'>();

  constructor(root: TreeElement) {
    for (const element of elementsWithin(root)) {
      for (const { namespace, local, value } of element.attributes) {
        if (!isIdentifier(namespace, local)) continue;
        const known = this.#elements.get(value);
        this.#elements.set(value, known === undefined || known === element ? element : 'several');
      }
    }
  }

  /** The element with an identifier; undefined for none. @throws {SecurityError} `reference` for several. */
  find(id: string): TreeElement | undefined {
    const found = this.#elements.get(id);
    if (found !== 'several') return found;
    throw new SecurityError('reference', `Several elements have the identifier ${shown(id)}.`);
  }

  /**
   * The element that a same-document reference means.
   *
   * @param uri `#` and an identifier; no XPointer, nothing outside of the document.
   * @throws {SecurityError} `reference` for none, for several, and for another URI.
   */
  resolve(uri: string): TreeElement {
    if (!/^#[^\s#()/?:]+$/u.test(uri)) {
      throw new SecurityError('reference', `The reference ${shown(uri)} is not to an element of the message.`);
    }
    const found = this.find(uri.slice(1));
    if (found !== undefined) return found;
    throw new SecurityError('reference', `Nothing has the identifier ${shown(uri.slice(1))}.`);
  }
}
