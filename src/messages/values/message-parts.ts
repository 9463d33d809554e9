import type { MessagePart } from '@soapwright/runtime/pages';
import type { ResolvedAttachment } from '../../contract/index.ts';
import { plausibleText } from './plausible-text.ts';
import type { Random } from './random.ts';
import type { Attach } from './write-element.ts';

/** The parts of a message that is written: values that its envelope refers to, and attachments of its binding. */
export class MessageParts {
  readonly all: MessagePart[] = [];
  readonly #host = `${crypto.randomUUID()}@soapwright`;

  /** For values that refer to attachments. */
  readonly attach: Attach = (text) => {
    const id = `${this.all.length + 1}.${this.#host}`;
    this.all.push({ id, contentType: 'text/plain; charset=utf-8', content: new TextEncoder().encode(text) });
    return `cid:${id}`;
  };

  /** Adds attachments that nothing refers to, with made-up texts. */
  make(attachments: readonly ResolvedAttachment[], random: Random): void {
    for (const { part, type } of attachments) {
      const id = `${encodeURIComponent(part)}=${this.all.length + 1}.${this.#host}`;
      const content = new TextEncoder().encode(plausibleText(part, random));
      this.all.push({ id, contentType: type ?? 'application/octet-stream', content });
    }
  }
}
