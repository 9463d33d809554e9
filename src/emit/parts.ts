/**
 * Which of several files a name of a large contract is in. It depends on the name alone, so that adding another never moves
 * it; what is named after its place in another thing (`Payment_method`) lies beside that.
 */
export function partOf(name: string, parts: number): number {
  const end = name.indexOf('_', 1);
  const counted = end === -1 ? name.length : end;
  // FNV-1a over UTF-16 code units.
  let hash = 0x811c9dc5;
  for (let at = 0; at < counted; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193) >>> 0;
  return hash % parts;
}

/** File name of a part, without its extension. */
export function partName(part: number): string {
  return `part-${String(part).padStart(3, '0')}`;
}
