import { XmlBytesReader } from '../../../runtime/src/xml/bytes-reader.ts';
import { children, openChildren } from '../../../runtime/src/xml/codec-tables.ts';
import { END } from '../../../runtime/src/xml/reader.ts';
import { type Node, sorted } from './tree.ts';

const whatever = openChildren(children());

/** Reads elements as a tree: xsi:nil and xsi:type are attributes like others. */
export class TreeReader extends XmlBytesReader {
  /** The open element, through its end tag. */
  tree(): Node {
    const { namespace, local } = this;
    const attributes = sorted(this.attributes().map((one) => [one.namespace, one.local, one.value]));
    const content: (Node | string)[] = [];
    this.elements.attributes.instance = 0;
    while (this.piece(whatever, content) !== END) content.push(this.tree());
    return { namespace, local, attributes, children: content };
  }
}
