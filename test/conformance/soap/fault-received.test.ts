import { expect, it } from 'vitest';
import { SoapFault } from '../../../runtime/src/soap/fault.ts';
import { called, responseOf, versions } from './exchange.ts';

const code11 = '<faultcode>e:Server</faultcode>';
const string11 = '<faultstring>no</faultstring>';
const code12 = '<e:Code><e:Value>e:Receiver</e:Value></e:Code>';
const reason12 = '<e:Reason><e:Text xml:lang="en">no</e:Text></e:Reason>';
const detail = (version: string, attributes: string, content: string): string =>
  version === '1.1' ? `<detail ${attributes}>${content}</detail>` : `<e:Detail ${attributes}>${content}</e:Detail>`;

/** The fault that a client reads. */
async function received(version: '1.1' | '1.2', content: string, status = 500, blocks?: string): Promise<SoapFault> {
  const places = { content: `<e:Fault>${content}</e:Fault>`, ...(blocks === undefined ? {} : { blocks }) };
  const thrown = await called(version, responseOf(version, places, status));
  if (!(thrown instanceof SoapFault)) throw thrown;
  return thrown;
}

it('SOAP 1.1, 4.4; R1000: unknown children are ignored, and distinguished from those of SOAP', async () => {
  const more =
    '<x:faultcode xmlns:x="urn:x">x:Client</x:faultcode><x:detail xmlns:x="urn:x"><a/></x:detail><x:more xmlns:x="urn:x"/>';
  for (const content of [more + code11 + string11, code11 + more + string11, code11 + string11 + more]) {
    expect(await received('1.1', content)).toMatchObject({ code: 'Receiver', reason: 'no', detail: undefined });
  }
  const inThe12 = code12 + reason12 + more.replaceAll('faultcode', 'Code').replaceAll('detail', 'Detail');
  expect(await received('1.2', inThe12)).toMatchObject({ code: 'Receiver', reason: 'no', detail: undefined });
});

it('SOAP 1.1, 4.4; R1001: children are read unqualified, and qualified as written by some services', async () => {
  const plain =
    '<faultcode>e:Client</faultcode><faultstring>no</faultstring><faultactor>urn:a</faultactor><detail><a/></detail>';
  const expected = { code: 'Sender', reason: 'no', role: 'urn:a', detail: '<a/>' };
  expect(await received('1.1', plain)).toMatchObject(expected);
  expect(await received('1.1', plain.replace(/<(\/?)(f|d)/g, '<$1e:$2'))).toMatchObject(expected);
  const inherited = plain.replace(/<(\/?)(f|d)/g, '<$1x:$2').replace(/<(x:\w+)>/g, '<$1 xmlns:x="urn:x">');
  expect(await received('1.1', inherited)).toMatchObject(expected);
});

it('SOAP 1.1, 4.4; part 1, 5.4.5; R1002; R1003; R2742: a detail contains any elements and attributes, or none', async () => {
  for (const version of versions) {
    const start = version === '1.1' ? code11 + string11 : code12 + reason12;
    const contents = ['', '<a/>', '<a/><b xmlns="urn:b">1</b><a/>', ' text <a/>', '<ErrorDetail xmlns="urn:x"/>'];
    for (const content of contents) {
      for (const attributes of ['', 'a="1"', 'xmlns:x="urn:x" x:a="1" a="2" xml:lang="en" e:encodingStyle=""']) {
        const fault = await received(version, start + detail(version, attributes, content));
        expect([fault.code, fault.reason], content).toEqual(['Receiver', 'no']);
        expect(fault.detail).toContain(content.trim().slice(0, 2));
      }
    }
    expect((await received(version, start)).detail).toBeUndefined();
  }
});

it('R1016: xml:lang on the faultstring is read, other attributes of children are ignored', async () => {
  const attributes = 'a="1" xmlns:x="urn:x" x:b="2"';
  const content = `<faultcode ${attributes}>e:Server</faultcode><faultstring xml:lang="de-AT" ${attributes}>nein</faultstring>`;
  expect(await received('1.1', content)).toMatchObject({ code: 'Receiver', reason: 'nein', language: 'de-AT' });
});

