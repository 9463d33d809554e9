import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Contract } from '../../src/contract/index.ts';
import { emit } from '../../src/emit/index.ts';
import { GeneratedFolder } from '../generate-here.ts';
import { contractOf } from './generator/load-contracts.ts';

/** The contract of the service that several pages call. */
export const billingContract: Contract = contractOf(`
soapwright: 1
service: Billing
namespace: urn:billing/
address: http://localhost/billing
operations: { Find: { request: { Number: string }, result: Invoice } }
records: { Invoice: { Name: string } }
`);

/** The contract of the service that the pages about attachments call. */
export const archiveContract: Contract = contractOf(`
soapwright: 1
service: Archive
namespace: urn:archive/
address: http://localhost/archive
operations:
  Fetch: { request: { Number: string }, result: Document }
  Store: { request: { Content: { type: base64Binary, stream: true } }, result: Receipt }
records:
  Document: { Content: { type: base64Binary, stream: true } }
  Receipt: { Number: string }
`);

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A contract that a page shows. @param service its name. */
export function shownContract(page: string, service: string): Contract {
  const blocks = [...readFileSync(join(root, page), 'utf8').matchAll(/```yaml\n(.*?)```/gs)].map(
    ([, text = '']) => text,
  );
  return contractOf(blocks.find((text) => text.includes(`\nservice: ${service}\n`)) ?? '');
}

/** The examples in TypeScript of a page of docs, beside the code that is generated from their contracts. */
export class DocExamples {
  readonly folder: GeneratedFolder;
  /** The whole page. */
  readonly text: string;
  /** Texts of the examples. */
  readonly blocks: readonly string[];
  /** What the examples export. */
  readonly exports: Record<string, (...args: never[]) => Promise<unknown>> = {};

  private constructor(page: string) {
    const text = readFileSync(join(root, page), 'utf8');
    this.text = text;
    this.blocks = [...text.matchAll(/```ts\n(.*?)```/gs)].map(([, block = '']) => block);
    this.folder = new GeneratedFolder(basename(page, '.md'));
  }

  /** @param contracts by the names of the folders of their code, below `generated/`. */
  static async load(page: string, contracts: Readonly<Record<string, Contract>>): Promise<DocExamples> {
    const examples = new DocExamples(page);
    for (const [name, contract] of Object.entries(contracts)) {
      for (const { path, text } of await emit(contract, { source: 'contract.yaml', importExtension: 'ts' })) {
        const file = join(examples.folder.path, 'generated', name, path);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, text);
      }
    }
    for (const [index, text] of examples.blocks.entries()) {
      const file = join(examples.folder.path, `example-${index}.ts`);
      writeFileSync(file, text);
      Object.assign(examples.exports, await import(pathToFileURL(file).href));
    }
    return examples;
  }
}
