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

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The examples in TypeScript of a page of docs, beside the code that is generated from their contract. */
export class DocExamples {
  readonly folder: GeneratedFolder;
  /** Texts of the examples. */
  readonly blocks: readonly string[];
  /** What the examples export. */
  readonly exports: Record<string, (...args: never[]) => Promise<unknown>> = {};

  private constructor(page: string) {
    const text = readFileSync(join(root, page), 'utf8');
    this.blocks = [...text.matchAll(/```ts\n(.*?)```/gs)].map(([, block = '']) => block);
    this.folder = new GeneratedFolder(basename(page, '.md'));
  }

  /**
   * @param name of the folder of generated code, below `generated/`.
   * @param more contracts, by the names of their folders.
   */
  static async load(
    page: string,
    name: string,
    contract: Contract,
    more: Readonly<Record<string, Contract>> = {},
  ): Promise<DocExamples> {
    const examples = new DocExamples(page);
    for (const [folder, one] of Object.entries({ ...more, [name]: contract })) {
      for (const { path, text } of await emit(one, { source: 'contract.yaml', importExtension: 'ts' })) {
        const file = join(examples.folder.path, 'generated', folder, path);
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
