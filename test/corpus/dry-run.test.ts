import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Contract, ResolvedService } from '../../src/contract/model/index.ts';
import { catalogued } from '../../src/contract/wsdl/catalogue/catalogue.ts';
import { serviceFor } from '../../src/emit/index.ts';
import { oneOperation } from '../../src/messages/dynamic/one-operation.ts';
import { ServiceClient } from '../../src/messages/dynamic/service-client.ts';
import { corpusEntries, corpusFolder } from './entries.ts';
import { filesOf, loaderOf } from './load-entry.ts';
import { addedElements, Drivers } from './samples/drivers.ts';
import type { MessageElement } from './samples/messages.ts';
import { OriginalSchemas } from './samples/original-schemas.ts';
import { validate } from './samples/xmllint.ts';

const corpus = corpusFolder();
const entries =
  corpus === undefined ? [] : corpusEntries(corpus).filter(({ expectation }) => expectation === 'must-accept');

/** The least share of requests that the schemas of their authors accept. */
const wanted = 0.995;
/** Operations of one service whose requests are made by the part that the cache keeps, too: each of them takes time. */
const mostParts = 10;

interface Checked {
  readonly operations: number;
  readonly failures: readonly string[];
}

describe.skipIf(corpus === undefined)('requests that soapwright call fills from its examples', () => {
  const folder = mkdtempSync(join(tmpdir(), 'soapwright-dry-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('are valid by the schemas of their authors, for 99.5 % of the operations of others', () => {
    const all = entries.map(({ id, path }) => checked(corpus ?? '', path, join(folder, id)));
    const operations = all.reduce((sum, one) => sum + one.operations, 0);
    const failures = all.flatMap((one) => one.failures);
    console.log(`${operations - failures.length} of ${operations} requests`);
    expect(operations).toBeGreaterThan(2_000);
    expect((operations - failures.length) / operations, failures.slice(0, 10).join('\n')).toBeGreaterThanOrEqual(
      wanted,
    );
  }, 900_000);
});

function checked(corpusPath: string, path: string, folder: string): Checked {
  const { contract } = loaderOf(corpusPath)(path);
  if (contract === undefined) return { operations: 1, failures: [`${path}: it is not read`] };
  const service = serviceFor(contract, 'standard');
  const client = clientOf(contract, service);
  const { file, read } = filesOf(corpusPath);
  const schemas = new OriginalSchemas(folder, file(path), { read, wellKnown: catalogued });
  schemas.write(contract.schemas.flatMap(({ targetNamespace, imports }) => [targetNamespace, ...imports]));
  const drivers = new Drivers(contract, addedElements(contract, schemas.files.symbols));
  const failures: string[] = [];
  const documents: { readonly name: string; readonly text: string }[] = [];
  const literal = service.operations.filter(({ input }) => input.use === 'literal');
  for (const [index, operation] of literal.entries()) {
    const name = operation.identifier;
    try {
      const envelope = dryOf(client, name);
      const part = index < mostParts ? oneOperation({ contract, service }, name) : undefined;
      if (part !== undefined) {
        const { example, headers } = { example: client.example(name), headers: client.exampleHeaders(name) };
        const own = clientOf(part.contract, part.service).dryRun(name, example, { headers }).envelope;
        if (own !== envelope) failures.push(`${path} ${name}: the part makes another request`);
      }
      const body = /<(\w+):Body>(.*)<\/\1:Body>/s.exec(envelope)?.[2] ?? '';
      // An empty body has no element that a schema could judge.
      if (body !== '') documents.push({ name, text: drivers.documentOf(messageOf(operation), body) });
    } catch (error) {
      failures.push(`${path} ${name}: ${String(error)}`);
    }
  }
  schemas.writeDriver('driver.xsd', drivers.namespace, drivers.elements);
  const verdicts = validate(
    folder,
    'driver.xsd',
    documents.map(({ text }) => text),
  );
  rmSync(folder, { recursive: true, force: true });
  // xmllint cannot read the schemas of some authors, and then says nothing of their documents.
  if (verdicts.schemaError !== undefined) return { operations: failures.length, failures };
  failures.push(...[...verdicts.errors].map(([index, error]) => `${path} ${documents[index]?.name}: ${error}`));
  return { operations: literal.length, failures };
}

function clientOf(contract: Contract, service: ResolvedService): ServiceClient {
  return new ServiceClient(contract, { address: 'http://localhost/' }, service);
}

function dryOf(client: ServiceClient, name: string): string {
  const example: unknown = JSON.parse(JSON.stringify(client.example(name)));
  return client.dryRun(name, example, { headers: client.exampleHeaders(name) }).envelope;
}

function messageOf(operation: ResolvedService['operations'][number]): MessageElement {
  const none = (): never => {
    throw new Error('Nothing is read or written.');
  };
  const { namespace, local: name } = operation.input.element;
  return {
    label: operation.identifier,
    element: { namespace, name, record: '' },
    isEncoded: false,
    body: { operation, direction: 'input' },
    read: none,
    write: none,
  };
}
