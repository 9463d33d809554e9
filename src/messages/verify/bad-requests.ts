import { readTree, type TreeElement } from '@soapwright/runtime/xml';
import type { ResolvedOperation } from '../../contract/index.ts';
import type { Deviation } from '../read/deviation.ts';
import { readEnvelope } from '../read/envelope.ts';
import type { MessageReader } from '../read/message-reader.ts';
import { Random } from '../values/random.ts';

/** A request with one mistake, which the contract does not allow. */
export interface BadRequest {
  /** `Find without Number`. */
  readonly what: string;
  readonly envelope: string;
}

/** Mistakes that every service must refuse. Others, such as unknown elements, are passed over by many. */
const mustBeRefused: ReadonlySet<Deviation['kind']> = new Set([
  'missing-element',
  'missing-attribute',
  'value',
  'unknown-enumeration-value',
]);

/** Changes a valid request in that many ways; the same seed chooses the same ones. The last one is cut off. */
export function badRequests(
  operation: ResolvedOperation,
  envelope: string,
  reader: MessageReader,
  { seed, count }: { readonly seed: string; readonly count: number },
): readonly BadRequest[] {
  if (count === 0) return [];
  const random = new Random(`${seed} ${operation.name}`);
  const all = changes(envelope).filter(({ envelope: text }) => isRefused(operation, text, reader));
  const chosen: BadRequest[] = [];
  while (chosen.length < count - 1 && all.length > 0) chosen.push(...all.splice(random.int(0, all.length - 1), 1));
  return [...chosen, { what: 'cut off', envelope: envelope.slice(0, envelope.lastIndexOf(':Body>')) }];
}

function isRefused(operation: ResolvedOperation, envelope: string, reader: MessageReader): boolean {
  const read = readEnvelope(new TextEncoder().encode(envelope));
  if ('kind' in read) return false;
  const hints = { direction: 'request', action: operation.soapAction } as const;
  const found = (reader.check(read, hints)?.deviations ?? []).filter(({ kind }) => kind !== 'version');
  return found.length > 0 && found.every(({ kind }) => mustBeRefused.has(kind));
}

/** The envelope without each element of its body, and with another text in each. */
function changes(envelope: string): BadRequest[] {
  const { root, data } = readTree(new TextEncoder().encode(envelope));
  const between = (start: number, end: number): string => new TextDecoder().decode(data.subarray(start, end));
  const replaced = ({ start, end }: TreeElement, text: string): string =>
    between(0, start) + text + between(end, data.length);
  const visit = (parent: TreeElement): BadRequest[] =>
    parent.children.flatMap((element) => {
      const { local, start, end, tagEnd, closeTag, children } = element;
      const isLeaf = children.length === 0 && closeTag < end;
      const other = `${between(start, tagEnd)}?!${between(closeTag, end)}`;
      return [
        { what: `without ${local}`, envelope: replaced(element, '') },
        ...(isLeaf ? [{ what: `with a wrong ${local}`, envelope: replaced(element, other) }] : []),
        ...visit(element),
      ];
    });
  const body = root.children.find(({ local }) => local === 'Body');
  return (body?.children ?? []).flatMap(visit);
}
