import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { XmlError } from '../xml/error.ts';
import { closeEnvelope, openEnvelope } from './envelope-reader.ts';
import { type FaultCode, SoapFault } from './fault.ts';
import { isFault, readFault } from './fault-reader.ts';
import { faultStatus, writeFault } from './fault-writer.ts';
import { HeaderFault } from './header-fault.ts';
import { soap11, soap12, type Version } from './version.ts';

const namespace = 'https://files.example/v2/';
const versions = [soap11, soap12];

/** The text of a fault's message. */
function written(version: Version, fault: SoapFault, requestId?: string): string {
  return writeFault(version, fault, namespace, requestId).text ?? '';
}

function read(version: Version, message: string, status = 500): SoapFault {
  const bytes = new TextEncoder().encode(message);
  const { reader } = openEnvelope(bytes, version);
  expect(isFault(reader, version)).toBe(true);
  const fault = readFault(reader, version, status);
  closeEnvelope(reader);
  return fault;
}

describe('SoapFault.code', () => {
  it('is one of its five values, also for untyped code', () => {
    const codes: FaultCode[] = ['Sender', 'Receiver', 'VersionMismatch', 'MustUnderstand', 'DataEncodingUnknown'];
    for (const code of codes) expect(new SoapFault({ code, reason: 'r' }).code).toBe(code);
    for (const code of ['Client', 'Server', '', 'toString', undefined]) {
      expect(new SoapFault({ code: code as FaultCode, reason: 'r' }).code).toBe('Receiver');
    }
  });
});

describe('writing and reading faults', () => {
  it('W3: faults survive a round trip, in both versions', () => {
    for (const version of versions) {
      for (const code of ['Sender', 'Receiver'] as const) {
        const fault = new SoapFault({
          code,
          reason: 'Näh & <so>',
          detailCode: 'A.b',
          path: 'X/Y',
          requestId: 'id',
          role: 'urn:r',
        });
        const again = read(version, written(version, fault), 503);
        expect(again).toMatchObject({ code, reason: 'Näh & <so>', detailCode: 'A.b', path: 'X/Y', requestId: 'id' });
        expect(again).toMatchObject({ role: 'urn:r', version: version.name, httpStatus: 503 });
        expect(again.detail).toContain('<ErrorDetail');
      }
    }
  });

  it('W3: no text makes a fault fail: characters that XML cannot carry are replaced', () => {
    const anything = fc.string({ unit: 'binary', maxLength: 30 });
    const units = fc
      .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 })
      .map((all) => String.fromCharCode(...all));
    fc.assert(
      fc.property(
        fc.oneof(anything, units),
        fc.oneof(anything, units),
        fc.constantFrom(...versions),
        (reason, path, version) => {
          const again = read(version, written(version, new SoapFault({ code: 'Sender', reason, path })));
          expect(again.reason.length).toBe(reason.length);
          expect(again.path ?? '').toHaveLength(path.length);
        },
      ),
    );
    const again = read(soap11, written(soap11, SoapFault.sender('X', 'a\u0000\ud800b\u{1f600}\r\n\t')));
    expect(again.reason).toBe('a\ufffd\ufffdb\u{1f600}\r\n\t');
  });

  it('W3: sends the detail that a handler gives as XML text, none for an empty text, and nothing ill-formed', () => {
    const withDetail = (detailXml: string): SoapFault =>
      new SoapFault({ code: 'Sender', reason: 'r', detailCode: 'X', node: 'urn:stock', detailXml });
    const xml = '<Unknown xmlns="urn:stock">7 &amp; 8</Unknown><m:More xmlns:m="urn:more"/>';
    for (const version of versions) {
      const again = read(version, written(version, withDetail(xml), 'id'));
      expect(again).toMatchObject({ detail: xml, detailCode: undefined, requestId: undefined, node: 'urn:stock' });
      expect(again.detailXml).toBeUndefined();
      expect(written(version, withDetail(''), 'id').toLowerCase()).not.toContain('detail');
      for (const bad of ['<a>', '</detail><b/><detail>', '<p:a/>', '&amp', '<!DOCTYPE a>', '<a>\u0000</a>']) {
        expect(() => written(version, withDetail(bad)), bad).toThrow(XmlError);
      }
    }
  });

  it('W3: Node and Role are two elements in SOAP 1.2, and the faultactor is the node', () => {
    const fault = new SoapFault({ code: 'Sender', reason: 'r', node: 'urn:n', role: 'urn:r', detailXml: '' });
    expect(written(soap12, fault)).toContain(
      '</soap12:Reason><soap12:Node>urn:n</soap12:Node><soap12:Role>urn:r</soap12:Role></soap12:Fault>',
    );
    expect(read(soap12, written(soap12, fault))).toMatchObject({ node: 'urn:n', role: 'urn:r' });
    expect(written(soap11, fault)).toContain('<faultactor>urn:n</faultactor></soap:Fault>');
    expect(read(soap11, written(soap11, fault))).toMatchObject({ node: 'urn:n', role: 'urn:n' });
  });

  it('C5: reads a detail in SOAP 1.2 that has its name of SOAP 1.1, as ASP.NET writes it', () => {
    const message = written(soap12, new SoapFault({ code: 'Sender', reason: 'r', detailXml: '<a xmlns="urn:a"/>' }));
    const again = read(soap12, message.replace('<soap12:Detail>', '<detail>').replace('</soap12:Detail>', '</detail>'));
    expect(again.detail).toBe('<a xmlns="urn:a"/>');
  });

  it('W3: faults about the header have no detail, and in SOAP 1.2 header blocks', () => {
    const mismatch = HeaderFault.versionMismatch('r', [{ namespace: soap12.namespace, local: 'Envelope' }]);
    const notUnderstood = HeaderFault.mustUnderstand([
      { namespace: 'urn:"a&b', local: 'Seal' },
      { namespace: '', local: 'Bare' },
    ]);
    for (const fault of [mismatch, notUnderstood]) {
      for (const version of versions) {
        const text = written(version, fault, 'id');
        expect(text).not.toMatch(/detail/i);
        expect(text.includes('Header>')).toBe(version === soap12);
        expect(read(version, text).code).toBe(fault.code);
      }
    }
    const text = written(soap12, notUnderstood);
    expect(text).toContain(
      '<soap12:NotUnderstood qname="q:Seal" xmlns:q="urn:&quot;a&amp;b"/><soap12:NotUnderstood qname="Bare"/>',
    );
  });

  it('W3: an invalid code of untyped code becomes a server fault', () => {
    for (const [version, code] of [
      [soap11, 'Server'],
      [soap12, 'Receiver'],
    ] as const) {
      const fault = new SoapFault(JSON.parse('{ "code": "Nonsense", "reason": "r" }'));
      const text = written(version, fault);
      expect(text).toContain(`${version.prefix}:${code}<`);
      expect(faultStatus(version, fault)).toBe(500);
    }
  });

  it('T7: the status follows from code and version', () => {
    const codes: FaultCode[] = ['Sender', 'Receiver', 'VersionMismatch', 'MustUnderstand', 'DataEncodingUnknown'];
    const faults = codes.map((code) => new SoapFault({ code, reason: '' }));
    expect(faults.map((fault) => faultStatus(soap11, fault))).toEqual([500, 500, 500, 500, 500]);
    expect(faults.map((fault) => faultStatus(soap12, fault))).toEqual([400, 500, 500, 500, 500]);
    expect(faultStatus(soap12, new SoapFault({ code: 'Sender', reason: '', httpStatus: 413 }))).toBe(413);
  });
});

