import { describe, expect, it } from 'vitest';
import { namespace } from '../../../test/support/runtime/table-codec.ts';
import { callHeaders, envelope, getClientID } from '../../../test/support/runtime/test-messages.ts';
import { testServer } from '../../../test/support/runtime/test-service.ts';
import type { SoapVersion } from '../soap/version.ts';

async function call(
  version: SoapVersion,
  body: string,
  headers: Record<string, string> = {},
): Promise<[number, string]> {
  const init = { method: 'POST', headers: { ...callHeaders(version), ...headers }, body };
  const response = await testServer().fetch(new Request('http://h/v2/fileservice.asmx', init));
  return [response.status, await response.text()];
}

const right = [200, expect.stringContaining('<ClientID>4</ClientID>')];
const soap11 = 'http://schemas.xmlsoap.org/soap/envelope/';

// protocol.md, "What real clients do".
describe('peculiarities of real clients', () => {
  it('JAX-WS: an action parameter without a space before it', async () => {
    const type = `application/soap+xml; charset=utf-8;action="${namespace}GetClientID"`;
    expect(await call('1.2', envelope('1.2', getClientID()), { 'Content-Type': type })).toEqual(right);
  });

  it('PHP: an action parameter after the charset', async () => {
    const type = `application/soap+xml; charset=utf-8; action="${namespace}GetClientID"`;
    expect(await call('1.2', envelope('1.2', getClientID()), { 'Content-Type': type })).toEqual(right);
  });

  it('zeep, gSOAP: a SOAPAction in SOAP 1.2', async () => {
    const headers = { SOAPAction: `"${namespace}GetClientID"` };
    expect(await call('1.2', envelope('1.2', getClientID()), headers)).toEqual(right);
  });

  it('SOAP::Lite: xsi:type on every field and encodingStyle on the envelope', async () => {
    const message =
      `<?xml version="1.0" encoding="UTF-8"?><soap:Envelope soap:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/" ` +
      `xmlns:soap="${soap11}" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">` +
      `<soap:Body><GetClientID xmlns="${namespace}"><APIKey xsi:type="xsd:string">k</APIKey>` +
      `<Parameters><CompanyCode xsi:type="xsd:string">ACME</CompanyCode></Parameters></GetClientID></soap:Body></soap:Envelope>`;
    expect(await call('1.1', message)).toEqual(right);
  });

  it.each(['<e:Header/>', '<e:Header></e:Header>'])('suds, strong-soap: an empty Header (%s)', async (header) => {
    expect(await call('1.1', envelope('1.1', getClientID(), header))).toEqual(right);
  });

  it('suds: two prefixes for one namespace', async () => {
    const message =
      `<?xml version="1.0" encoding="UTF-8"?><SOAP-ENV:Envelope xmlns:ns0="${namespace}" xmlns:ns1="${soap11}" ` +
      `xmlns:SOAP-ENV="${soap11}"><SOAP-ENV:Header/><ns1:Body><ns0:GetClientID><ns0:APIKey>k</ns0:APIKey>` +
      `<ns0:Parameters><ns0:CompanyCode>ACME</ns0:CompanyCode></ns0:Parameters></ns0:GetClientID></ns1:Body></SOAP-ENV:Envelope>`;
    expect(await call('1.1', message)).toEqual(right);
  });

  it('zeep: apostrophes in the XML declaration', async () => {
    const message = `<?xml version='1.0' encoding='utf-8'?>\n${envelope('1.1', getClientID())}`;
    expect(await call('1.1', message)).toEqual(right);
  });

  it('node-soap: a Date in a format of its own is a clean fault', async () => {
    const fields = '<Offset>Thu Jan 01 1970</Offset><BytesRead>0</BytesRead><isLastChunk>1</isLastChunk>';
    const message = envelope('1.1', `<AppendChunk xmlns="${namespace}">${fields}</AppendChunk>`);
    const [status, text] = await call('1.1', message, { SOAPAction: `"${namespace}AppendChunk"` });
    expect(status).toBe(500);
    expect(text).toContain('<Path>AppendChunk/Offset</Path>');
    expect(text).not.toContain('1970');
  });
});
