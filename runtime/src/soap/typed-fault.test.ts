import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Busy, Damaged, Find, NotFound, namespace } from '../../../test/support/runtime/library-operations.ts';
import { both, envelope, faultBody } from '../../../test/support/runtime/sample-envelopes.ts';
import { rootTag, tag } from '../xml/tag.ts';
import { closeEnvelope, openEnvelope } from './envelope-reader.ts';
import { SoapFault } from './fault.ts';
import { isFault, readFault } from './fault-reader.ts';
import { writeFault } from './fault-writer.ts';
import { type FaultType, fault, readableFault, TypedFault } from './typed-fault.ts';
import type { SoapVersion } from './version.ts';
import { versionNamed } from './version.ts';

const { faults } = Find;

function read(name: SoapVersion, message: string | Uint8Array, strict = false): SoapFault {
  const version = versionNamed(name);
  const bytes = typeof message === 'string' ? new TextEncoder().encode(message) : message;
  const { reader, headerBlocks } = openEnvelope(bytes, version);
  expect(isFault(reader, version)).toBe(true);
  const found = readFault(reader, version, 500, { faults, headerBlocks, reading: { strict } });
  closeEnvelope(reader);
  return found;
}

function written(name: SoapVersion, thrown: SoapFault): string {
  return writeFault(versionNamed(name), thrown, 'urn:service', 'id').text ?? '';
}

