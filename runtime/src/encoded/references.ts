import type { XmlBytesReader } from '../xml/bytes-reader.ts';
import { skipElement } from '../xml/content.ts';
import type { Declaration } from '../xml/declaration.ts';
import { XmlError } from '../xml/error.ts';
import { MANY } from '../xml/scope.ts';
import { type Decoder, decodeElement, isNil } from './decode.ts';
import { FollowedAccessors } from './followed-accessors.ts';
import { closeReference, HREF, hrefOf, hrefTo, idOf, isOf12, REF } from './head.ts';
import { ENCODING_12 } from './namespaces.ts';
import { indexTargets } from './reference-index.ts';
import { Siblings } from './siblings.ts';
import {
  type LastStartTag,
  openEqual,
  openRemembered,
  referenceOf,
  remember,
  type StartTag,
  tagOf,
} from './start-tags.ts';
import { Target } from './target.ts';

const DOUBLE = 'two elements have its id';

/** The last start tag of a target, by the decoder that read it: targets of one type have equal start tags. */
const targetTags = new WeakMap<object, StartTag>();

/**
 * The elements of a message that references can lead to (SOAP 1.1, 5.1). A value is read once for each decoder, where the
 * first reference or the element itself is, and shared from then on.
 *
 * References give no way around a limit: `maxElements` counts the elements of a value at each reference to it, and `maxDepth`
 * counts from the root through references.
 */
export class References {
  readonly #reader: XmlBytesReader;
  readonly #lastTag: LastStartTag;
  readonly #accessors: FollowedAccessors;
  /** Undefined outside of an envelope. */
  readonly #siblings: Siblings | undefined;
  /** Targets that were found until now: those beside the first element of the body, then all. */
  #targets: Map<string, Target> = new Map();
  /** Targets in the order of the message. */
  #ordered: Target[] = [];
  /** Elements with an `id` that were read where they are. */
  #inPlace: Map<string, Target> | undefined = undefined;
  /** The innermost target that is being read, and its depth. */
  #followed: Target | undefined = undefined;
  #followedDepth = 0;
  #isComplete = false;

  constructor(reader: XmlBytesReader, lastTag: LastStartTag) {
    this.#reader = reader;
    this.#lastTag = lastTag;
    const { elements } = reader;
    this.#accessors = new FollowedAccessors(elements);
    this.#siblings = elements.body === 0 ? undefined : new Siblings(elements);
  }

  /** Targets that were found, in the order of the message. */
  get found(): readonly Target[] {
    return this.#ordered;
  }

  /**
   * Reads the value of the open element, which has an `href` or an `id`, through its end tag.
   *
   * @param head the result of `inspect`.
   * @param nullable whether it can be nil.
   */
  read<Value>(head: number, decoder: Decoder<Value>, nullable: boolean): Value | null {
    const isReference = (head & HREF) !== 0;
    const target = isReference ? this.#find(decoder) : this.#here();
    if (target.isOpen) throw this.#error('it refers to an element that it is in: a circle');
    const shared = target.sharedBy(decoder);
    if (shared === undefined) {
      return isReference ? this.#follow(target, decoder, nullable) : this.#readShared(target, decoder, nullable);
    }
    if (shared.value === null && !nullable) throw isNil(this.#reader);
    this.#count(shared.size);
    const { elements } = this.#reader;
    if (isReference) closeReference(elements);
    else skipElement(elements);
    return shared.value as Value;
  }

  #follow<Value>(target: Target, decoder: Decoder<Value>, nullable: boolean): Value | null {
    const { elements, lexer } = this.#reader;
    const { scope } = elements;
    this.#accessors.push();
    closeReference(elements);
    const { pos } = lexer;
    const { innermost } = scope;
    this.#enter(target.outer);
    this.#open(target, decoder);
    const followed = this.#followed;
    const followedDepth = this.#followedDepth;
    this.#followed = target;
    this.#followedDepth = elements.depth;
    const value = this.#readShared(target, decoder, nullable);
    target.end = lexer.pos;
    this.#followed = followed;
    this.#followedDepth = followedDepth;
    this.#accessors.pop();
    this.#enter(innermost);
    lexer.pos = pos;
    return value;
  }

