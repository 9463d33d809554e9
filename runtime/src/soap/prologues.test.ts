import { describe, expect, it } from 'vitest';
import { XmlError } from '../xml/error.ts';
import { withDefaults } from '../xml/limits.ts';
import { Prologues } from '../xml/prologue.ts';
import { closeEnvelope, type EnvelopeOptions, openEnvelope } from './envelope-reader.ts';
import { SoapFault } from './fault.ts';
import { soap11, soap12, type Version } from './version.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const envelope = (body: string, attributes = '', namespace = soap11.namespace): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n<s:Envelope xmlns:s="${namespace}"${attributes}><s:Body>${body}</s:Body></s:Envelope>`;

/** Everything that a reader tells of a message, or how it rejects it. */
function outcomeOf(message: Uint8Array, options: EnvelopeOptions, version: Version = soap11): unknown {
  try {
    const { reader, headerBlocks } = openEnvelope(message, version, options);
    const { namespace, local } = reader;
    const prefixes = ['', 's', 'a', 'b'].map((prefix) => reader.resolvePrefix(prefix));
    const attributes = reader.attributes();
    const content = reader.rawContent();
    closeEnvelope(reader);
    return { namespace, local, prefixes, attributes, content, blocks: headerBlocks.length };
  } catch (error) {
    if (error instanceof XmlError) return [error.code, error.message, error.path];
    if (error instanceof SoapFault) return [error.code, error.message];
    throw error;
  }
}

/** Reads it three times: nothing known, then with what the time before, or other messages, have left. */
function same(messages: readonly Uint8Array[], options: EnvelopeOptions = {}): void {
  const prologues = new Prologues();
  for (let time = 0; time < 3; time++) {
    for (const message of messages) {
      expect(outcomeOf(message, { ...options, prologues })).toEqual(outcomeOf(message, options));
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

describe('cached prologues', () => {
  it('a message is read as without a cache, after any other messages', () => {
    same(bodies.map((body) => bytesOf(envelope(body))));
    same(bodies.map((body) => bytesOf(envelope(body, ' xmlns="urn:outer" xmlns:a="urn:a"'))));
    same([bytesOf(envelope(bodies[0] as string, '', soap12.namespace)), bytesOf(envelope(bodies[0] as string))]);
  });

  it("a cached prologue is reused, with the attributes of the body's element", () => {
    const prologues = new Prologues();
    const about = { ascii: true, charset: undefined, purpose: soap11 };
    const [plain, withAttribute] = [bodies[0], bodies[5]].map((body) => bytesOf(envelope(body as string)));
    for (const message of [plain, withAttribute]) outcomeOf(message as Uint8Array, { prologues });
    expect(prologues.find(plain as Uint8Array, about)?.opened).toHaveLength(3);
    expect(prologues.find(withAttribute as Uint8Array, about)?.attributes).toHaveLength(5);
  });

  it('a message that differs in one byte is parsed again', () => {
    const text = envelope('<Do xmlns="urn:a"><x>1</x></Do>');
    const messages = [text];
    for (let at = 0; at < text.length; at += 2) {
      for (const other of ['', 'x', '<', '"', ' ', '\0', '&'])
        messages.push(text.slice(0, at) + other + text.slice(at + 1));
      messages.push(text.slice(0, at));
    }
    const prologues = new Prologues();
    for (const other of messages) {
      outcomeOf(bytesOf(text), { prologues });
      expect([other, outcomeOf(bytesOf(other), { prologues })]).toEqual([other, outcomeOf(bytesOf(other), {})]);
    }
  });

  it('T5: an encoding that depends on the rest of the message is validated with it', () => {
    const ascii = (value: string): Uint8Array =>
      bytesOf(envelope(`<Do xmlns="urn:a">${value}</Do>`).replace('utf-8', 'us-ascii'));
    same([ascii('a'), ascii('ä'), ascii('b')]);
    const unknown = bytesOf(envelope('<Do xmlns="urn:a"></Do>').replace('utf-8', 'ebcdic'));
    const prologues = new Prologues();
    for (const charset of ['utf-8', undefined, 'us-ascii', undefined]) {
      expect(outcomeOf(unknown, { prologues, charset })).toEqual(outcomeOf(unknown, { charset }));
    }
    const bom = bytesOf(`\ufeff${envelope('<Do xmlns="urn:a"/>')}`);
    same([
      bytesOf(envelope('<Do xmlns="urn:a">1</Do>')),
      bom,
      new Uint8Array(Buffer.from(`\ufeff${envelope('<Do/>')}`, 'utf16le')),
    ]);
  });

  it('T2: a prologue of one version is not used for another', () => {
    const prologues = new Prologues();
    const message = bytesOf(envelope('<Do xmlns="urn:a"></Do>'));
    outcomeOf(message, { prologues });
    expect(outcomeOf(message, { prologues }, soap12)).toEqual(outcomeOf(message, {}, soap12));
  });

  it('limits include a cached prologue', () => {
    const message = bytesOf(envelope('<Do xmlns="urn:a"><x/><x/></Do>'));
    for (const limits of [{ maxElements: 4 }, { maxElements: 5 }, { maxDepth: 3 }, { maxDepth: 4 }]) {
      same([message], { limits: withDefaults(limits) });
    }
  });

  it('declarations of one message are numbered separately from those of another', () => {
    const twice = (first: string, second: string): Uint8Array =>
      bytesOf(envelope(`<a:Do xmlns:a="urn:a" xmlns:b="urn:a"><x ${first} ${second}/></a:Do>`));
    same([twice('a:p="1"', 'b:q="2"'), twice('a:p="1"', 'b:p="2"'), twice('b:p="1"', 'a:p="2"')]);
  });
});
