import { expect, it } from 'vitest';
import { SoapFault, type SoapFaultInit } from '../../../runtime/src/soap/fault.ts';
import { ask, faultFor, message, versions } from './exchange.ts';

/** The response to a fault of a handler. */
async function thrown(version: '1.1' | '1.2', init: SoapFaultInit): Promise<{ text: string; status: number }> {
  return ask(version, message(version), {
    handlers: {
      GetClientID() {
        throw new SoapFault(init);
      },
    },
  });
}

const full: SoapFaultInit = { code: 'Sender', reason: 'no', detailCode: 'Taken', role: 'urn:r' };

it('SOAP 1.1, 4.4; R1000; R1001: a fault contains faultcode, faultstring, faultactor and detail, unqualified, and nothing else', async () => {
  const { text } = await thrown('1.1', full);
  expect(text).toMatch(
    /<soap:Body><soap:Fault><faultcode>soap:Client<\/faultcode><faultstring>no<\/faultstring><faultactor>urn:r<\/faultactor><detail><ErrorDetail xmlns="[^"]+">.*<\/ErrorDetail><\/detail><\/soap:Fault><\/soap:Body>/,
  );
});

it('SOAP 1.1, 4.4: a detail is present if the Body could not be processed, and never for the header', async () => {
  const bodies = [message('1.1', { content: '<a xmlns="urn:a"/>' }), message('1.1', { content: '' }), message('1.1')];
  const headers = { 'Content-Type': 'text/xml', SOAPAction: '"urn:wrong"' };
  for (const body of bodies) expect((await faultFor('1.1', body, { headers })).text).toContain('<detail>');
  expect((await thrown('1.1', { code: 'Receiver', reason: 'no' })).text).toContain('<detail>');
  const blocks = '<a xmlns="urn:a" e:mustUnderstand="1"/>';
  expect((await faultFor('1.1', message('1.1', { blocks }))).text).not.toContain('detail');
  expect((await faultFor('1.1', message('1.2'))).text).not.toContain('detail');
});

it('SOAP 1.1, 4.4.1; R1004; R1031: codes are those of SOAP, or of the service in its own namespace, without a dot', async () => {
  const codes = { Sender: 'Client', Receiver: 'Server', DataEncodingUnknown: 'Client' } as const;
  for (const [code, written] of Object.entries(codes)) {
    const { text } = await thrown('1.1', { code: code as keyof typeof codes, reason: 'no' });
    expect(text).toContain(`<faultcode>soap:${written}</faultcode>`);
  }
  const { text } = await thrown('1.1', { ...full, subcode: { namespace: 'urn:m', local: 'Busy' } });
  expect(text).toContain('<faultcode xmlns:q="urn:m">q:Busy</faultcode>');
});

it('part 1, 5.4; part 1, 5.4.1; part 1, 5.4.2; part 1, 5.4.3; part 1, 5.4.4; part 1, 5.4.5: a fault contains Code, Reason, Node, Role and Detail in this order', async () => {
  const subcode = { namespace: 'urn:m', local: 'Busy' };
  const { text } = await thrown('1.2', { ...full, subcode, language: 'de', node: 'urn:n' });
  expect(text).toMatch(
    /<soap12:Body><soap12:Fault><soap12:Code><soap12:Value>soap12:Sender<\/soap12:Value><soap12:Subcode><soap12:Value xmlns:q="urn:m">q:Busy<\/soap12:Value><\/soap12:Subcode><\/soap12:Code><soap12:Reason><soap12:Text xml:lang="de">no<\/soap12:Text><\/soap12:Reason><soap12:Node>urn:n<\/soap12:Node><soap12:Role>urn:r<\/soap12:Role><soap12:Detail><ErrorDetail .*<\/soap12:Detail><\/soap12:Fault><\/soap12:Body>/,
  );
  expect((await thrown('1.2', full)).text).toContain('<soap12:Text xml:lang="en">');
});

it('part 1, 5.4.6; part 2, 7.5.2; R1126: each code has its status', async () => {
  const codes = ['Sender', 'Receiver', 'VersionMismatch', 'MustUnderstand', 'DataEncodingUnknown'] as const;
  for (const code of codes) {
    const { text, status } = await thrown('1.2', { code, reason: 'no' });
    expect(text).toContain(`<soap12:Value>soap12:${code}</soap12:Value>`);
    expect(status).toBe(code === 'Sender' ? 400 : 500);
    expect((await thrown('1.1', { code, reason: 'no' })).status).toBe(500);
  }
});

it('part 1, 2.6; R1028; R1029: a fault replaces the response, and ends the processing', async () => {
  for (const version of versions) {
    const { text } = await thrown(version, full);
    expect(text).not.toContain('GetClientIDResponse');
    expect(text.split(':Fault>')).toHaveLength(3);
    const wrong = message(version, { content: '<GetClientID xmlns="https://files.example/v2/">text</GetClientID>' });
    expect((await faultFor(version, wrong)).ran).toBe(false);
  }
});

it('R2724: a message that does not fit the WSDL is a Client fault', async () => {
  const namespace = 'https://files.example/v2/';
  const unfit = [
    '<a xmlns="urn:a"/>',
    `<GetClientID xmlns="${namespace}"><APIKey>1</APIKey><APIKey>2</APIKey></GetClientID>`,
    `<GetClientID xmlns="${namespace}">text</GetClientID>`,
  ];
  for (const version of versions) {
    for (const content of unfit) {
      const { text } = await faultFor(version, message(version, { content }));
      expect(text).toMatch(/>soap(12)?:(Client|Sender)</);
    }
  }
});
