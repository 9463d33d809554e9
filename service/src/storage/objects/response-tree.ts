import { leafText, readTree, type TreeElement, XmlError } from '@soapwright/runtime/xml';

/** A body of an S3 store. Names are read in any namespace: stores disagree on it. */
export interface ResponseTree {
  readonly root: TreeElement;
  /** The text of the first child with a name; empty without one. */
  readonly textIn: (parent: TreeElement, name: string) => string;
}

/** A listing of 1,000 objects has 8 elements for each, some stores more. */
const limits = { maxElements: 1_000_000 };

/** Undefined for a body that is not well-formed XML, such as the page of a proxy. */
export function readResponse(body: Uint8Array): ResponseTree | undefined {
  try {
    const { root, data } = readTree(body, { limits });
    const textIn = (parent: TreeElement, name: string): string => {
      const child = parent.children.find(({ local }) => local === name);
      return child === undefined ? '' : leafText(child, data);
    };
    return { root, textIn };
  } catch (error) {
    if (error instanceof XmlError) return undefined;
    throw error;
  }
}