  #open(target: Target, decoder: object): void {
    const { elements, lexer } = this.#reader;
    const { start, content, tag: known } = target;
    if (known !== undefined && openEqual(elements, known, this.#lastTag, start, content)) return;
    lexer.pos = start - 1;
    if (openRemembered(elements, targetTags.get(decoder), this.#lastTag)) return;
    lexer.pos = start;
    elements.startTag();
    const tag = remember(elements);
    if (tag !== undefined) targetTags.set(decoder, tag);
  }

  #readShared<Value>(target: Target, decoder: Decoder<Value>, nullable: boolean): Value | null {
    const { elements } = this.#reader;
    const before = elements.opened - 1;
    target.isOpen = true;
    const value = decodeElement(this.#reader, decoder, nullable);
    target.isOpen = false;
    target.share(decoder, value, elements.opened - before);
    return value;
  }

  /** The open element, which has an `id`. */
  #here(): Target {
    const { attributes, nameStart, outerScope } = this.#reader.elements;
    const id = idOf(attributes) ?? '';
    const target = this.#targets.get(id);
    if (target?.start === nameStart) return target;
    const known = this.#inPlace?.get(id) ?? (target?.isRead ? target : undefined);
    if (known?.start === nameStart) return known;
    if (known !== undefined) throw this.#error(DOUBLE, 'DuplicateID');
    const added = new Target(id, nameStart, outerScope);
    this.#inPlace ??= new Map();
    this.#inPlace.set(id, added);
    return added;
  }

  /** The element that the open one leads to. */
  #find(decoder: object): Target {
    const { elements } = this.#reader;
    const known = tagOf(elements, this.#lastTag);
    const value = known === undefined ? hrefOf(elements.attributes) : referenceOf(elements, known);
    const href = known !== undefined && (known.head & REF) !== 0 ? hrefTo(value ?? '') : value;
    const target = this.#targetOf(href ?? '', decoder);
    return target.href === undefined ? target : this.#findLast(target, target.href, decoder);
  }

  /** The element that a reference to references leads to. */
  #findLast(first: Target, href: string, decoder: object): Target {
    const passed = [first];
    let target = this.#targetOf(href, decoder);
    while (target.href !== undefined) {
      if (passed.length > this.#targets.size) throw this.#error('its href leads back to itself: a circle');
      passed.push(target);
      target = this.#targetOf(target.href, decoder);
    }
    // The next reference to one of them takes one step.
    for (const { id } of passed) this.#targets.set(id, target);
    return target;
  }

  #targetOf(href: string, decoder: object): Target {
    if (!href.startsWith('#')) throw this.#error('its href leads out of the message, which is not allowed');
    const id = href.slice(1);
    let target = this.#targets.get(id);
    if (target === undefined && !this.#isComplete) target = this.#findSibling(id, decoder) ?? this.#indexAll().get(id);
    if (target === undefined) throw this.#error('its href leads to no element of the message', 'MissingID');
    if (target.isDouble) throw this.#error('its href leads to two elements of the same id', 'DuplicateID');
    const other = this.#inPlace?.get(target.id);
    if (other !== undefined && other !== target) throw this.#error(DOUBLE, 'DuplicateID');
    return target;
  }

  /** Looks for a target beside the first element of the body, no further than needed. */
  #findSibling(id: string, decoder: object): Target | undefined {
    const { lexer } = this.#reader;
    const likely = targetTags.get(decoder);
    for (;;) {
      const found = this.#siblings?.next(id, likely, this.#followed, this.#followedDepth);
      if (found === undefined) return undefined;
      const other = this.#targets.get(found.id);
      if (other !== undefined) other.isDouble = true;
      else this.#targets.set(found.id, found);
      this.#ordered.push(found);
      if (this.#targets.size > lexer.limits.maxElements) throw lexer.limit('maxElements');
      if (found.id === id) return found;
    }
  }

  #indexAll(): Map<string, Target> {
    const targets = indexTargets(this.#reader.lexer);
    for (const known of [...this.#targets.values(), ...(this.#inPlace?.values() ?? [])]) {
      const found = targets.get(known.id);
      if (found?.start !== known.start) continue;
      known.isDouble = found.isDouble;
      known.href = found.href;
      targets.set(known.id, known);
    }
    this.#targets = targets;
    this.#ordered = [...targets.values()];
    this.#isComplete = true;
    return targets;
  }

  /** Checks the id of an element beside the first one that no reference led to. */
  checkUnread(id: string, start: number): void {
    const target = this.#isComplete ? undefined : this.#targets.get(id);
    if (target !== undefined && target.start !== start) throw this.#error(DOUBLE, 'DuplicateID');
  }

  /** Makes the scope of another element the current one. A large scope takes time, which counts like elements. */
  #enter(innermost: Declaration | undefined): void {
    const { scope } = this.#reader.elements;
    if (innermost === scope.innermost) return;
    const count = innermost?.count ?? 0;
    if (count > MANY) this.#count(Math.ceil(count / 8));
    scope.enter(innermost);
  }

  /** Counts elements that are not read again. */
  #count(size: number): void {
    const { elements, lexer } = this.#reader;
    elements.opened += size;
    if (elements.opened > lexer.limits.maxElements) throw lexer.limit('maxElements');
  }

  /** @param subcode local name of the decoding fault of SOAP 1.2 (part 2, 3.2). */
  #error(reason: string, subcode?: 'MissingID' | 'DuplicateID'): XmlError {
    const { elements, lexer } = this.#reader;
    const error = lexer.about('reference', reason);
    if (subcode === undefined || !isOf12(elements.attributes)) return error;
    const { code, message, path, offset } = error;
    return new XmlError(code, message, path, offset, { namespace: ENCODING_12, local: subcode });
  }
}
