/** An element as any parser would see it: names resolved, references too, comments and instructions left out. */
export interface Node {
  readonly namespace: string;
  readonly local: string;
  /** Namespace, local name and value of each, sorted by the two; namespace declarations are none. */
  readonly attributes: readonly (readonly [namespace: string, local: string, value: string])[];
  /** Elements, and the text between them, never two texts in a row and none that is empty. */
  readonly children: readonly (Node | string)[];
  /** Whether it contains a CDATA section, possibly empty. */
  readonly cdata?: boolean;
}

/** Adds text behind what came last. */
export function addText(children: (Node | string)[], text: string): void {
  if (text === '') return;
  const last = children.at(-1);
  if (typeof last === 'string') children[children.length - 1] = last + text;
  else children.push(text);
}

export function sorted(attributes: [string, string, string][]): [string, string, string][] {
  return attributes.sort(([a, b], [c, d]) => (a === c ? (b < d ? -1 : 1) : a < c ? -1 : 1));
}

/** Where two trees differ; undefined where they do not. */
export function differenceOf(one: Node | string, other: Node | string, path = ''): string | undefined {
  if (typeof one === 'string' || typeof other === 'string') {
    return one === other ? undefined : `${path}: ${shown(one)} and ${shown(other)}`;
  }
  const here = `${path}/${one.local}`;
  if (one.local !== other.local || one.namespace !== other.namespace) {
    return `${here}: ${shown(one)} and ${shown(other)}`;
  }
  const [ours, theirs] = [JSON.stringify(one.attributes), JSON.stringify(other.attributes)];
  if (ours !== theirs) return `${here}: attributes ${ours} and ${theirs}`;
  for (let at = 0; at < Math.max(one.children.length, other.children.length); at++) {
    const [mine, its] = [one.children[at], other.children[at]];
    if (mine === undefined || its === undefined) return `${here}: ${shown(mine)} and ${shown(its)}`;
    const found = differenceOf(mine, its, here);
    if (found !== undefined) return found;
  }
  return undefined;
}

function shown(node: Node | string | undefined): string {
  if (node === undefined) return 'nothing';
  return typeof node === 'string' ? JSON.stringify(node) : JSON.stringify(`{${node.namespace}}${node.local}`);
}

export function depthOf(node: Node): number {
  let most = 0;
  for (const child of node.children) if (typeof child !== 'string') most = Math.max(most, depthOf(child));
  return most + 1;
}
