import { describe, expect, it } from 'vitest';
import { Join, Quota, Session, Trace } from '../../../test/support/runtime/library-operations.ts';
import { both, envelope } from '../../../test/support/runtime/sample-envelopes.ts';
import { writeOtherAttributes } from '../xml/any-element.ts';
import { rootStartTag, rootTag, tag } from '../xml/tag.ts';
import { openEnvelope } from './envelope-reader.ts';
import { writeRequest } from './envelope-writer.ts';
import { SoapFault } from './fault.ts';
import { type HeaderContent, header } from './header-type.ts';
import type { SoapVersion } from './version.ts';
import { soap11, soap12, ultimateReceiver, versionNamed } from './version.ts';

/** The Header of a message with these blocks. */
function headerOf(version: SoapVersion, ...blocks: HeaderContent[]): string {
  const text = writeRequest(versionNamed(version), Join, { a: '', b: '' }, blocks).text ?? '';
  return /<(soap\w*):Header>(.*)<\/\1:Header>/s.exec(text)?.[2] ?? '';
}

/** The header blocks of a message that has this header. */
function received(version: SoapVersion, content: string, understood = [Session.tag, Trace.tag]) {
  const message = new TextEncoder().encode(envelope(version, '<x/>', content));
  return openEnvelope(message, versionNamed(version), { understood });
}

const block = (more = '', token = 't'): string =>
  `<l:Session xmlns:l="urn:library" ${more}><l:Token>${token}</l:Token></l:Session>`;

describe('writing header blocks', () => {
  it('D5: blocks have the role and mustUnderstand of each version', () => {
    const token = '<Token>a&amp;b</Token></Session>';
    expect(headerOf('1.1', Session.block({ Token: 'a&b' }))).toBe(
      `<Session xmlns="urn:library" soap:mustUnderstand="1">${token}`,
    );
    expect(headerOf('1.2', Session.block({ Token: 'a&b' }))).toBe(
      `<Session xmlns="urn:library" soap12:mustUnderstand="1">${token}`,
    );
    expect(headerOf('1.1', Trace.block({ Id: '1' }))).toContain(
      '<Trace xmlns="urn:library" soap:mustUnderstand="1" soap:actor="urn:tracer"><Id>',
    );
    expect(headerOf('1.2', Trace.block({ Id: '1' }))).toContain(
      'soap12:mustUnderstand="1" soap12:role="urn:tracer"><Id>',
    );
    expect(headerOf('1.1', Session.block({ Token: '' }, { mustUnderstand: false }))).toContain(
      '<Session xmlns="urn:library"><Token>',
    );
  });

  it('D5: predefined roles have the name of the version', () => {
    for (const role of [soap11.nextRole, soap12.nextRole]) {
      expect(headerOf('1.1', Quota.block(1, { role }))).toContain(`soap:actor="${soap11.nextRole}"`);
      expect(headerOf('1.2', Quota.block(1, { role }))).toContain(`soap12:role="${soap12.nextRole}"`);
    }
    expect(headerOf('1.1', Quota.block(1, { role: ultimateReceiver }))).not.toContain('actor');
    expect(headerOf('1.2', Quota.block(1, { role: ultimateReceiver }))).toContain(`role="${ultimateReceiver}"`);
    expect(headerOf('1.1', Quota.block(1, { role: 'urn:"a&b' }))).toContain('actor="urn:&quot;a&amp;b"');
    expect(() => headerOf('1.1', Quota.block(1, { role: '\u0000' }))).toThrow('Quota/@actor');
  });

  it('D5: a start tag keeps its own attributes, and blocks keep their order', () => {
    expect(headerOf('1.1', Quota.block(7, { mustUnderstand: true }), '<x:a xmlns:x="urn:x"/>', Quota.block(8))).toBe(
      '<Quota xmlns="urn:other" soap:mustUnderstand="1" left="7"></Quota><x:a xmlns:x="urn:x"/><Quota xmlns="urn:other" left="8"></Quota>',
    );
  });

  it('D5: a value cannot repeat the SOAP attributes of its block', () => {
    const loose = header(
      'Loose',
      rootStartTag('urn:loose', 'Loose'),
      () => 0,
      (writer) => {
        writeOtherAttributes(writer, [{ namespace: soap11.namespace, local: 'mustUnderstand', value: '1' }]);
        writer.content();
      },
    );
    expect(() => headerOf('1.1', loose.block(0, { mustUnderstand: true }))).toThrow(
      'Loose/@mustUnderstand: it is there already',
    );
  });

  it('D5: an element that binds the prefix of the envelope otherwise gets another prefix', () => {
    const odd = header(
      'Odd',
      rootTag('urn:odd', 'Odd', { soap: 'urn:odd', soap_: 'urn:y' }),
      (reader) => reader.skip(),
      () => undefined,
      { mustUnderstand: true },
    );
    const text = headerOf('1.1', odd.block(undefined));
    expect(text).toContain(` xmlns:_1="${soap11.namespace}" _1:mustUnderstand="1"`);
    const { headerBlocks } = openEnvelope(
      new TextEncoder().encode(writeRequest(soap11, Join, { a: '', b: '' }, [odd.block(undefined)]).text),
      soap11,
      { understood: [odd.tag] },
    );
    expect(headerBlocks[0]?.mustUnderstand).toBe(true);
  });

  it('W2: a block that cannot be written is an error that names it', () => {
    expect(() => headerOf('1.1', Session.block({ Token: '\ud800' }))).toThrow(/^Session\/Token: /);
    expect(() => headerOf('1.1', Session.block(JSON.parse('{}')))).toThrow(
      'Session/Token: this required element is missing',
    );
  });

  it('D5: text must be one complete element in a namespace', () => {
    for (const bad of [
      '',
      'x',
      '<a/>',
      '<a xmlns="urn:a"/><b/>',
      '<p:a/>',
      '<!-- --><a xmlns="urn:a"/>',
      '<a xmlns="urn:a">',
    ]) {
      expect(() => headerOf('1.1', bad), bad).toThrow();
    }
  });

  it('D5: a header type must be in a namespace, and its tag declare it', () => {
    const nothing = (): void => undefined;
    expect(() => header('A', rootTag('', 'A'), nothing, nothing)).toThrow('namespace');
    expect(() => header('A', tag('urn:a', 'A'), nothing, nothing)).toThrow('rootTag');
  });
});