describe.each(both)('a declared fault in SOAP %s', (version) => {
  it('W3: its detail contains only its element', () => {
    const text = written(version, NotFound.create({ Title: 'a & b' }, { reason: 'r' }));
    const element = '<NotFound xmlns="urn:library"><Title>a &amp; b</Title></NotFound>';
    expect(text).toContain(
      version === '1.1' ? `<detail>${element}</detail>` : `<soap12:Detail>${element}</soap12:Detail>`,
    );
    expect(text).not.toContain('ErrorDetail');
  });

  it('C5: arrives with all of its content', () => {
    const thrown = NotFound.create(
      { Title: 'ä\r\n<', Secret: 's' },
      { reason: 'kein <Buch>', code: 'Receiver', language: 'de' },
    );
    const got = read(version, written(version, thrown));
    expect(got).toBeInstanceOf(TypedFault);
    expect(NotFound.is(got) && got.value).toEqual({ Title: 'ä\r\n<', Secret: 's' });
    expect(Busy.is(got)).toBe(false);
    expect(got).toMatchObject({
      code: 'Receiver',
      reason: 'kein <Buch>',
      language: 'de',
      detailCode: 'NotFound',
      version,
    });
    expect(got.detail).toContain('<Title>');
  });

  it('C5: a start tag has its attributes, and another namespace is preserved', () => {
    const got = read(version, written(version, Busy.create({ until: '"5"', text: 'later' }, { reason: 'r' })));
    expect(Busy.is(got) && got.value).toEqual({ until: '"5"', text: 'later' });
    const bare = read(version, written(version, Busy.create({ text: '' }, { reason: 'r' })));
    expect(Busy.is(bare) && bare.value).toEqual({ text: '' });
  });

  it('C5: a detail with binary values survives a round trip', async () => {
    const thrown = Damaged.create(new Blob(['abc']), { reason: 'r' });
    const bytes = await writeFault(versionNamed(version), thrown, 'urn:service').bytes();
    const got = read(version, bytes);
    expect(Damaged.is(got) && (await got.value.text())).toBe('abc');
  });

  it('W3: a value that cannot be written is an error with the field and without the value', () => {
    const missing = NotFound.create(JSON.parse('{}'), { reason: 'r' });
    expect(() => written(version, missing)).toThrow('NotFound/Title: this required element is missing');
    const uncarriable = NotFound.create({ Title: 'S3CRET\u0000' }, { reason: 'r' });
    expect(() => written(version, uncarriable)).toThrow(/^NotFound\/Title: (?!.*S3CRET)/);
  });

  it('C5: a foreign server’s prefixes, order and further elements are accepted', () => {
    const detail = `<l:NotFound xmlns:l="${namespace}"><l:Unknown>x</l:Unknown><l:Secret>s</l:Secret><l:Title>t</l:Title></l:NotFound>`;
    for (const around of [
      detail,
      `<x:hostname xmlns:x="urn:x">h</x:hostname>${detail}<x:stack xmlns:x="urn:x"/>`,
      `\n text ${detail} and <b xmlns="">more</b>`,
      `<!-- c -->${detail}${detail.replaceAll('>t<', '>second<')}`,
    ]) {
      const got = read(version, envelope(version, faultBody(version, around)));
      expect(NotFound.is(got) && got.value, around).toEqual({ Title: 't', Secret: 's' });
    }
    const strict = read(version, envelope(version, faultBody(version, detail)), true);
    expect([NotFound.is(strict), strict.reason]).toEqual([false, 'r']);
  });

  it('C5: namespace declarations around the detail apply', () => {
    const message = envelope(version, faultBody(version, '<l:NotFound><l:Title>t</l:Title></l:NotFound>'));
    const got = read(version, message.replace('<s:Envelope', `<s:Envelope xmlns:l="${namespace}" xmlns="urn:default"`));
    expect(NotFound.is(got) && got.value).toEqual({ Title: 't' });
  });

  it('C5: an invalid detail gives an untyped fault, or the next valid element', () => {
    const bad = `<NotFound xmlns="${namespace}"/>`;
    const plain = read(version, envelope(version, faultBody(version, bad)));
    expect(plain).not.toBeInstanceOf(TypedFault);
    expect([plain.code, plain.reason, plain.detail]).toEqual(['Receiver', 'r', bad]);
    const next = read(version, envelope(version, faultBody(version, `${bad}<Busy xmlns="urn:other">b</Busy>`)));
    expect(Busy.is(next) && next.value).toEqual({ text: 'b' });
    for (const nothing of ['', ' ', 'text', '<NotFound/>', '<Busy xmlns="urn:library"/>']) {
      expect(read(version, envelope(version, faultBody(version, nothing)))).not.toBeInstanceOf(TypedFault);
    }
  });

  it('C5: an ErrorDetail beside it adds information', () => {
    const ours = '<ErrorDetail xmlns="urn:x"><Code>Own</Code><Path>P</Path><RequestId>i</RequestId></ErrorDetail>';
    const detail = `${ours}<NotFound xmlns="${namespace}"><Title>t</Title></NotFound>`;
    const got = read(version, envelope(version, faultBody(version, detail)));
    expect([NotFound.is(got), got.detailCode, got.path, got.requestId]).toEqual([true, 'Own', 'P', 'i']);
  });

  it('R5: printing it does not print its content', () => {
    const thrown = NotFound.create({ Title: 'S3CRET', Secret: 'S3CRET' }, { reason: 'r' });
    const got = read(version, written(version, thrown));
    for (const each of [thrown, got, SoapFault.sender('a', 'b')]) {
      expect(inspect(each, { depth: 9 }) + JSON.stringify(each) + String(each)).not.toContain('S3CRET');
    }
    expect(got.detail).toContain('S3CRET');
  });
});

