import type { AnyElement } from './any-element.ts';
import { BANG, LESS, QUESTION } from './chars.ts';
import { CodecCursor } from './codec-cursor.ts';
import { withoutEmptyDefault } from './default-namespace.ts';
import { RawElement } from './raw.ts';

/** Elements that are kept as they stand. */
export abstract class RawCursor extends CodecCursor {
  /** Bytes of namespace declarations that were put into elements of wildcards. */
  private declaredBytes = 0;

  any(): AnyElement {
    const start = this.nameStart - 1;
    const element = this.raw();
    const { namespace, local } = element;
    const xml = this.textOf(element);
    // The declarations that elements need can be many more bytes than the elements.
    this.declaredBytes += Math.max(0, xml.length - (this.pos - start));
    if (this.declaredBytes > this.limits.maxBodyBytes) throw this.limit('maxBodyBytes');
    return { namespace, local, xml: withoutEmptyDefault(xml) };
  }

  /** Reads the open element through its end tag and keeps it as XML text that stands alone. */
  raw(): RawElement {
    const { namespace, local, outerScope: outer } = this;
    const inner = this.scope.innermost;
    const start = this.nameStart - 1;
    const nameBytes = this.nameEnd - start - 1;
    this.skip();
    // A copy, so that it does not keep the whole message.
    return new RawElement(namespace, local, { bytes: this.data.slice(start, this.pos), nameBytes, inner, outer });
  }

  /** The text of the element that was read last: what is declared around it is in scope still, and need not be gone through. */
  private textOf(element: RawElement): string {
    return element.textWithin((prefix) => this.scope.findDeclared(prefix));
  }

  /** Reads the content of the open element through its end tag, as XML text that stands alone. */
  rawContent(): string {
    this.pending = 0;
    if (this.empty) {
      this.close();
      return '';
    }
    const depth = this.depth;
    let content = '';
    let from = this.pos;
    for (;;) {
      this.plainRun();
      const start = this.pos;
      const isTag = this.data[start] === LESS && this.data[start + 1] !== BANG && this.data[start + 1] !== QUESTION;
      if (isTag) content += this.slice(from, start);
      this.contentStep();
      if (this.depth < depth) return content;
      if (!isTag) continue;
      content += this.textOf(this.raw());
      // The declarations that children need can be many more bytes than the children.
      if (content.length > this.limits.maxBodyBytes) throw this.limit('maxBodyBytes');
      from = this.pos;
    }
  }
}
