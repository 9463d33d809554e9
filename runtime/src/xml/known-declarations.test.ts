import { describe, expect, it, vi } from 'vitest';
import type * as Reading from '../soap/envelope-reader.ts';
import type { EnvelopeOptions } from '../soap/envelope-reader.ts';
import { soap11, soap12, type Version } from '../soap/version.ts';
import { withDefaults } from './limits.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const envelope = (body: string, attributes = '', namespace = soap11.namespace): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n<s:Envelope xmlns:s="${namespace}"${attributes}><s:Body>${body}</s:Body></s:Envelope>`;

/** A reader that has read nothing yet. */
async function newReader(): Promise<typeof Reading> {
  vi.resetModules();
  return await import('../soap/envelope-reader.ts');
}

/** Everything that a reader tells of a message, or how it rejects it. */
function outcomeOf(
  { openEnvelope, closeEnvelope }: typeof Reading,
  message: Uint8Array,
  options: EnvelopeOptions = {},
  version: Version = soap11,
): unknown {
  try {
    const { reader, headerBlocks } = openEnvelope(message, version, options);
    const { namespace, local } = reader;
    const prefixes = ['', 's', 'a', 'b'].map((prefix) => reader.resolvePrefix(prefix));
    const attributes = reader.attributes();
    const content = reader.rawContent();
    closeEnvelope(reader);
    return { namespace, local, prefixes, attributes, content, blocks: headerBlocks.length };
  } catch (error) {
    // The modules are loaded again: their classes are others each time.
    const { name, code, message, path } = error as Error & { readonly code?: string; readonly path?: string };
    return [name, code, message, path];
  }
}

/** Reads the messages four times in turn: each is read as by a reader that has read nothing before. */
async function expectSame(messages: readonly Uint8Array[], options: EnvelopeOptions = {}): Promise<void> {
  const reading = await newReader();
  for (let time = 0; time < 4; time++) {
    for (const message of messages) {
      expect(outcomeOf(reading, message, options)).toEqual(outcomeOf(await newReader(), message, options));
    }
  }
}

const bodies = [
  '<Do xmlns="urn:a"><x>1</x></Do>',
  '<Do xmlns="urn:b"><x>1</x></Do>',
  '<a:Do xmlns:a="urn:a" xmlns:b="urn:b"><a:x b:y="1"/></a:Do>',
  '<a:Do xmlns:a="urn:a" xmlns:b="urn:a"><a:x b:y="1" a:y="2"/></a:Do>',
  '<Do xmlns="urn:a"/>',
  '<Do xmlns="urn:a" y="1">text</Do>',
  '<Do xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="true" y="a&amp;b"></Do>',
  '<a:Do xmlns:a="urn:a" xmlns:b="urn:b" a:y="1" b:y="2"><x/></a:Do>',
  '<Do><x xmlns="urn:a"/></Do>',
  '<Do xmlns="urn:a"></Do><Do xmlns="urn:a"></Do>',
  '<Do xmlns="urn:a"><x></y></Do>',
  '<Do xmlns="urn:a">]]></Do>',
  '<Do xmlns="urn:ä">ä</Do>',
  '',
  'text',
];

