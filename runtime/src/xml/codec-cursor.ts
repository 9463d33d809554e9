import type { AttributeName } from './attribute-name.ts';
import { DocumentCursor } from './document-cursor.ts';
import { ITEM } from './element-cursor.ts';
import type { XmlError } from './error.ts';
import { END } from './reader.ts';
import type { Tag } from './tag.ts';

/** What codecs say about what they have read: counts, and errors with the path of the place. */
export abstract class CodecCursor extends DocumentCursor {
  item(count: number, most?: number): void {
    this.frames[this.frame + ITEM] = count;
    if (count >= this.limits.maxItems) throw this.limit('maxItems');
    if (most !== undefined && count >= most)
      throw this.about('repeated-element', `it may be there ${times(most)} only`);
  }

  repeated(): XmlError {
    return this.about('repeated-element', 'it may be there once only');
  }

  misplaced(): XmlError {
    return this.about('unexpected-element', 'it does not belong here');
  }

  missing(tag: Tag): XmlError {
    return this.lacking(tag.local, 'this required element is missing', END);
  }

  expected(tag: Tag, next: number): XmlError {
    return this.lacking(tag.local, 'this required element is missing', next);
  }

  expectedOne(tags: readonly Tag[], next: number): XmlError {
    const names = tags.map(({ local }) => local).join(', ');
    const wanted = tags.length === 0 ? 'an element' : tags.length === 1 ? names : `one of ${names}`;
    return this.lacking('', `${wanted} is required, and is missing`, next);
  }

  few(tag: Tag, least: number, next: number): XmlError {
    return this.lacking(tag.local, `it must be there ${times(least)} or more`, next);
  }

  /** The error for something that is not in an element, which was read through its end tag or in which another child was opened. */
  private lacking(local: string, reason: string, next: number): XmlError {
    const parent = this.pathTo(next === END ? this.depth + 1 : this.depth - 1);
    const path = [parent, local].filter((part) => part !== '').join('/');
    const instead = next === END ? '' : `; ${this.shownLocal()} stands in its place`;
    return this.fail('missing-element', `${path}: ${reason}${instead}`, path);
  }

  invalid(type: string, reason: string): XmlError {
    return this.about('value', `not a valid ${type}: ${reason}`, this.depth + 1);
  }

  invalidAttribute(name: AttributeName, type: string, reason: string): XmlError {
    const path = `${this.pathTo(this.depth)}/@${name.local}`;
    return this.fail('value', `${path}: not a valid ${type}: ${reason}`, path);
  }

  missingAttribute(name: AttributeName): XmlError {
    const path = `${this.pathTo(this.depth)}/@${name.local}`;
    return this.fail('missing-attribute', `${path}: this required attribute is missing`, path);
  }
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
