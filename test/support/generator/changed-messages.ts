import { readTree, type TreeElement } from '@soapwright/runtime/xml';

/** A message with one change. */
export interface ChangedMessage {
  /** `without Number`. */
  readonly change: string;
  readonly text: string;
}

/** A document with each of its elements left out, doubled, exchanged with the next one, renamed, or with another text. */
export function changedMessages(document: string): readonly ChangedMessage[] {
  const { root, data } = readTree(new TextEncoder().encode(document));
  const between = (start: number, end: number): string => new TextDecoder().decode(data.subarray(start, end));
  const before = (element: TreeElement): string => between(0, element.start);
  const after = (element: TreeElement): string => between(element.end, data.length);
  const visit = (parent: TreeElement): readonly ChangedMessage[] =>
    parent.children.flatMap((element, index) => {
      const { local, start, end } = element;
      const own = between(start, end);
      const next = parent.children[index + 1];
      const start1 = before(element);
      const rest = after(element);
      const swapped = next && start1 + between(next.start, next.end) + between(end, next.start) + own + after(next);
      const renamed = own.replace(/^<([^\s/>]+)/, '<$1x').replace(/<\/([^\s>]+)(\s*>)$/, '</$1x$2');
      const isLeaf = element.children.length === 0 && own.includes('</');
      const otherText = `${between(start, element.tagEnd)}?!${own.slice(own.lastIndexOf('</'))}`;
      return [
        { change: `without ${local}`, text: start1 + rest },
        { change: `${local} twice`, text: start1 + own + own + rest },
        { change: `${local} renamed`, text: start1 + renamed + rest },
        ...(swapped === undefined ? [] : [{ change: `${local} after ${next?.local}`, text: swapped }]),
        ...(isLeaf ? [{ change: `${local} with another text`, text: start1 + otherText + rest }] : []),
        ...visit(element),
      ];
    });
  return visit(root);
}
