import { XmlBytesReader } from '../xml/bytes-reader.ts';
import { skipPlainText } from '../xml/character-data.ts';
import { skipMarkup } from '../xml/content.ts';
import type { Lexer } from '../xml/lexer.ts';
import { hrefOf, idOf } from './head.ts';
import { Target } from './target.ts';

/** Finds all elements with an `id`, in one pass over the message. @throws {XmlError} when it is not well-formed. */
export function indexTargets({ data, limits }: Lexer): Map<string, Target> {
  const targets = new Map<string, Target>();
  const scanner = new XmlBytesReader(data, { limits, charset: 'utf-8' });
  const { elements, lexer } = scanner;
  const note = (): void => {
    const { attributes, nameStart: start, outerScope: outer } = elements;
    const id = attributes.count === 0 ? undefined : idOf(attributes);
    if (id === undefined) return;
    const other = targets.get(id);
    if (other !== undefined) {
      other.isDouble = true;
      return;
    }
    const target = new Target(id, start, outer);
    target.href = hrefOf(attributes);
    targets.set(id, target);
  };
  scanner.openRoot();
  note();
  while (elements.depth > 0) {
    if (elements.empty) {
      elements.close();
      continue;
    }
    skipPlainText(lexer);
    const { opened } = elements;
    skipMarkup(elements);
    if (elements.opened > opened) note();
  }
  return targets;
}
