import type { Declaration } from '../xml/declaration.ts';
import type { ElementStack } from '../xml/element-stack.ts';
import { isEmptyTag, scanSibling, toSibling } from './sibling-index.ts';
import { endOfTag, type StartTag } from './start-tags.ts';
import { Target } from './target.ts';

/**
 * Finds the elements with an `id` beside the first one of the body, where nearly all toolkits put the targets of references:
 * one after the other, no further than needed, and not over read elements.
 */
export class Siblings {
  readonly #elements: ElementStack;
  /** Depth of the body's element, and the innermost declaration outside of it. */
  readonly #bodyDepth: number;
  readonly #outer: Declaration | undefined;
  #last: Target | undefined = undefined;

  /** @param elements with the body's element open. */
  constructor(elements: ElementStack) {
    this.#elements = elements;
    this.#bodyDepth = elements.body;
    this.#outer = elements.body < 2 ? undefined : elements.openedAt(elements.body - 2).innermost;
  }

  /**
   * The next one.
   *
   * @param id of the element that is looked for.
   * @param likely its start tag, if it has the one of the last target of its type.
   * @param followed the innermost target that is being read, and its depth.
   * @returns undefined at the end, and where only a full parse can tell.
   */
  next(
    id: string,
    likely: StartTag | undefined,
    followed: Target | undefined,
    followedDepth: number,
  ): Target | undefined {
    const { lexer } = this.#elements;
    const { pos } = lexer;
    const found = this.#advance(followed, followedDepth) ? (this.#likely(id, likely) ?? this.#scanned()) : undefined;
    lexer.pos = pos;
    if (found !== undefined) this.#last = found;
    return found;
  }

  /** Advances to the name of the next element. */
  #advance(followed: Target | undefined, followedDepth: number): boolean {
    const { depth, empty, lexer } = this.#elements;
    const last = this.#last;
    if (last !== undefined && last.end !== -1) {
      lexer.pos = last.end;
      return toSibling(lexer, 0);
    }
    if (last !== undefined && last !== followed) {
      lexer.pos = last.content;
      return toSibling(lexer, isEmptyTag(lexer) ? 0 : 1);
    }
    const outside = last === undefined ? this.#bodyDepth : followedDepth;
    return toSibling(lexer, depth - outside + (empty ? 0 : 1));
  }

  #likely(id: string, tag: StartTag | undefined): Target | undefined {
    if (tag === undefined) return undefined;
    const { lexer } = this.#elements;
    const start = lexer.pos;
    const end = endOfTag(lexer, tag, start);
    const from = start + tag.before.bytes.length;
    if (end === -1 || lexer.slice(from, from + end - start - tag.size) !== id) return undefined;
    return new Target(id, start, this.#outer, end, tag);
  }

  #scanned(): Target | undefined {
    const sibling = scanSibling(this.#elements.lexer);
    // Those that refer to others take a full parse.
    if (sibling === undefined || sibling.hasHref) return undefined;
    return new Target(sibling.id, sibling.start, this.#outer, sibling.content);
  }
}