describe.each(both)('reading header blocks of SOAP %s', (version) => {
  const { roleAttribute, nextRole } = versionNamed(version);

  it('D5: returns the value of the block for this node', () => {
    expect(Session.of(received(version, block()))).toEqual({ Token: 't' });
    expect(Session.of(received(version, ''))).toBeUndefined();
    for (const role of [nextRole, '', '  ', soap11.nextRole, soap12.nextRole, ultimateReceiver]) {
      expect(Session.of(received(version, block(`s:${roleAttribute}="${role}"`))), role).toEqual({ Token: 't' });
    }
    const foreign = 'urn:someone';
    const none = 'http://www.w3.org/2003/05/soap-envelope/role/none';
    for (const role of [foreign, none]) {
      const carrier = received(version, block(`s:${roleAttribute}="${role}" s:mustUnderstand="1"`));
      expect(Session.of(carrier), role).toBeUndefined();
      expect(carrier.headerBlocks[0]).toMatchObject({ local: 'Session', role, mustUnderstand: true });
    }
    expect(Session.of(received(version, block(`s:${roleAttribute}="urn:x"`, 'theirs') + block()))).toEqual({
      Token: 't',
    });
  });

  it('D5: returns a block that is declared for a custom role', () => {
    const own = `<Trace xmlns="urn:library" s:${roleAttribute}=" urn:tracer "><Id>1</Id></Trace>`;
    expect(Trace.of(received(version, own))).toEqual({ Id: '1' });
    expect(Trace.of(received(version, own.replace(/ s:[^>]*/, '')))).toEqual({ Id: '1' });
    expect(Trace.of(received(version, own.replace('urn:tracer', 'urn:other')))).toBeUndefined();
  });

  it('D5: accepts mustUnderstand in both spellings', () => {
    for (const yes of ['1', 'true', ' 1 ']) {
      const text = block(`s:mustUnderstand="${yes}"`);
      expect(received(version, text).headerBlocks[0]?.mustUnderstand).toBe(true);
      expect(() => received(version, text, [])).toThrow('{urn:library}Session');
    }
    for (const no of ['0', 'false']) {
      expect(received(version, block(`s:mustUnderstand="${no}"`), []).headerBlocks[0]?.mustUnderstand).toBe(false);
    }
    expect(() => received(version, block('s:mustUnderstand="yes"'))).toThrow('mustUnderstand');
    // Without the namespace of the envelope it is some attribute.
    expect(received(version, block('mustUnderstand="1"'), []).headerBlocks[0]?.mustUnderstand).toBe(false);
    const others = block(`s:mustUnderstand="yes" s:${roleAttribute}="urn:x"`);
    expect(received(version, others).headerBlocks).toHaveLength(1);
  });

  it('D5: requires every mandatory block in a role of this node to be understood', () => {
    const text = `<a xmlns="urn:a" s:mustUnderstand="1" s:${roleAttribute}="urn:tracer"/>`;
    const message = new TextEncoder().encode(envelope(version, '<x/>', text));
    expect(() => openEnvelope(message, versionNamed(version), { roles: ['urn:tracer'] })).toThrow('{urn:a}a');
    expect(openEnvelope(message, versionNamed(version)).headerBlocks).toHaveLength(1);
  });

  it('D5: a repeated or invalid block is an error that names it', () => {
    const twice = received(version, block() + block('', 'u'));
    const malformed = [block().replaceAll('l:Token', 'l:Other'), block('', '<l:a/>')];
    const thrown = (content: { headerBlocks: ReturnType<typeof received>['headerBlocks'] }): unknown => {
      try {
        return Session.of(content);
      } catch (error) {
        return error;
      }
    };
    expect(thrown(twice)).toMatchObject({ code: 'Sender', detailCode: 'RepeatedHeader' });
    for (const one of malformed) {
      const error = thrown(received(version, one));
      expect(error).toBeInstanceOf(SoapFault);
      expect(error).toMatchObject({ code: 'Sender', detailCode: 'InvalidHeader' });
      expect((error as SoapFault).reason).toMatch(/\{urn:library\}Session.*Session\/Token/);
    }
  });

  it('D5: namespace declarations around the header apply', () => {
    const message = envelope(version, '<x/>', '<l:Session><l:Token>t</l:Token></l:Session>');
    const declared = message.replace('<s:Envelope', '<s:Envelope xmlns:l="urn:library" xmlns="urn:d"');
    const carrier = openEnvelope(new TextEncoder().encode(declared), versionNamed(version));
    expect(Session.of(carrier)).toEqual({ Token: 't' });
    expect(Session.of(carrier)).toBe(Session.of(carrier));
  });

  it('D5: excludes the attributes of SOAP from the content', () => {
    const open = header(
      'Open',
      rootTag('urn:o', 'Open'),
      (reader) => {
        const attributes = reader.otherAttributes([]);
        reader.skip();
        return attributes;
      },
      () => undefined,
    );
    const text = `<Open xmlns="urn:o" xmlns:t="urn:t" s:mustUnderstand="0" s:${roleAttribute}="" t:a="1" b="2"/>`;
    expect(open.of(received(version, text))).toEqual([
      { namespace: 'urn:t', local: 'a', value: '1' },
      { namespace: '', local: 'b', value: '2' },
    ]);
  });

  it('accepts plain data too, for tests of handlers', () => {
    const plain = { namespace: 'urn:library', local: 'Session', xml: block() };
    expect(Session.of({ headerBlocks: [plain] })).toEqual({ Token: 't' });
  });
});