describe('declared faults', () => {
  it('C5: the first valid declared element of any detail is found, and nothing fails', () => {
    const good = (title: string): string =>
      `<n:NotFound xmlns:n="${namespace}"><n:Title>${title}</n:Title></n:NotFound>`;
    const noise = [
      'text &amp; &#x41; ]]&gt;',
      '<!-- <NotFound/> -->',
      '<![CDATA[<NotFound>]]>',
      '<?pi NotFound?>',
      `<NotFound xmlns="${namespace}"/>`,
      `<NotFound xmlns="${namespace}" xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="true"/>`,
      `<NotFound xmlns="${namespace}"><Title>a</Title><Title>b</Title></NotFound>`,
      `<x:deep xmlns:x="urn:x">${good('inside')}</x:deep>`,
      '<ErrorDetail xmlns="urn:x"><Code><a/></Code></ErrorDetail>',
      '<NotFound xmlns=""><Title>none</Title></NotFound>',
    ];
    const piece = fc.oneof(
      fc.constantFrom(...noise),
      fc.constantFrom('a', 'b').map((title) => ({ title })),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), fc.constantFrom(...both), (pieces, version) => {
        const detail = pieces.map((one) => (typeof one === 'string' ? one : good(one.title))).join('');
        const got = read(version, envelope(version, faultBody(version, detail)));
        const first = pieces.find((one) => typeof one !== 'string');
        expect(NotFound.is(got) ? got.value : undefined).toEqual(
          typeof first === 'object' ? { Title: first.title } : undefined,
        );
        expect([got.code, got.reason, got.detail]).toEqual(['Receiver', 'r', detail]);
      }),
    );
  });

  it('C5: a detail too deep for the stack gives an untyped fault', () => {
    const endless = (): number => 1 + endless();
    const Deep = fault('Deep', rootTag('urn:deep', 'Deep'), endless, () => undefined);
    const message = envelope('1.1', faultBody('1.1', '<Deep xmlns="urn:deep"/>'));
    const { reader } = openEnvelope(new TextEncoder().encode(message), versionNamed('1.1'));
    const got = readFault(reader, versionNamed('1.1'), 500, { faults: [Deep] });
    expect([Deep.is(got), got.reason]).toEqual([false, 'r']);
  });

  it('C5: a detail of SOAP 1.1 is read in an envelope of SOAP 1.2 and vice versa', () => {
    const element = `<NotFound xmlns="${namespace}"><Title>t</Title></NotFound>`;
    const of11 = envelope('1.1', faultBody('1.1', element));
    const of12 = envelope('1.2', faultBody('1.2', element));
    for (const [version, message] of [
      ['1.1', of11],
      ['1.2', of12],
    ] as const) {
      const got = read(version, message);
      // What came in one version goes out in the other.
      if (!NotFound.is(got)) throw got;
      const other = version === '1.1' ? '1.2' : '1.1';
      const again = read(other, written(other, NotFound.create(got.value, { reason: got.reason, code: got.code })));
      expect(NotFound.is(again) && again.value).toEqual({ Title: 't' });
    }
  });

  it('W3: a custom code is a subcode in SOAP 1.2, and the code in SOAP 1.1', () => {
    const subcode = { namespace: 'urn:"codes', local: 'Missing' };
    const thrown = NotFound.create({ Title: 't' }, { reason: 'r', subcode });
    const of11 = written('1.1', thrown);
    expect(of11).toContain('<faultcode xmlns:q="urn:&quot;codes">q:Missing</faultcode>');
    expect(read('1.1', of11)).toMatchObject({ code: 'Receiver', subcode });
    const of12 = written('1.2', thrown);
    expect(of12).toContain(
      '<soap12:Value>soap12:Sender</soap12:Value><soap12:Subcode><soap12:Value xmlns:q="urn:&quot;codes">q:Missing</soap12:Value>',
    );
    expect(read('1.2', of12)).toMatchObject({ code: 'Sender', subcode, detailCode: 'Missing' });
  });

  it('W3: is a sender fault by default', () => {
    expect(NotFound.create({ Title: '' }, { reason: 'r' }).code).toBe('Sender');
  });

  it('are distinguished from each other and from other errors', () => {
    const twin: FaultType<{ Title: string }> = fault(NotFound.name, NotFound.tag, NotFound.read, NotFound.write);
    const thrown = NotFound.create({ Title: '' }, { reason: 'r' });
    expect([NotFound.is(thrown), twin.is(thrown), NotFound.is(new Error()), NotFound.is(undefined)]).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect([NotFound.is(SoapFault.sender('NotFound', '')), thrown instanceof SoapFault]).toEqual([false, true]);
  });

  it('C5: of a client are written by a server as other received faults are', () => {
    const Received = readableFault('NotFound', NotFound.tag, (reader) => NotFound.read(reader));
    const received = new TypedFault(Received, { Title: 't' }, { code: 'Sender', reason: 'r', detailCode: 'NotFound' });
    expect([Received.is(received), NotFound.is(received)]).toEqual([true, false]);
    expect(written('1.1', received)).toContain('<ErrorDetail xmlns="urn:service"><Code>NotFound</Code>');
  });

  it('require a tag that declares its namespace', () => {
    const nothing = (): void => undefined;
    expect(() => fault('A', tag('urn:a', 'A'), nothing, nothing)).toThrow('rootTag');
    expect(fault('A', rootTag('', 'A'), nothing, nothing).name).toBe('A');
  });
});
