import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { CommonOptions, Pages, SoapServer } from '@soapwright/runtime/server';
import { listen } from '@soapwright/runtime/server/node';
import { emit } from '../../src/emit/index.ts';
import { contractOf } from '../support/generator/load-contracts.ts';

/** Every kind of field that a contract can have, and words that would like to be markup. */
const contract = `
soapwright: 1
service: RichFields
namespace: urn:rich/
address: http://localhost:8080/rich
doc: "Every kind of field, <b>bold</b> & \\"quoted\\"."
soap: ["1.1", "1.2"]
operations:
  Everything:
    doc: Takes <script>alert(1)</script> and everything else.
    request:
      Text: { type: string, doc: "Any text, </textarea> & <i>so</i>." }
      Words: "string[]"
      Secret: { type: string, sensitive: true }
      Secrets: { type: string, many: true, sensitive: true }
      Count: int
      Size: long
      Sure: boolean
      Perhaps: boolean?
      When: { type: dateTime, mapping: exact }
      Until: { type: dateTime, optional: true, nillable: true, mapping: exact }
      Numbers: { type: int, many: true, nillable: true }
      Picture: base64Binary
      More: { type: base64Binary, many: true }
      Address: { type: Address, doc: Where it goes. }
      Other: { type: Address, optional: true, nillable: true }
      Hidden: { type: Address, optional: true, sensitive: true }
      Lines: { type: Line, many: true, nillable: true, doc: What is ordered. }
      Tree: Node?
    result: Summary
  Nothing:
    request: {}
    result: Empty
records:
  Empty: {}
  Address: { Street: string, Town: string? }
  Line: { Item: string, Amount: int, Notes: "Note[]" }
  Note: { Words: string }
  Node: { Label: string?, Next: Node? }
  Summary:
    Said: string
    Token: { type: string, sensitive: true }
    Missing: { type: string, nillable: true }
    Nothing: string
    Data: base64Binary
    Lines: { type: Line, many: true, nillable: true }
`;

interface Generated {
  createRichFieldsServer(handlers: object, options: CommonOptions): SoapServer;
}

export interface RichService {
  readonly address: string;
  /** The last request to the handler of Everything. */
  readonly received: Record<string, unknown>[];
  close(): Promise<void>;
}

/** A server that was generated from a contract of every kind of field. @param host to listen on. */
export async function startRichService(host = '127.0.0.1', options: CommonOptions = {}): Promise<RichService> {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  mkdirSync(join(root, '.build'), { recursive: true });
  // Within the repository, so that generated code finds the runtime.
  const folder = mkdtempSync(join(root, '.build', 'pages-'));
  for (const { path, text } of await emit(contractOf(contract), { source: 'rich.yaml', importExtension: 'ts' })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const generated = (await import(pathToFileURL(join(folder, 'server.ts')).href)) as Generated;
  const { pages } = (await import(pathToFileURL(join(folder, 'pages.ts')).href)) as { readonly pages: Pages };
  const received: Record<string, unknown>[] = [];
  const server = generated.createRichFieldsServer(
    {
      Everything(input: Record<string, unknown>) {
        received.push(input);
        return {
          Said: `<b>${String(input.Text)}</b> & more`,
          Token: 'a token of the answer',
          Missing: null,
          Nothing: '',
          Data: new Uint8Array(1_000).fill(7),
          Lines: input.Lines,
        };
      },
      Nothing: () => ({}),
    },
    { pages, ...options },
  );
  const listening = await listen(server, { host });
  return {
    address: listening.url,
    received,
    async close() {
      await listening.close(1_000);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