describe('declarations and XML declarations that earlier messages had', () => {
  it('a declaration is known from the second time on', async () => {
    vi.resetModules();
    const { declarationOf, knownDeclaration } = await import('./known-declarations.ts');
    const { Lexer } = await import('./lexer.ts');
    const text = 'xmlns:a="urn:example:session"';
    const lexer = new Lexer(bytesOf(`${text}><a>text</a>`), 'utf-8', withDefaults());
    const read = () =>
      declarationOf(lexer, 0, text.length, { prefix: 'a', namespace: 'urn:example:session', isPlain: true });
    expect([read().bytes, knownDeclaration(lexer, 0)]).toEqual([undefined, undefined]);
    expect(read()).toMatchObject({ prefix: 'a', namespace: 'urn:example:session', bytes: bytesOf(text) });
    expect(knownDeclaration(lexer, 0)).toMatchObject({ prefix: 'a', namespace: 'urn:example:session' });
  });

  it('two declarations whose bytes have the same slot are both known', async () => {
    vi.resetModules();
    const { declarationOf, knownDeclaration } = await import('./known-declarations.ts');
    const { Lexer } = await import('./lexer.ts');
    const declarations = [
      { prefix: 'ns2', namespace: 'urn:example:session' },
      { prefix: 'soapenc', namespace: 'http://schemas.xmlsoap.org/soap/encoding/' },
    ];
    const read = () =>
      declarations.map((declared) => {
        const text = `xmlns:${declared.prefix}="${declared.namespace}"`;
        const lexer = new Lexer(bytesOf(`${text}><a`), 'utf-8', withDefaults());
        declarationOf(lexer, 0, text.length, { ...declared, isPlain: true });
        return lexer;
      });
    read();
    const lexers = read();
    expect(lexers.map((lexer) => knownDeclaration(lexer, 0))).toEqual(
      declarations.map((declared) => expect.objectContaining(declared)),
    );
  });

  it('a message is read as if it were the first one', async () => {
    await expectSame(bodies.map((body) => bytesOf(envelope(body))));
    await expectSame(bodies.map((body) => bytesOf(envelope(body, ' xmlns="urn:outer" xmlns:a="urn:a"'))));
    await expectSame([
      bytesOf(envelope(bodies[0] as string, '', soap12.namespace)),
      bytesOf(envelope(bodies[0] as string)),
    ]);
  });

  it('a message that differs in one byte is read anew', async () => {
    const text = envelope('<Do xmlns="urn:a"><x>1</x></Do>');
    const reading = await newReader();
    const others: string[] = [];
    for (let at = 0; at < text.length; at += 2) {
      for (const other of ['', 'x', '<', '"', ' ', '\0', '&'])
        others.push(text.slice(0, at) + other + text.slice(at + 1));
      others.push(text.slice(0, at));
    }
    const expected = await Promise.all(others.map(async (other) => outcomeOf(await newReader(), bytesOf(other))));
    for (const [index, other] of others.entries()) {
      outcomeOf(reading, bytesOf(text));
      expect([other, outcomeOf(reading, bytesOf(other))]).toEqual([other, expected[index]]);
    }
  });

  it('T5: the encoding is checked in each message', async () => {
    const ascii = (value: string): Uint8Array =>
      bytesOf(envelope(`<Do xmlns="urn:a">${value}</Do>`).replace('utf-8', 'us-ascii'));
    await expectSame([ascii('a'), ascii('ä'), ascii('b')]);
    const unknown = bytesOf(envelope('<Do xmlns="urn:a"></Do>').replace('utf-8', 'ebcdic'));
    for (const charset of ['utf-8', undefined, 'us-ascii']) await expectSame([unknown], { charset });
    await expectSame([
      bytesOf(envelope('<Do xmlns="urn:a">1</Do>')),
      bytesOf(`\ufeff${envelope('<Do xmlns="urn:a"/>')}`),
      new Uint8Array(Buffer.from(`\ufeff${envelope('<Do/>')}`, 'utf16le')),
    ]);
  });

  it('T2: a message of another version is refused after one of its own', async () => {
    const message = bytesOf(envelope('<Do xmlns="urn:a"></Do>'));
    const reading = await newReader();
    outcomeOf(reading, message);
    expect(outcomeOf(reading, message, {}, soap12)).toEqual(outcomeOf(await newReader(), message, {}, soap12));
  });

  it.each([
    { maxElements: 4 },
    { maxDepth: 3 },
    { maxAttributes: 1 },
    { maxNameBytes: 6 },
    { maxAttributeValueBytes: 8 },
  ])('limits hold: %j', async (limits) => {
    const message = bytesOf(envelope('<Do xmlns="urn:a" xmlns:aa="urn:long-name"><x/><x/></Do>'));
    const reading = await newReader();
    outcomeOf(reading, message);
    expect(outcomeOf(reading, message)).toMatchObject({ local: 'Do' });
    const options = { limits: withDefaults(limits) };
    expect(outcomeOf(reading, message, options)).toEqual(outcomeOf(await newReader(), message, options));
    expect(outcomeOf(reading, message, options)).toContain('limit');
  });

  it('namespaces of one message are numbered separately from those of another', async () => {
    const twice = (first: string, second: string): Uint8Array =>
      bytesOf(envelope(`<a:Do xmlns:a="urn:a" xmlns:b="urn:a"><x ${first} ${second}/></a:Do>`));
    await expectSame([twice('a:p="1"', 'b:q="2"'), twice('a:p="1"', 'b:p="2"'), twice('b:p="1"', 'a:p="2"')]);
  });

  it('a declaration means the same wherever it is, and hides the same declarations', async () => {
    const inside = (outer: string): Uint8Array =>
      bytesOf(envelope(`<Do${outer}><a:x xmlns:a="urn:a" xmlns="urn:b"><y a:z="1"/></a:x><y/></Do>`));
    await expectSame(['', ' xmlns="urn:a"', ' xmlns:a="urn:c"', ' xmlns:a="urn:a" xmlns="urn:b"'].map(inside));
    const many = Array.from({ length: 20 }, (_, index) => ` xmlns:n${index}="urn:n${index}"`).join('');
    await expectSame([inside(many), inside(''), inside(`${many} xmlns:a="urn:c"`)]);
  });

  it('the same prefix twice in one start tag is refused each time', async () => {
    await expectSame([
      bytesOf(envelope('<Do xmlns:a="urn:a" xmlns:a="urn:a"/>')),
      bytesOf(envelope('<Do xmlns:a="urn:a"/>')),
    ]);
  });
});
