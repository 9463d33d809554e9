import type { CST } from 'yaml';

export type FlowItem = CST.FlowCollection['items'][number];

/** A value on one line, without what follows it; undefined if it has comments inside, or a scalar of several lines. */
export function lineOf(token: CST.Token): string | undefined {
  if (token.type === 'flow-collection') return lineOfCollection(token);
  if (!isFlowScalar(token) || token.source.includes('\n')) return undefined;
  return token.source;
}

/** @returns undefined for a comment inside of the brackets; comments that follow them are of the line. */
function lineOfCollection({ start, items }: CST.FlowCollection): string | undefined {
  const texts: string[] = [];
  for (const item of items) {
    const text = lineOfItem(item);
    if (text === undefined) return undefined;
    if (!isEmpty(item)) texts.push(text);
  }
  const isMap = start.source === '{';
  if (texts.length === 0) return isMap ? '{}' : '[]';
  return isMap ? `{ ${texts.join(', ')} }` : `[${texts.join(', ')}]`;
}

function lineOfItem({ start, key, sep, value }: FlowItem): string | undefined {
  if (hasComment(start) || hasComment(sep)) return undefined;
  const keyText = key ? lineOf(key) : '';
  const valueText = value ? lineOf(value) : '';
  if (hasComment(endOf(key)) || hasComment(endOf(value))) return undefined;
  if (keyText === undefined || valueText === undefined) return undefined;
  const colon = sep?.some(({ type }) => type === 'map-value-ind') ? ':' : '';
  const head = key?.type === 'alias' && colon !== '' ? `${keyText} ${colon}` : `${keyText}${colon}`;
  return [...wordsOf(start), head, ...wordsOf(sep), valueText].filter((text) => text !== '').join(' ');
}

/** Anchors and the mark of an explicit key. */
function wordsOf(tokens: readonly CST.SourceToken[] = []): readonly string[] {
  return tokens.flatMap(({ type, source }) =>
    type === 'anchor' || type === 'tag' || type === 'explicit-key-ind' ? [source] : [],
  );
}

/** What follows the last comma. */
export function isEmpty({ key, sep, value, start }: FlowItem): boolean {
  return !key && !value && (sep ?? []).length === 0 && wordsOf(start).length === 0;
}

/** What follows a scalar or a closing bracket: spaces, comments and line breaks. */
export function endOf(token: CST.Token | null | undefined): readonly CST.SourceToken[] {
  if (!token || !('end' in token)) return [];
  return token.type === 'flow-collection' ? token.end.slice(1) : (token.end ?? []);
}

function hasComment(tokens: readonly CST.SourceToken[] = []): boolean {
  return tokens.some(({ type }) => type === 'comment');
}

export function isFlowScalar(token: CST.Token): token is CST.FlowScalar {
  return /^(?:alias|scalar|single-quoted-scalar|double-quoted-scalar)$/.test(token.type);
}

/** Whether a map or list between brackets means the same with each entry on a line, without brackets. */
export function canBeBlock({ start, items }: CST.FlowCollection): boolean {
  const isMap = start.source === '{';
  const filled = items.filter((item) => !isEmpty(item));
  return filled.length > 0 && filled.every((item) => isBlockItem(item, isMap));
}

function isBlockItem({ start, key, sep = [], value }: FlowItem, ofMap: boolean): boolean {
  if (wordsOf(start).length > 0 || wordsOf(sep).length > 0 || !value) return false;
  if (!ofMap) return !key;
  return key !== undefined && key !== null && isFlowScalar(key) && key.type !== 'alias' && !key.source.includes('\n');
}
