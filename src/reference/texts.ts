import type { Block, Inline, Text } from './document.ts';

/** Longest paragraph, in UTF-16 code units: part of a page. */
const longestParagraph = 4_000;

/** Documentation in one line: words between backticks are code. */
export function docText(doc: string | undefined): Text {
  const text = doc?.trim().replace(/\s+/g, ' ') ?? '';
  if (text === '') return [];
  return text
    .split(/(`[^`]+`)/)
    .filter((part) => part !== '')
    .map((part): Inline => (/^`[^`]+`$/.test(part) ? { code: part.slice(1, -1) } : part));
}

/** Documentation as paragraphs. */
export function docBlocks(doc: string | undefined, kind: 'lead' | 'text' = 'text'): readonly Block[] {
  return (doc ?? '')
    .split(/\n\s*\n/)
    .flatMap(pieces)
    .map(docText)
    .filter((text) => text.length > 0)
    .map((text) => ({ kind, text }));
}

/** The first sentence, for lists. */
export function summary(doc: string | undefined): string {
  const text = doc?.trim().replace(/\s+/g, ' ') ?? '';
  const [sentence = ''] = text.split(/(?<=[.!?])\s/);
  return sentence.length <= 160 ? sentence : `${sentence.slice(0, 157)}…`;
}

/** A paragraph of any length in pieces, cut between words. */
function pieces(paragraph: string): readonly string[] {
  if (paragraph.length <= longestParagraph) return [paragraph];
  const space = paragraph.lastIndexOf(' ', longestParagraph);
  const end = space <= 0 ? longestParagraph : space;
  return [paragraph.slice(0, end), ...pieces(paragraph.slice(end))];
}
