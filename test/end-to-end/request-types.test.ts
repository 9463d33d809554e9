import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { GeneratedFolder } from '../generate-here.ts';
import { contractOf } from '../support/generator/load-contracts.ts';
import { httpResponse, rawServer } from '../support/runtime/raw-server.ts';
import { typeErrors } from '../support/type-errors.ts';

const operations = (more: number): string =>
  Array.from(
    { length: more },
    (_, index) => `  Filler${index}: { request: { Name: string }, result: { type: string, as: Text } }`,
  ).join('\n');

/** @param more further operations: above a hundred in all, codecs are tables. */
const contract = (more = 0) =>
  contractOf(`
soapwright: 1
service: Books
namespace: urn:books/
address: http://localhost/books
operations:
  ListTypes: { request: {}, result: { type: string, as: Type, many: true } }
  Add: { request: { Book: Book, Notes: "string[]", "$any rest[]": { namespaces: other } }, result: Book }
  Order: { request: { Lines: "Line[]", "$choice How?": { Post: Address, Shop: string } }, result: { type: int, as: int } }
  Label: { request: { Label: Label }, result: Label }
${operations(more)}
types: { Genre: [FICTION, POETRY], Size: { base: string, maxLength: 3 } }
records:
  Book: { Title: string, Genre: Genre, Authors: "Author[]", Tags: "string[0..2]", Series: Book? }
  Author: { Name: string, Genres: "Genre[]" }
  Line: { Title: string, Marks: "int[]", Sizes: "Size[1..9]" }
  Address: { Streets: "string[]" }
  Label: { $attributes: { kind: Genre, $any others: {} }, $text: string }
`);

const program = `
import type { DateTime } from '@soapwright/runtime';
import { BooksClient } from './client.ts';
import type { Book, BookInit } from './types.ts';

const options = { signal: AbortSignal.timeout(10_000) };

export async function call(address: string): Promise<readonly unknown[]> {
  const client = new BooksClient({ address });
  await client.ListTypes();
  await client.ListTypes({});
  await client.ListTypes({}, options);
  await client.Order({});
  const book: Book = await client.Add({ Book: { Title: 'a', Genre: 'FICTION' } });
  // What was read is sent back.
  await client.Add({ Book: book as BookInit, Notes: ['n'] });
  await client.Label({ Label: { kind: 'POETRY', $text: 't' } });
  return book.Authors.map(({ Genres }) => Genres);
}

export async function mistakes(client: BooksClient, book: Book): Promise<void> {
  // @ts-expect-error the enumeration is closed
  await client.Add({ Book: { Title: 'a', Genre: 'FICTON' } });
  // @ts-expect-error also below a list
  await client.Add({ Book: { Title: 'a', Genre: 'FICTION', Authors: [{ Name: 'b', Genres: ['FICTON'] }] } });
  // @ts-expect-error also in an attribute
  await client.Label({ Label: { kind: 'FICTON', $text: 't' } });
  // @ts-expect-error a list with a least number of items is required
  await client.Order({ Lines: [{ Title: 'a' }] });
  // @ts-expect-error a value that was read may have another genre
  await client.Add({ Book: book });
  // Values that are read may have any genre, and their lists are there.
  if (book.Genre === 'ESSAY') console.log(book.Tags.length, book.Series?.Authors.length);
}

export type Unused = DateTime;
`;

const folder = new GeneratedFolder('request-types');
afterAll(() => folder.remove());

const xmlBook = '<Book><Title>a</Title><Genre>ESSAY</Genre></Book>';

it.each([
  ['functions', 0],
  ['tables', 100],
] as const)('requests leave out lists and inputs, and their enumerations are closed: %s', async (_, more) => {
  const { folder: path } = await folder.write(contract(more), 'tolerant');
  writeFileSync(join(path, 'program.ts'), program);
  const bodies: string[] = [];
  const answers = { ListTypes: '', Order: '<int>1</int>', Add: xmlBook, Label: '<Label kind="ESSAY">t</Label>' };
  const server = await rawServer(({ body }) => {
    const text =
      Buffer.from(body)
        .toString()
        .match(/<soap:Body>(.*)<\/soap:Body>/s)?.[1] ?? '';
    bodies.push(text);
    const name = text.match(/\w+/)?.[0] as keyof typeof answers;
    const result = `<${name}Response xmlns="urn:books/">${answers[name]}</${name}Response>`;
    const head = '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>';
    return httpResponse('200 OK', 'text/xml', `${head}${result}</soap:Body></soap:Envelope>`);
  });
  try {
    const { call } = await import(pathToFileURL(join(path, 'program.ts')).href);
    await expect(call(server.address)).rejects.toMatchObject({ code: 'invalid-request' });
    expect(bodies).toEqual([
      '<ListTypes xmlns="urn:books/"></ListTypes>',
      '<ListTypes xmlns="urn:books/"></ListTypes>',
      '<ListTypes xmlns="urn:books/"></ListTypes>',
      '<Order xmlns="urn:books/"></Order>',
      '<Add xmlns="urn:books/"><Book><Title>a</Title><Genre>FICTION</Genre></Book></Add>',
    ]);
    answers.Add = xmlBook.replace('ESSAY', 'POETRY');
    expect(await call(server.address)).toEqual([]);
    expect(bodies.slice(-2)).toEqual([
      '<Add xmlns="urn:books/"><Book><Title>a</Title><Genre>POETRY</Genre></Book><Notes>n</Notes></Add>',
      '<Label xmlns="urn:books/"><Label kind="POETRY">t</Label></Label>',
    ]);
  } finally {
    await server.close();
  }
});

it('all of that compiles, and the mistakes do not', () => {
  expect(typeErrors(folder.path, { allowImportingTsExtensions: true, exactOptionalPropertyTypes: true })).toBe('');
});
