import { GREATER, isWhite, SLASH } from './chars.ts';
import { Cursor } from './cursor.ts';
import type { XmlError } from './error.ts';
import type { Limits } from './limits.ts';
import { joinPath } from './path.ts';
import { LONGEST_PROLOGUE, type OpenedElement, type Prologue, type Prologues } from './prologue.ts';
import { type Declaration, Scope } from './scope.ts';
import type { Tag } from './tag.ts';

// An open element is a frame of numbers on one stack, so that opening one makes no object.
const FRAME = 5;
/** Where its name begins, where its colon stands (-1: it has none), where it ends. */
const NAME = 0;
const NAME_COLON_AT = 1;
const NAME_END = 2;
/** Index of the child that is likely to come next, behind the one that came last. */
export const GUESS = 3;
/** Its index in its list; -1 when it is no item of one. */
export const ITEM = 4;

/** How much of a name the path in an error shows. */
const SHOWN = 100;

/** The stack of open elements, and the namespaces in scope. Attributes are read by `AttributeCursor`. */
export abstract class ElementCursor extends Cursor {
  protected readonly scope: Scope = new Scope();
  /**
   * The default namespace in scope. An equal string of a tag may take its place: comparing the two costs nothing from
   * then on.
   */
  protected defaultNamespace = '';
  /** How many elements are open. */
  protected depth = 0;
  /** Where the frame of the innermost open element begins. */
  protected frame: number = -FRAME;
  protected readonly frames: number[] = [];
  /** The innermost open element was an empty-element tag and is not closed yet. */
  protected empty = false;
  /** What the element that was opened last says by xsi:nil and xsi:type, as bits, until it was looked at. */
  protected pending = 0;
  protected attributeCount = 0;
  /** The innermost declaration before each open element. */
  private readonly scopes: (Declaration | undefined)[] = [];
  private elements = 0;
  private pathRoot = 1;

  protected constructor(message: Uint8Array, charset: string | undefined, limits: Limits) {
    super(message, charset, limits);
  }

  /** Reads the attributes of a start tag through its `>`, the cursor being behind the name. */
  protected abstract attributesToEnd(): void;

  /** The innermost declaration outside the innermost open element. */
  protected get outerScope(): Declaration | undefined {
    return this.scopes[this.depth - 1];
  }

  /** Where the name of the innermost open element begins. */
  protected get nameStart(): number {
    return this.frames[this.frame + NAME] as number;
  }

  /** Where it ends. */
  protected get nameEnd(): number {
    return this.frames[this.frame + NAME_END] as number;
  }

  /** Reads a start tag or an empty-element tag, the cursor being behind its `<`. */
  protected startTag(): void {
    const start = this.pos;
    const colon = this.qname();
    this.push(start, colon, this.pos);
    if (this.data[this.pos] === GREATER) this.pos++;
    else this.attributesToEnd();
    if (colon !== -1) {
      if (this.isXmlns(start, colon)) throw this.illFormed('the prefix `xmlns` on an element', start);
      this.declarationOf(start, colon);
    }
  }

  /** Puts an element on the stack, whose name stands in the message. */
  protected push(start: number, colon: number, end: number): void {
    if (this.depth >= this.limits.maxDepth) throw this.limit('maxDepth');
    if (++this.elements > this.limits.maxElements) throw this.limit('maxElements');
    const frames = this.frames;
    const frame = this.frame + FRAME;
    this.frame = frame;
    frames[frame] = start;
    frames[frame + NAME_COLON_AT] = colon;
    frames[frame + NAME_END] = end;
    frames[frame + GUESS] = 0;
    frames[frame + ITEM] = -1;
    this.scopes[this.depth++] = this.scope.innermost;
    this.attributeCount = 0;
    this.pending = 0;
    this.empty = false;
  }

  /** Reads the end tag of the innermost open element, the cursor being on its `</`. */
  protected endTag(): void {
    const data = this.data;
    const end = this.frames[this.frame + NAME_END] as number;
    let at = this.pos + 2;
    for (let from = this.nameStart; from < end; from++, at++) {
      if (data[from] !== data[at]) throw this.illFormed('an end tag that does not match its start tag');
    }
    while (isWhite(data[at] as number)) at++;
    if (data[at] !== GREATER) throw this.illFormed('an end tag that does not match its start tag');
    this.pos = at + 1;
    this.close();
  }

  /** Goes behind what the message begins with, when that is known; answers whether it did. */
  resume(prologues: Prologues, purpose: unknown, charset: string | undefined): boolean {
    if (this.message.start !== 0 || this.message.family !== 'utf-8') return false;
    const prologue = prologues.find(this.data, { ascii: this.ascii, charset, purpose });
    if (prologue === undefined) return false;
    for (const { start, colon, end, declarations } of prologue.opened) {
      this.push(start, colon, end);
      // Made anew, since a message numbers its declarations.
      for (let at = 0; at < declarations.length; at += 2)
        this.scope.declare(declarations[at] as string, declarations[at + 1] as string);
    }
    this.defaultNamespace = this.scope.innermost?.defaultNamespace ?? '';
    this.pos = prologue.bytes.length;
    return true;
  }