it('SOAP 1.1, 4.4.1; R1004; R1031: codes of SOAP, refined by a dot, and custom codes are read', async () => {
  const coded = (text: string): Promise<SoapFault> =>
    received('1.1', `<faultcode xmlns:m="urn:m">${text}</faultcode>${string11}`);
  expect(await coded('e:Client')).toMatchObject({ code: 'Sender', detailCode: undefined });
  expect(await coded('e:Server')).toMatchObject({ code: 'Receiver', detailCode: undefined });
  expect(await coded('e:VersionMismatch')).toMatchObject({ code: 'VersionMismatch' });
  expect(await coded('e:MustUnderstand')).toMatchObject({ code: 'MustUnderstand' });
  expect(await coded('e:Client.Authentication')).toMatchObject({ code: 'Sender', detailCode: 'Authentication' });
  expect(await coded('e:Server.A.B')).toMatchObject({ code: 'Receiver', detailCode: 'A.B' });
  expect(await coded('m:Busy')).toMatchObject({ code: 'Receiver', subcode: { namespace: 'urn:m', local: 'Busy' } });
  // A prefix that nothing declares, and none at all.
  expect(await coded('z:Client')).toMatchObject({ code: 'Sender' });
  expect(await coded('Client')).toMatchObject({ code: 'Sender' });
});

it('SOAP 1.1, 6.2; part 1, 5.4; R1107: a Body with one Fault is a fault with any status, and with further content it is not', async () => {
  for (const version of versions) {
    const content = version === '1.1' ? code11 + string11 : code12 + reason12;
    for (const status of [200, 202, 400, 500, 503]) {
      expect((await received(version, content, status)).httpStatus).toBe(status);
    }
    const twice = `<e:Fault>${content}</e:Fault>`.repeat(2);
    const other = `<Fault xmlns="urn:other">${content}</Fault>`;
    for (const places of [{ content: twice }, { content: other }]) {
      expect(await called(version, responseOf(version, places, 500))).toMatchObject({ code: 'bad-answer' });
    }
  }
});

it('part 1, 5.4.1; part 1, 5.4.2; part 1, 5.4.3; part 1, 5.4.4; part 1, 5.4.6: code and subcodes, reasons, node and role are read', async () => {
  for (const code of ['Sender', 'Receiver', 'VersionMismatch', 'MustUnderstand', 'DataEncodingUnknown']) {
    const content = code12.replace('e:Receiver', ` e:${code} `) + reason12;
    expect(await received('1.2', content)).toMatchObject({ code, subcode: undefined });
  }
  const subcodes =
    '<e:Subcode><e:Value xmlns:m="urn:m">m:A</e:Value><e:Subcode><e:Value>B</e:Value></e:Subcode></e:Subcode>';
  const texts = '<e:Text xml:lang="fr">non</e:Text><e:Text xml:lang="en-GB">no</e:Text>';
  const content = `<e:Code><e:Value>e:Sender</e:Value>${subcodes}</e:Code><e:Reason>${texts}</e:Reason><e:Node>urn:n</e:Node><e:Role>urn:r</e:Role>`;
  expect(await received('1.2', content)).toMatchObject({
    code: 'Sender',
    subcode: { namespace: 'urn:m', local: 'A' },
    reason: 'no',
    language: 'en-GB',
    node: 'urn:n',
    role: 'urn:r',
  });
});

it('part 1, 5.4.7; part 1, 5.4.8; R2743: header blocks of a fault are returned', async () => {
  const upgrade = '<e:Upgrade><e:SupportedEnvelope qname="s:Envelope" xmlns:s="urn:s"/></e:Upgrade>';
  const blocks = `${upgrade}<e:NotUnderstood qname="x:a" xmlns:x="urn:x"/><d xmlns="urn:d">why</d>`;
  const fault = await received('1.2', code12.replace('Receiver', 'VersionMismatch') + reason12, 500, blocks);
  expect(fault.headerBlocks.map(({ local }) => local)).toEqual(['Upgrade', 'NotUnderstood', 'd']);
  expect(fault.headerBlocks[0]?.xml).toContain('SupportedEnvelope');
  expect((await received('1.1', code11 + string11, 500, '<d xmlns="urn:d"/>')).headerBlocks).toHaveLength(1);
});
