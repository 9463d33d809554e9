import { SaxesParser } from 'saxes';
import type { XmlBytesReader } from '../../runtime/src/xml/bytes-reader.ts';
import { children, openChildren } from '../../runtime/src/xml/codec-tables.ts';
import { END } from '../../runtime/src/xml/reader.ts';

/** The content of an element for an application: names by namespace, attributes sorted by name, text in one piece. */
export interface Tree {
  readonly name: string;
  readonly attributes: readonly (readonly [name: string, value: string])[];
  readonly content: readonly (string | Tree)[];
}

const ANYTHING = openChildren(children());

const expanded = (namespace: string, local: string): string => (namespace === '' ? local : `{${namespace}}${local}`);

function tree(name: string, attributes: (readonly [string, string])[], content: (string | Tree)[]): Tree {
  return { name, attributes: attributes.sort(([a], [b]) => (a < b ? -1 : 1)), content };
}

/** A whole document by the runtime's reader. @throws {XmlError} */
export function readDocument(reader: XmlBytesReader): Tree {
  reader.openRoot();
  const root = readElement(reader);
  reader.finish();
  return root;
}

function readElement(reader: XmlBytesReader): Tree {
  const name = expanded(reader.namespace, reader.local);
  const attributes = reader
    .attributes()
    .map(({ namespace, local, value }) => [expanded(namespace, local), value] as const);
  const content: (string | Tree)[] = [];
  while (reader.piece(ANYTHING, content) !== END) content.push(readElement(reader));
  return tree(name, attributes, content);
}

/** A whole document by saxes. @throws {Error} the first thing that is wrong with it. */
export function readBySaxes(text: string): Tree {
  const open: { name: string; attributes: (readonly [string, string])[]; content: (string | Tree)[] }[] = [
    { name: '', attributes: [], content: [] },
  ];
  const parser = new SaxesParser({ xmlns: true });
  const addText = (piece: string): void => {
    const { content } = open.at(-1) as (typeof open)[number];
    const last = content.at(-1);
    if (typeof last === 'string') content[content.length - 1] = last + piece;
    else if (piece !== '') content.push(piece);
  };
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ uri, local, attributes }) => {
    const own = Object.values(attributes).filter(({ uri: of }) => of !== 'http://www.w3.org/2000/xmlns/');
    open.push({
      name: expanded(uri, local),
      attributes: own.map((attribute) => [expanded(attribute.uri, attribute.local), attribute.value] as const),
      content: [],
    });
  });
  parser.on('text', (piece) => {
    if (open.length > 1) addText(piece);
  });
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const { name, attributes, content } = open.pop() as (typeof open)[number];
    open.at(-1)?.content.push(tree(name, attributes, content));
  });
  parser.write(text).close();
  const [root] = open[0]?.content ?? [];
  if (root === undefined || typeof root === 'string') throw new Error('there is no root');
  return root;
}
