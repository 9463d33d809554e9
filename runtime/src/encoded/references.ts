import type { XmlBytesReader } from '../xml/bytes-reader.ts';
import { skipElement } from '../xml/content.ts';
import type { XmlError } from '../xml/error.ts';
import { type Declaration, MANY } from '../xml/scope.ts';
import { closeReference, HREF, hrefOf, idOf } from './head.ts';
import { indexTargets, type Target } from './reference-index.ts';
import { nextSibling, type Sibling } from './sibling-index.ts';
import { openRemembered, remember, type StartTag } from './start-tags.ts';

/** The last start tag of a target, by the decoder that read it. */
const targetTags = new WeakMap<object, StartTag>();

/** A value that several references share. */
interface SharedValue {
  readonly value: unknown;
  /** Number of elements in it, with those of the values that it refers to. */
  readonly size: number;
}

/** The values of an element with an `id`, by what read them. */
interface SharedElement {
  /** Offset of its name, which tells it from others of the same id. */
  readonly start: number;
  readonly values: Map<unknown, SharedValue>;
  isOpen: boolean;
}

/**
 * The elements of a message that references can lead to (SOAP 1.1, 5.1). A value is read once for each type, where the first
 * reference or the element itself is, and shared from then on.
 *
 * References give no way around a limit: `maxElements` counts the elements of a value at each reference to it, and `maxDepth`
 * counts from the root through references.
 */
export class References {
  readonly #reader: XmlBytesReader;
  /** Targets that were found until now: those beside the first element of the body, then all. */
  #targets: Map<string, Target> = new Map();
  /** The last one of them beside the first element of the body. */
  #lastSibling: Sibling | undefined;
  /** Offset and depth of the innermost target that is being read. */
  #followed = -1;
  #followedDepth = 0;
  #isComplete = false;
  /** Ends of the targets that were read, by their offsets. */
  readonly #ends: Map<number, number> = new Map();
  readonly #shared: Map<string, SharedElement> = new Map();

  constructor(reader: XmlBytesReader) {
    this.#reader = reader;
  }

  /**
   * Reads the value of the open element, which has an `href` or an `id`, through its end tag.
   *
   * @param head the result of `inspect`.
   * @param key of the type that it is read as.
   * @param nullable whether it can be nil.
   * @param read reads the open element as that type.
   */
  read<Value>(head: number, key: object, nullable: boolean, read: () => Value): Value {
    const { elements } = this.#reader;
    const isReference = (head & HREF) !== 0;
    const target = isReference ? this.#find(hrefOf(elements.attributes) ?? '') : undefined;
    const id = target?.id ?? idOf(elements.attributes) ?? '';
    const shared = this.#sharedAt(id, target?.start ?? elements.nameStart);
    if (shared.isOpen) throw this.#error('it refers to an element that it is in: a circle');
    const known = shared.values.get(key);
    if (known === undefined) {
      return target === undefined ? this.#readShared(shared, key, read) : this.#follow(target, shared, key, read);
    }
    if (known.value === null && !nullable) throw this.#reader.lexer.about('nil', 'it cannot be nil');
    this.#count(known.size);
    if (isReference) closeReference(elements);
    else skipElement(elements);
    return known.value as Value;
  }

