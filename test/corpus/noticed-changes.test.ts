import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readDocument, type XmlDocument, type XmlElement } from '../../src/contract/wsdl/index.ts';
import { isSchemaNamespace } from '../../src/contract/wsdl/xml-names.ts';
import { compareComponents } from '../../src/fetch/compare-components.ts';
import { componentsOf } from '../../src/fetch/wsdl-components.ts';
import { corpusEntries, corpusFolder, entrySize } from './entries.ts';

const corpus = corpusFolder();

/** In bytes: larger files resemble smaller ones. */
const largestFile = 30_000;
const changesPerFile = 5;

function parse(text: string): XmlDocument | undefined {
  return readDocument({ location: 'a', name: 'a', bytes: Buffer.from(text) }).document;
}

/** Attributes that say something about a component. */
function meaningful(root: XmlElement): readonly (readonly [XmlElement, string])[] {
  const found: (readonly [XmlElement, string])[] = [];
  const visit = (element: XmlElement): void => {
    const { namespace, local, attributes, children } = element;
    if (/^(?:import|include|documentation)$/.test(local)) return;
    for (const attribute of attributes) {
      const isOfFile = /^(?:id|version|schemaLocation|(?:element|attribute)FormDefault|(?:block|final)Default)$/;
      const isName = element === root && attribute.local === 'name';
      const isRead = attribute.namespace === '' && !isName && !isOfFile.test(attribute.local);
      // A namespace without components has none that could change.
      if (isRead && !(isSchemaNamespace(namespace) && local === 'schema')) found.push([element, attribute.local]);
    }
    for (const child of children) visit(child);
  };
  visit(root);
  return found;
}

describe.skipIf(corpus === undefined)('files of the corpus', () => {
  const folder = corpus ?? '';
  const entries =
    corpus === undefined ? [] : corpusEntries(folder).filter((entry) => entrySize(folder, entry) < largestFile);
  const texts = entries.map(({ id, path }) => ({ id, text: readFileSync(join(folder, path), 'utf8') }));

  it('are equal to themselves with other white space and comments', () => {
    for (const { id, text } of texts) {
      const before = parse(text);
      const after = parse(text.replace(/>\s+</g, '>\n\n<!-- comment --><').replace(/(<[\w:]+)\s+/g, '$1\n\t'));
      if (before === undefined || after === undefined) continue;
      expect(compareComponents(componentsOf(before), componentsOf(after)), id).toEqual([]);
    }
  });

  it('differ if an attribute does', () => {
    let count = 0;
    for (const { id, text } of texts) {
      const document = parse(text);
      if (document === undefined || document.findings.source.text !== text) continue;
      const before = componentsOf(document);
      const attributes = meaningful(document.root);
      const step = Math.max(1, Math.floor(attributes.length / changesPerFile));
      for (let index = 0; index < attributes.length; index += step) {
        const [element, attribute] = attributes[index] ?? [document.root, ''];
        const { start, end } = document.range(element, attribute);
        const after = parse(`${text.slice(0, end)}x${text.slice(end)}`);
        if (after === undefined) continue;
        const changes = compareComponents(before, componentsOf(after));
        expect(changes.length, `${id} ${element.local}/@${attribute}="${text.slice(start, end)}"`).toBeGreaterThan(0);
        count++;
      }
    }
    expect(count).toBeGreaterThan(1000);
  });
});
