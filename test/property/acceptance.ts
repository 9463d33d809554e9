import { SoapFault } from '@soapwright/runtime/client';
import type { SoapServer } from '@soapwright/runtime/server';
import type { ResolvedOperation } from '../../src/contract/model/index.ts';
import type { Generated } from './generated.ts';
import { type Element, localOf, parseTree, printTree } from './tree.ts';

/** The error of a server for a request: undefined if its handler was called. */
export type Verdict = string | undefined;

/** Servers that only say whether they take a request. */
export class Judges {
  readonly #strict: SoapServer;
  readonly #tolerant: SoapServer;
  #called = false;

  constructor(generated: Generated) {
    const handlers = Object.fromEntries(
      generated.service.operations.map(({ identifier }) => [
        identifier,
        () => {
          this.#called = true;
          throw new SoapFault({ code: 'Sender', reason: 'It was read.' });
        },
      ]),
    );
    this.#strict = generated.server(handlers, { strict: true });
    this.#tolerant = generated.server(handlers, { strict: false });
  }

  async strict(envelope: string, operation: ResolvedOperation): Promise<Verdict> {
    return await this.#judge(this.#strict, envelope, operation);
  }

  async tolerant(envelope: string, operation: ResolvedOperation): Promise<Verdict> {
    return await this.#judge(this.#tolerant, envelope, operation);
  }

  async #judge(server: SoapServer, envelope: string, { soapAction }: ResolvedOperation): Promise<Verdict> {
    this.#called = false;
    const headers = { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: `"${soapAction}"` };
    const response = await server.fetch(
      new Request('http://localhost/property', { method: 'POST', headers, body: envelope }),
    );
    const text = await response.text();
    if (this.#called) return undefined;
    return /<faultstring>([\s\S]*?)<\/faultstring>/.exec(text)?.[1] ?? `${response.status} ${text.slice(0, 200)}`;
  }
}

/** An envelope of SOAP 1.1 with another body. */
export function withBody(envelope: string, content: Element): string {
  const root = parseTree(envelope);
  const children = root.children.map((child) =>
    typeof child !== 'string' && localOf(child.name) === 'Body' ? { ...child, children: [content] } : child,
  );
  return printTree({ ...root, children });
}

export function bodyOf(envelope: string): Element | undefined {
  const body = parseTree(envelope).children.find(
    (child) => typeof child !== 'string' && localOf(child.name) === 'Body',
  );
  const content = typeof body === 'object' ? body.children[0] : undefined;
  return typeof content === 'object' ? content : undefined;
}
