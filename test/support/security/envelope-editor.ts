import { readTree, type TreeElement } from '@soapwright/runtime/xml';
import { elementsWithin } from '../../../security/src/xml-elements.ts';

/** Changes the bytes of a message, which are a text with one character for each. */
export class EnvelopeEditor {
  readonly text: string;
  readonly root: TreeElement;

  constructor(text: string) {
    this.text = text;
    this.root = readTree(Buffer.from(text, 'latin1')).root;
  }

  /** The elements of a name in the order of the document. */
  all(local: string): readonly TreeElement[] {
    return [...elementsWithin(this.root)].filter((element) => element.local === local);
  }

  /** The first element of a name. @throws {Error} without one. */
  one(local: string): TreeElement {
    const [found] = this.all(local);
    if (found === undefined) throw new Error(`There is no ${local}.`);
    return found;
  }

  has(local: string): boolean {
    return this.all(local).length > 0;
  }

  xml({ start, end }: TreeElement): string {
    return this.text.slice(start, end);
  }

  content({ tagEnd, closeTag }: TreeElement): string {
    return this.text.slice(tagEnd, closeTag);
  }

  startTag({ start, tagEnd }: TreeElement): string {
    return this.text.slice(start, tagEnd);
  }

  replaced({ start, end }: TreeElement, xml: string): string {
    return this.#spliced(start, end, xml);
  }

  /** Another content in the element. */
  filled({ tagEnd, closeTag }: TreeElement, content: string): string {
    return this.#spliced(tagEnd, closeTag, content);
  }

  before({ start }: TreeElement, xml: string): string {
    return this.#spliced(start, start, xml);
  }

  after({ end }: TreeElement, xml: string): string {
    return this.#spliced(end, end, xml);
  }

  first({ tagEnd }: TreeElement, xml: string): string {
    return this.#spliced(tagEnd, tagEnd, xml);
  }

  last({ closeTag }: TreeElement, xml: string): string {
    return this.#spliced(closeTag, closeTag, xml);
  }

  /** Adds text to the start tag. */
  tagged({ nameEnd }: TreeElement, attributes: string): string {
    return this.#spliced(nameEnd, nameEnd, attributes);
  }

  #spliced(start: number, end: number, text: string): string {
    return this.text.slice(0, start) + text + this.text.slice(end);
  }
}