  #follow<Value>(target: Target, shared: SharedElement, key: object, read: () => Value): Value {
    const { elements, lexer } = this.#reader;
    const { frame, scope } = elements;
    const step = elements.aliases?.get(frame) ?? elements.stepAt(frame);
    closeReference(elements);
    const { pos } = lexer;
    const { innermost } = scope;
    this.#enter(target.outer);
    this.#openTarget(target, key);
    const followed = this.#followed;
    const followedDepth = this.#followedDepth;
    this.#followed = target.start;
    this.#followedDepth = elements.depth;
    elements.aliases ??= new Map();
    elements.aliases.set(frame, step);
    const value = this.#readShared(shared, key, read);
    this.#ends.set(target.start, lexer.pos);
    this.#followed = followed;
    this.#followedDepth = followedDepth;
    elements.aliases.delete(frame);
    this.#enter(innermost);
    lexer.pos = pos;
    return value;
  }

  /** @param key of the type that it is read as: targets of one type have equal start tags. */
  #openTarget({ start }: Target, key: object): void {
    const { elements, lexer } = this.#reader;
    lexer.pos = start - 1;
    if (openRemembered(elements, targetTags.get(key))) return;
    lexer.pos = start;
    elements.startTag();
    const tag = remember(elements);
    if (tag !== undefined) targetTags.set(key, tag);
  }

  #readShared<Value>(shared: SharedElement, key: object, read: () => Value): Value {
    const { elements } = this.#reader;
    const before = elements.opened - 1;
    shared.isOpen = true;
    const value = read();
    shared.isOpen = false;
    shared.values.set(key, { value, size: elements.opened - before });
    return value;
  }

  #sharedAt(id: string, start: number): SharedElement {
    const known = this.#shared.get(id);
    if (known === undefined) {
      const added = { start, values: new Map<unknown, SharedValue>(), isOpen: false };
      this.#shared.set(id, added);
      return added;
    }
    if (known.start !== start) throw this.#error('two elements have its id');
    return known;
  }

  /** The element that a reference leads to, through references to references. */
  #find(href: string): Target {
    const passed: Target[] = [];
    let target = this.#targetOf(href);
    while (target.href !== undefined) {
      if (passed.length > this.#targets.size) throw this.#error('its href leads back to itself: a circle');
      passed.push(target);
      target = this.#targetOf(target.href);
    }
    // The next reference to one of them takes one step.
    for (const { id } of passed) this.#targets.set(id, target);
    return target;
  }

  /** Looks for a target beside the first element of the body, no further than needed. */
  #findSibling(id: string): Target | undefined {
    const { elements, lexer } = this.#reader;
    const { bodyElement } = elements;
    if (bodyElement === undefined) return undefined;
    const { outer } = bodyElement;
    for (let sibling = this.#nextSibling(bodyElement.depth); sibling !== undefined; ) {
      // Those that refer to others take a full parse.
      if (sibling.hasHref) break;
      this.#lastSibling = sibling;
      const { start } = sibling;
      const other = this.#targets.get(sibling.id);
      if (other !== undefined) other.isDouble = true;
      else this.#targets.set(sibling.id, { id: sibling.id, start, outer, href: undefined, isDouble: false });
      if (this.#targets.size > lexer.limits.maxElements) throw lexer.limit('maxElements');
      if (sibling.id === id) return this.#targets.get(id);
      sibling = this.#nextSibling(bodyElement.depth);
    }
    return undefined;
  }

  /** What was read need not be passed over. @param bodyDepth depth of the body's element. */
  #nextSibling(bodyDepth: number): Sibling | undefined {
    const { elements, lexer } = this.#reader;
    const last = this.#lastSibling;
    const end = last === undefined ? undefined : this.#ends.get(last.start);
    if (end !== undefined) return nextSibling(lexer, end, 0);
    if (last !== undefined && last.start !== this.#followed) {
      return nextSibling(lexer, last.content, last.isEmpty ? 0 : 1);
    }
    const depth = last === undefined ? bodyDepth : this.#followedDepth;
    return nextSibling(lexer, lexer.pos, elements.depth - depth + (elements.empty ? 0 : 1));
  }

  /** Checks the id of an element beside the first one that no reference led to. */
  checkUnread(id: string, start: number): void {
    const target = this.#isComplete ? undefined : this.#targets.get(id);
    if (target !== undefined && target.start !== start) throw this.#error('two elements have its id');
  }

  /** Where a target at an offset ends, if it was read. */
  endOf(start: number): number | undefined {
    return this.#ends.get(start);
  }

  #targetOf(href: string): Target {
    if (!href.startsWith('#')) throw this.#error('its href leads out of the message, which is not allowed');
    const id = href.slice(1);
    let target = this.#targets.get(id);
    if (target === undefined && !this.#isComplete) {
      target = this.#findSibling(id) ?? this.#indexAll().get(id);
    }
    if (target === undefined) throw this.#error('its href leads to no element of the message');
    if (target.isDouble) throw this.#error('its href leads to two elements of the same id');
    return target;
  }

  #indexAll(): Map<string, Target> {
    this.#targets = indexTargets(this.#reader.lexer);
    this.#isComplete = true;
    return this.#targets;
  }

  /** Makes the scope of another element the current one. A large scope takes time, which counts like elements. */
  #enter(innermost: Declaration | undefined): void {
    const count = innermost?.count ?? 0;
    if (count > MANY) this.#count(Math.ceil(count / 8));
    this.#reader.elements.scope.enter(innermost);
  }

  /** Counts elements that are not read again. */
  #count(size: number): void {
    const { elements, lexer } = this.#reader;
    elements.opened += size;
    if (elements.opened > lexer.limits.maxElements) throw lexer.limit('maxElements');
  }

  #error(reason: string): XmlError {
    return this.#reader.lexer.about('reference', reason);
  }
}