  /**
   * Remembers what the message begins with, as far as it was read: elements that were opened one inside the other, with
   * nothing that somebody may ask for still but their names and declarations.
   */
  remember(prologues: Prologues, purpose: unknown, charset: string | undefined): void {
    const { start, family } = this.message;
    if (start !== 0 || family !== 'utf-8' || this.empty || this.attributeCount > 0 || this.pos > LONGEST_PROLOGUE)
      return;
    const opened = Array.from({ length: this.depth }, (_, level) => this.openedAt(level));
    if (opened.length !== this.elements) return;
    const prologue: Prologue = { bytes: this.data.slice(0, this.pos), ascii: this.ascii, charset, purpose, opened };
    prologues.keep(prologue);
  }

  private openedAt(level: number): OpenedElement {
    const frame = level * FRAME;
    const outer = this.scopes[level];
    const declarations: string[] = [];
    let at = level + 1 < this.depth ? this.scopes[level + 1] : this.scope.innermost;
    for (; at !== undefined && at !== outer; at = at.outer) declarations.unshift(at.prefix, at.namespace);
    const [start, colon, end] = this.frames.slice(frame, frame + NAME_END + 1) as [number, number, number];
    return { start, colon, end, declarations };
  }

  /** Takes the innermost open element off the stack. Its frame stays readable until the next one is opened. */
  protected close(): void {
    this.empty = false;
    this.pending = 0;
    this.frame -= FRAME;
    const outer = this.scopes[--this.depth];
    if (this.scope.innermost === outer) return;
    this.scope.leave(outer);
    this.defaultNamespace = outer === undefined ? '' : outer.defaultNamespace;
  }

  protected isXmlns(start: number, end: number): boolean {
    return end - start === 5 && this.startsWith('xmlns', start);
  }

  /** What declares a prefix that stands in the message. @throws {XmlError} when nothing does. */
  protected declarationOf(start: number, colon: number): Declaration {
    const declaration = this.scope.findBytes(this.data, start, colon) ?? this.scope.find(this.slice(start, colon));
    if (declaration === undefined) throw this.illFormed('a prefix that no namespace declaration declares', start);
    return declaration;
  }

  /** Namespace name of the innermost open element. */
  get namespace(): string {
    const colon = this.frames[this.frame + NAME_COLON_AT] as number;
    return colon === -1 ? this.defaultNamespace : this.declarationOf(this.nameStart, colon).namespace;
  }

  /** Local name of the innermost open element. */
  get local(): string {
    return this.localAt(this.frame);
  }

  private localAt(frame: number): string {
    const frames = this.frames;
    const colon = frames[frame + NAME_COLON_AT] as number;
    return this.slice(colon === -1 ? (frames[frame] as number) : colon + 1, frames[frame + NAME_END] as number);
  }

  /** Whether the innermost open element has the expanded name of a tag. */
  is(tag: Tag): boolean {
    const frame = this.frame;
    const frames = this.frames;
    const colon = frames[frame + NAME_COLON_AT] as number;
    const start = colon === -1 ? (frames[frame] as number) : colon + 1;
    const bytes = tag.bytes;
    if ((frames[frame + NAME_END] as number) - start !== bytes.length) return false;
    const data = this.data;
    for (let index = 0; index < bytes.length; index++) if (data[start + index] !== bytes[index]) return false;
    if (colon !== -1) return this.declarationOf(frames[frame] as number, colon).namespace === tag.namespace;
    if (this.defaultNamespace !== tag.namespace) return false;
    this.defaultNamespace = tag.namespace;
    return true;
  }

  /** Whether the innermost open element has this expanded name. */
  isNamed(namespace: string, local: string): boolean {
    return this.local === local && this.namespace === namespace;
  }

  /** The namespace that a prefix stands for in the innermost open element; the empty prefix is the default namespace. */
  resolvePrefix(prefix: string): string | undefined {
    return prefix === '' ? this.defaultNamespace : this.scope.find(prefix)?.namespace;
  }

  /** From now on paths in errors begin with the innermost open element. */
  markPathRoot(): void {
    this.pathRoot = this.depth;
  }

  /** Names of the elements from the path's root down to this depth, items of lists with their index. */
  protected pathTo(depth: number): string {
    const names: string[] = [];
    for (let level = this.pathRoot; level <= depth; level++) {
      const frame = (level - 1) * FRAME;
      const item = this.frames[frame + ITEM] as number;
      const shown = this.shownAt(frame);
      names.push(item === -1 ? shown : `${shown}[${item}]`);
    }
    return joinPath(names);
  }

  /** Local name of the innermost open element, as errors show it. */
  protected shownLocal(): string {
    return this.shownAt(this.frame);
  }

  private shownAt(frame: number): string {
    const local = this.localAt(frame);
    return local.length > SHOWN ? `${local.slice(0, SHOWN)}…` : local;
  }

  protected override currentPath(): string {
    return this.pathTo(this.depth);
  }

  /** The error for the element at a depth: its message begins with the path. */
  protected about(code: XmlError['code'], reason: string, depth: number = this.depth): XmlError {
    const path = this.pathTo(depth);
    return this.fail(code, path === '' ? reason : `${path}: ${reason}`, path);
  }

  protected isEmptyTagEnd(at: number): boolean {
    return this.data[at] === SLASH && this.data[at + 1] === GREATER;
  }
}
