import { rmSync } from 'node:fs';
import type { Contract, ResolvedService } from '../../../src/contract/model/index.ts';
import { catalogued } from '../../../src/contract/wsdl/catalogue/catalogue.ts';
import { serviceFor } from '../../../src/emit/index.ts';
import { oneOperation } from '../../../src/messages/dynamic/one-operation.ts';
import { ServiceClient } from '../../../src/messages/dynamic/service-client.ts';
import { filesOf } from '../load-entry.ts';
import { addedElements, Drivers } from '../samples/drivers.ts';
import type { MessageElement } from '../samples/messages.ts';
import { OriginalSchemas } from '../samples/original-schemas.ts';
import { validate } from '../samples/xmllint.ts';
import type { LoadedEntry } from './loaded-entry.ts';

/** Operations of one service whose requests are made by the part that the cache keeps, too: each of them takes time. */
const mostParts = 10;

export interface FilledRequests {
  readonly operations: number;
  readonly failures: readonly string[];
}

/**
 * Requests that `soapwright call` fills from its examples, by the schemas of their authors.
 *
 * @param folder of the files that xmllint reads; it is removed.
 */
export function filledRequests(
  { folder: corpus, entry: { path }, loaded }: LoadedEntry,
  folder: string,
): FilledRequests {
  const contract = loaded?.contract;
  if (contract === undefined) return { operations: 1, failures: [`${path}: it is not read`] };
  const service = serviceFor(contract, 'standard');
  const client = clientOf(contract, service);
  const { file, read } = filesOf(corpus);
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
