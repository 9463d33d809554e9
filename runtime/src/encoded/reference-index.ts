import { XmlBytesReader } from '../xml/bytes-reader.ts';
import { skipPlainText } from '../xml/character-data.ts';
import { skipMarkup } from '../xml/content.ts';
import type { Lexer } from '../xml/lexer.ts';
import type { Declaration } from '../xml/scope.ts';
import { hrefOf, idOf } from './head.ts';

/** An element with an `id`. */
export interface Target {
  readonly id: string;
  /** Offset of its name. */
  readonly start: number;
  /** The innermost namespace declaration outside of it. */
  readonly outer: Declaration | undefined;
  /** Its own `href`: it is a reference to a reference. */
  readonly href: string | undefined;
  /** Whether another element has the same id. */
  isDouble: boolean;
}

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
    if (other !== undefined) other.isDouble = true;
    else targets.set(id, { id, start, outer, href: hrefOf(attributes), isDouble: false });
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
