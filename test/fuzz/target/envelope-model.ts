import type { Version } from '../../../runtime/src/soap/version.ts';
import type { Node } from '../oracle/tree.ts';

export interface ExpectedEnvelope {
  readonly blocks: readonly {
    readonly node: Node;
    readonly role: string | undefined;
    readonly mustUnderstand: boolean;
  }[];
  readonly body: Node | undefined;
}

interface Name {
  readonly namespace: string;
  readonly local: string;
}

const ROLES: readonly (string | undefined)[] = [
  undefined,
  'http://schemas.xmlsoap.org/soap/actor/next',
  'http://www.w3.org/2003/05/soap-envelope/role/next',
  'http://www.w3.org/2003/05/soap-envelope/role/ultimateReceiver',
];

/** The content of an envelope, from its tree; or the reason to reject it (rules T2, D5, D6), in document order. */
export function expectedEnvelope(root: Node, version: Version, understood: readonly Name[]): ExpectedEnvelope | string {
  if (root.local !== 'Envelope') return 'no envelope';
  if (root.namespace !== version.namespace) return 'VersionMismatch';
  const parts = elementsOf(root);
  if (parts === undefined) return 'text in the envelope';
  const is = (node: Node | undefined, local: string): boolean =>
    node?.local === local && node.namespace === version.namespace;
  const header = is(parts[0], 'Header') ? parts.shift() : undefined;
  let blocks: ExpectedEnvelope['blocks'] = [];
  if (header !== undefined) {
    const read = header === undefined ? [] : blocksOf(header, version);
    if (typeof read === 'string') return read;
    blocks = read;
    const missed = blocks.some(
      ({ node, role, mustUnderstand }) =>
        mustUnderstand &&
        ROLES.includes(role) &&
        !understood.some(({ namespace, local }) => namespace === node.namespace && local === node.local),
    );
    if (missed && wellPlaced(root, header)) return 'MustUnderstand';
    if (missed) return 'not understood';
  }
  const [body, ...rest] = parts;
  if (body === undefined || !is(body, 'Body') || rest.length > 0) return 'another structure';
  const content = elementsOf(body);
  if (content === undefined || content.length > 1) return 'another body';
  return { blocks, body: content[0] };
}

/** Whether everything before the header is valid: the first error is reported. */
function wellPlaced(root: Node, header: Node): boolean {
  return root.children.slice(0, root.children.indexOf(header)).every((child) => typeof child === 'string');
}

/** The elements in an element; undefined when there is text between them. */
function elementsOf({ children }: Node): Node[] | undefined {
  const elements: Node[] = [];
  for (const child of children) {
    if (typeof child !== 'string') elements.push(child);
    else if (/[^ \t\r\n]/.test(child)) return undefined;
  }
  return elements;
}

function blocksOf(header: Node, version: Version): ExpectedEnvelope['blocks'] | string {
  const elements = elementsOf(header);
  if (elements === undefined) return 'text in the header';
  const blocks: ExpectedEnvelope['blocks'][number][] = [];
  for (const node of elements) {
    const find = (name: string): string | undefined =>
      node.attributes.find(([namespace, local]) => namespace === version.namespace && local === name)?.[2].trim();
    const role = find(version.name === '1.1' ? 'actor' : 'role') || undefined;
    const value = find('mustUnderstand');
    const mustUnderstand = value === '1' || value === 'true';
    const isBoolean = value === undefined || mustUnderstand || value === '0' || value === 'false';
    if (!isBoolean && ROLES.includes(role)) return 'mustUnderstand is not a boolean';
    blocks.push({ node, role, mustUnderstand });
  }
  return blocks;
}
