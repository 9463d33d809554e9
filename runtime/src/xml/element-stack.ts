import { Attributes, isXmlns } from './attributes.ts';
import { GREATER, isWhite } from './chars.ts';
import type { Declaration } from './declaration.ts';
import { joinPath } from './error.ts';
import type { Lexer } from './lexer.ts';
import { Scope } from './scope.ts';
import type { Tag } from './tag.ts';

// An open element is a frame of five numbers on one stack, so that opening one allocates nothing.
const FRAME = 5;
/** Start, colon (-1: none) and end of its name. */
const NAME = 0;
export const NAME_COLON_AT = 1;
const NAME_END = 2;
/** Index of the child that is likely to be next, after the last one. */
const GUESS = 3;
/** Its index in its list; -1 outside of lists. */
export const ITEM = 4;

/** Characters of a name that the path in an error shows. */
const SHOWN = 100;

/** An open element: the offset after its name, and the declarations inside of it. */
interface OpenedElement {
  readonly end: number;
  /** The innermost declaration in scope after its start tag. */
  readonly innermost: Declaration | undefined;
}

/** The open elements of a message, the namespaces in scope, and the attributes of the last start tag. */
export class ElementStack {
  readonly lexer: Lexer;
  readonly scope: Scope = new Scope();
  readonly attributes: Attributes;
  /** Number of open elements. */
  depth = 0;
  /** The innermost open element is an empty-element tag that is not closed yet. */
  empty = false;
  /** Where the frame of the innermost open element begins. */
  frame: number = -FRAME;
  readonly frames: number[] = [];
  /** The innermost declaration outside each open element. */
  private readonly scopes: (Declaration | undefined)[] = [];
  /** Number of elements that were opened until now. */
  opened = 0;
  /** Steps of paths that are not the names of the open elements, by frame: those of the references that led to them. */
  aliases: { get(frame: number): string | undefined } | undefined = undefined;
  /** Depth of the body's element, with which paths in errors begin; 0 outside of an envelope. */
  body = 0;
  /** Whether an element around the body's has attributes other than declarations. */
  hasOuterAttributes = false;

  constructor(lexer: Lexer) {
    this.lexer = lexer;
    this.attributes = new Attributes(lexer, this.scope);
    lexer.elements = this;
  }

  /** Reads a start tag or an empty-element tag, from its name. */
  startTag(): void {
    const { lexer } = this;
    const start = lexer.pos;
    const colon = lexer.qname();
    this.push(start, colon, lexer.pos);
    if (lexer.data[lexer.pos] === GREATER) lexer.pos++;
    else this.empty = this.attributes.read(this.outerScope, this.depth);
    if (colon !== -1) {
      if (isXmlns(lexer, start, colon)) throw lexer.illFormed('the prefix `xmlns` on an element', start);
      this.scope.declarationAt(lexer, start, colon);
    }
  }

  /** Opens an element by the offsets of its name. */
  push(start: number, colon: number, end: number): void {
    const { limits } = this.lexer;
    if (this.depth >= limits.maxDepth) throw this.lexer.limit('maxDepth');
    if (++this.opened > limits.maxElements) throw this.lexer.limit('maxElements');
    const { frames, attributes } = this;
    const frame = this.frame + FRAME;
    this.frame = frame;
    frames[frame] = start;
    frames[frame + NAME_COLON_AT] = colon;
    frames[frame + NAME_END] = end;
    frames[frame + GUESS] = 0;
    frames[frame + ITEM] = -1;
    this.scopes[this.depth++] = this.scope.innermost;
    attributes.count = 0;
    attributes.instance = 0;
    attributes.layout = undefined;
    this.empty = false;
  }

  /** Reads the end tag of the innermost open element, from its `</`. */
  endTag(): void {
    const { lexer, frames, frame } = this;
    const { data } = lexer;
    const end = frames[frame + NAME_END] as number;
    let at = lexer.pos + 2;
    for (let from = frames[frame + NAME] as number; from < end; from++, at++) {
      if (data[from] !== data[at]) throw lexer.illFormed('an end tag that does not match its start tag');
    }
    while (isWhite(data[at] as number)) at++;
    if (data[at] !== GREATER) throw lexer.illFormed('an end tag that does not match its start tag');
    lexer.pos = at + 1;
    this.close();
  }