describe('faults of other services', () => {
  const in11 = (content: string): string =>
    `<s:Envelope xmlns:s="${soap11.namespace}"><s:Body><s:Fault>${content}</s:Fault></s:Body></s:Envelope>`;
  const in12 = (content: string): string =>
    `<s:Envelope xmlns:s="${soap12.namespace}"><s:Body><s:Fault>${content}</s:Fault></s:Body></s:Envelope>`;

  it('C5: SOAP 1.1 codes with a refinement, custom codes, and qualified children are read', () => {
    const refined = read(soap11, in11('<faultcode>s:Client.Authentication</faultcode><faultstring>no</faultstring>'));
    expect([refined.code, refined.detailCode, refined.reason]).toEqual(['Sender', 'Authentication', 'no']);
    const own = read(
      soap11,
      in11('<faultcode> Own </faultcode><faultactor>urn:x</faultactor><detail><a b="1">x</a>y</detail>'),
    );
    expect([own.code, own.detailCode, own.role]).toEqual(['Receiver', 'Own', 'urn:x']);
    expect(own.detail).toContain('x</a>y');
    const qualified = read(soap11, in11('<s:faultcode>s:Server</s:faultcode><s:faultstring>q</s:faultstring>'));
    expect([qualified.code, qualified.reason]).toEqual(['Receiver', 'q']);
  });

  it('C5: SOAP 1.2 subcodes and reasons in several languages are read', () => {
    const code =
      '<s:Code><s:Value>s:Sender</s:Value><s:Subcode><s:Value>m:Timeout</s:Value><s:Subcode><s:Value>m:Deep</s:Value></s:Subcode></s:Subcode></s:Code>';
    const reason =
      '<s:Reason><s:Text xml:lang="de">nein</s:Text><s:Text xml:lang="en-GB">no</s:Text><s:Text xml:lang="en">again</s:Text></s:Reason>';
    const fault = read(soap12, in12(`${code}${reason}<s:Node>urn:n</s:Node><s:Role>urn:r</s:Role><s:Detail/>`), 400);
    expect(fault).toMatchObject({
      code: 'Sender',
      detailCode: 'Timeout',
      reason: 'no',
      role: 'urn:r',
      httpStatus: 400,
    });
    const german = read(
      soap12,
      in12(
        '<s:Code><s:Value>s:MustUnderstand</s:Value></s:Code><s:Reason><s:Text xml:lang="de">nein</s:Text></s:Reason>',
      ),
    );
    expect([german.code, german.reason]).toEqual(['MustUnderstand', 'nein']);
  });

  it('C5: a fault without a code is invalid', () => {
    expect(() => read(soap11, in11('<faultstring>x</faultstring>'))).toThrow('fault code');
    expect(() => read(soap12, in12('<s:Reason/>'))).toThrow('fault code');
  });
});
