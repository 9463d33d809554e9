import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cpuMilliseconds } from '../../../../test/support/cpu-time.ts';
import { parseTree } from '../xml-tree.ts';
import { enteredAttributes, enteredContent } from './entered-xml.ts';
import { FormError } from './form-body.ts';

const service = { namespace: 'urn:main', prefixes: { c: 'urn:c' } };
const where = { path: 'A/$content', sensitive: false };

/** What is XML, and what would like to get out of its place. */
const pieces = fc
  .array(
    fc.constantFrom(
      ...['<a>', '</a>', '<a/>', '</x>', '<x>', '<x', '/>', '>', '"', "'", ' b="1"', ' c:d="2"', " b = '>'", '<c:e/>'],
      ...[
        '<!-- ',
        ' -->',
        '<![CDATA[',
        ']]>',
        '<?pi ',
        '?>',
        '&amp;',
        '&',
        'text',
        ' ',
        '\n',
        '<z:a/>',
        '<!DOCTYPE a>',
      ],
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));

function taken<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof FormError)) throw error;
    expect(error.code).toBe('xml');
    return undefined;
  }
}

const declarations = 'xmlns="urn:main" xmlns:c="urn:c" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';

function tree(text: string): ReturnType<typeof parseTree> {
  return parseTree(new TextEncoder().encode(text));
}

describe('XML entered in a form', () => {
  it('P3: accepted XML stays between its tags', () => {
    fc.assert(
      fc.property(pieces, (xml) => {
        const node = taken(() => enteredContent(service, xml, where));
        if (node === undefined) return;
        const root = tree(`<r ${declarations}><x>${node.text}</x><after/></r>`);
        const names = root?.content.map((part) => (part.kind === 'text' ? part.written : part.name));
        expect(names).toEqual(['x', 'after']);
      }),
      { numRuns: 3_000 },
    );
  });

  it('P3: accepted attributes stay in their tag', () => {
    fc.assert(
      fc.property(pieces, (xml) => {
        const node = taken(() => enteredAttributes(service, xml, where));
        if (node === undefined) return;
        const root = tree(`<r ${declarations}><x ${node.text}/><after/></r>`);
        const names = root?.content.map((part) => (part.kind === 'text' ? part.written : part.name));
        expect(names).toEqual(['x', 'after']);
      }),
      { numRuns: 3_000 },
    );
  });

  it.each(['', 'text', '<a/>', 'a <c:b xsi:nil="true"/> c', '<z:a xmlns:z="urn:z"/>', '&#x41;<![CDATA[<]]>'])(
    'P3: accepts %j unchanged',
    (xml) => {
      expect(enteredContent(service, xml, where)).toEqual({ kind: 'raw', text: xml, sensitive: false });
    },
  );

  it.each(['a="1"', ' a = \'>\' c:b="2"\n', 'xmlns:z="urn:z" z:a=""', ''])('P3: accepts the attributes %j', (xml) => {
    expect(enteredAttributes(service, xml, where).text).toBe(xml.trim());
  });

  it('R5: the message names the entry and quotes nothing of its text', () => {
    for (const xml of ['<secret', '<secret>', 'secret</x>', '&secret;', '<a secret="1" secret="1"/>']) {
      expect(() => enteredContent(service, xml, where)).toThrow('The entry "A/$content" is not well-formed XML: ');
      try {
        enteredContent(service, xml, { path: 'A', sensitive: true });
      } catch (error) {
        expect(String(error)).not.toContain('secret');
      }
    }
  });

  it('P3: takes time linear in the length of the text', () => {
    for (const xml of [
      'a="1" '.repeat(100_000),
      `a="${' '.repeat(60_000)}`,
      'a'.repeat(500_000),
      ' '.repeat(500_000),
    ]) {
      expect(cpuMilliseconds(() => taken(() => enteredAttributes(service, xml, where)))).toBeLessThan(2_000);
    }
  });
});