  /** Removes the innermost open element. Its frame stays readable until the next one is opened. */
  close(): void {
    this.empty = false;
    this.attributes.instance = 0;
    this.frame -= FRAME;
    const outer = this.scopes[--this.depth];
    if (this.scope.innermost !== outer) this.scope.leave(outer);
  }

  /** The innermost declaration outside the innermost open element. */
  get outerScope(): Declaration | undefined {
    return this.scopes[this.depth - 1];
  }

  /** Offset of the name of the innermost open element. */
  get nameStart(): number {
    return this.frames[this.frame + NAME] as number;
  }

  get nameEnd(): number {
    return this.frames[this.frame + NAME_END] as number;
  }

  /** Index of the child of the element at `frame` that is likely to be next. */
  guessAt(frame: number): number {
    return this.frames[frame + GUESS] as number;
  }

  setGuess(frame: number, index: number): void {
    this.frames[frame + GUESS] = index;
  }

  /** The innermost open element is an item of a list. */
  setItem(index: number): void {
    this.frames[this.frame + ITEM] = index;
  }

  get namespace(): string {
    const colon = this.frames[this.frame + NAME_COLON_AT] as number;
    if (colon === -1) return this.scope.defaultNamespace;
    return this.scope.declarationAt(this.lexer, this.nameStart, colon).namespace;
  }

  get local(): string {
    return this.localAt(this.frame);
  }

  private localAt(frame: number): string {
    return this.lexer.slice(this.localStart(frame), this.frames[frame + NAME_END] as number);
  }

  /** Offset of the local name of an open element. */
  localStart(frame: number): number {
    const colon = this.frames[frame + NAME_COLON_AT] as number;
    return colon === -1 ? (this.frames[frame] as number) : colon + 1;
  }

  /** Whether the innermost open element has the local name of a tag. */
  isLocal({ bytes }: Tag): boolean {
    const { frame, frames } = this;
    const colon = frames[frame + NAME_COLON_AT] as number;
    const start = colon === -1 ? (frames[frame] as number) : colon + 1;
    if ((frames[frame + NAME_END] as number) - start !== bytes.length) return false;
    const { data } = this.lexer;
    for (let index = 0; index < bytes.length; index++) if (data[start + index] !== bytes[index]) return false;
    return true;
  }

  /** Whether a name at `start`, whose local part begins at `local`, is in the namespace of a tag. */
  isNamespaceOf(tag: Tag, start: number, local: number): boolean {
    const { scope } = this;
    if (local !== start) return scope.declarationAt(this.lexer, start, local - 1).namespace === tag.namespace;
    if (scope.defaultNamespace !== tag.namespace) return false;
    scope.defaultNamespace = tag.namespace;
    return true;
  }

  /** Whether the innermost open element has the expanded name of a tag. */
  is(tag: Tag): boolean {
    if (!this.isLocal(tag)) return false;
    const { frame, frames } = this;
    return this.isNamespaceOf(tag, frames[frame] as number, this.localStart(frame));
  }

  /** The innermost open element is the body's. */
  markBody(): void {
    this.body = this.depth;
  }

  /** Whether the innermost open element is the body's. */
  get isBody(): boolean {
    return this.depth === this.body;
  }

  /** Names of the elements from the body's, or else the root, to a depth; items of lists with their index. */
  path(depth: number = this.depth): string {
    const names: string[] = [];
    for (let level = this.body || 1; level <= depth; level++) {
      const frame = (level - 1) * FRAME;
      names.push(this.aliases?.get(frame) ?? this.stepAt(frame, this.frames[frame + ITEM] as number));
    }
    return joinPath(names);
  }

  private stepAt(frame: number, item: number): string {
    return this.step(this.localStart(frame), this.frames[frame + NAME_END] as number, item);
  }

  /** A step of a path: a local name by its offsets, shortened, with the index in its list; -1 without one. */
  step(start: number, end: number, item: number): string {
    const local = this.lexer.slice(start, end);
    const shown = local.length > SHOWN ? `${local.slice(0, SHOWN)}…` : local;
    return item === -1 ? shown : `${shown}[${item}]`;
  }

  /** Local name of the innermost open element, shortened for errors. */
  get shownLocal(): string {
    return this.stepAt(this.frame, -1);
  }

  /** An open element by its level, from 0. */
  openedAt(level: number): OpenedElement {
    const frame = level * FRAME;
    const innermost = level + 1 < this.depth ? this.scopes[level + 1] : this.scope.innermost;
    return { end: this.frames[frame + NAME_END] as number, innermost };
  }
}
