import { describe, expect, it } from 'vitest';
import {
  contentTypes,
  envelope,
  GetClientID,
  namespace,
  validResponse,
} from '../../../test/support/runtime/sample-binding.ts';
import { address, clientOf, response, soapResponse } from '../../../test/support/runtime/test-client.ts';
import { SoapFault } from '../soap/fault.ts';
import type { SoapVersion } from '../soap/version.ts';
import { ClientError } from './client-error.ts';
import type { ClientOptions } from './options.ts';
import type { TransportResponse } from './transport.ts';

const versions: SoapVersion[] = ['1.1', '1.2'];

/** The error of a GetClientID call for a response. */
async function thrown(
  answer: TransportResponse,
  options: Omit<ClientOptions, 'transport'> = {},
): Promise<ClientError | SoapFault> {
  const error = await clientOf(() => answer, options)
    .call(GetClientID, { APIKey: 'k-4711' })
    .then(
      (output) => {
        throw new Error(`It answered ${JSON.stringify(output)}.`);
      },
      (each: unknown) => each,
    );
  if (!(error instanceof ClientError || error instanceof SoapFault)) throw error;
  expect(error.message).not.toContain('k-4711');
  return error;
}

const detail = `<ErrorDetail xmlns="${namespace}"><Code>FolderExists</Code><Path>GetClientID/CompanyCode</Path><RequestId>r1</RequestId></ErrorDetail>`;
const faults: Record<SoapVersion, string> = {
  '1.1': `<soap:Fault><faultcode>soap:Client</faultcode><faultstring>It is there.</faultstring><faultactor>urn:me</faultactor><detail>${detail}</detail></soap:Fault>`,
  '1.2': `<soap12:Fault><soap12:Code><soap12:Value>soap12:Sender</soap12:Value></soap12:Code><soap12:Reason><soap12:Text xml:lang="en">It is there.</soap12:Text></soap12:Reason><soap12:Role>urn:me</soap12:Role><soap12:Detail>${detail}</soap12:Detail></soap12:Fault>`,
};

describe.each(versions)('a response in SOAP %s', (version) => {
  it('C5: a result is read, with absent fields as undefined', async () => {
    const answer = `<GetClientIDResponse xmlns="${namespace}"><GetClientIDResult><ClientID>-2147483648</ClientID></GetClientIDResult></GetClientIDResponse>`;
    const client = clientOf(() => soapResponse(version, answer), { soap: version });
    expect(await client.call(GetClientID, {})).toStrictEqual({ ErrorMessage: undefined, ClientID: -2147483648 });
  });

  it('C5: parameters of the Content-Type may be in any order and spelling', async () => {
    const [mediaType] = contentTypes[version].split(';');
    for (const contentType of [
      mediaType,
      `${mediaType};charset="UTF-8"`,
      `${mediaType?.toUpperCase()} ; Charset=utf-8`,
    ]) {
      const body = envelope(version, validResponse);
      const client = clientOf(() => response(200, { 'CONTENT-TYPE': contentType ?? '' }, body), { soap: version });
      expect(await client.call(GetClientID, {})).toMatchObject({ ClientID: 7 });
    }
  });

  it('C5: a fault becomes a SoapFault with code, reason, detail, role, version and HTTP status, with any status', async () => {
    for (const status of [500, 400, 403, 200]) {
      const fault = await thrown(soapResponse(version, faults[version], status), { soap: version });
      expect(fault).toBeInstanceOf(SoapFault);
      expect(fault).toMatchObject({
        name: 'SoapFault',
        code: 'Sender',
        reason: 'It is there.',
        message: 'It is there.',
        detailCode: 'FolderExists',
        path: 'GetClientID/CompanyCode',
        requestId: 'r1',
        role: 'urn:me',
        version,
        httpStatus: status,
      });
      expect((fault as SoapFault).detail).toBe(detail);
    }
  });

  it('C5: a fault in the other version is a fault too', async () => {
    const other = version === '1.1' ? '1.2' : '1.1';
    const announced = await thrown(soapResponse(other, faults[other], 500), { soap: version });
    expect(announced).toMatchObject({ name: 'SoapFault', reason: 'It is there.', version: other });
    const headers = { 'Content-Type': contentTypes[version] };
    const unannounced = await thrown(response(500, headers, envelope(other, faults[other])), { soap: version });
    expect(unannounced).toMatchObject({ name: 'SoapFault', reason: 'It is there.', version: other });
  });

  it('C5: a result in the other version is an invalid response', async () => {
    const other = version === '1.1' ? '1.2' : '1.1';
    for (const answer of [
      soapResponse(other, validResponse),
      response(200, { 'Content-Type': contentTypes[version] }, envelope(other, validResponse)),
    ]) {
      const error = await thrown(answer, { soap: version });
      expect(error).toMatchObject({ code: 'bad-answer', httpStatus: 200 });
      expect(error.message).toContain(`SOAP ${other}`);
    }
    const onlyAnnounced = response(200, { 'Content-Type': contentTypes[other] }, envelope(version, validResponse));
    const strict = await thrown(onlyAnnounced, { soap: version, reading: 'strict' });
    expect(strict).toMatchObject({ code: 'bad-answer', httpStatus: 200 });
    expect(strict.message).toContain(`SOAP ${other}`);
  });

  it('C5: the element in the body must be the response of the operation', async () => {
    for (const body of [
      validResponse.replaceAll('GetClientIDResponse', 'GetAPIURLResponse'),
      validResponse.replace(namespace, 'urn:other'),
    ]) {
      const error = await thrown(soapResponse(version, body), { soap: version });
      expect(error).toMatchObject({ name: 'ClientError', code: 'bad-answer', httpStatus: 200 });
      expect(error.message).toContain(`instead of {${namespace}}GetClientIDResponse`);
    }
  });

  it('C5: is read as strictly as a request', async () => {
    const wrong: [string, string][] = [
      ['missing', validResponse.replace('<ClientID>7</ClientID>', '')],
      ['no int', validResponse.replace('>7<', '>7.0<')],
      ['twice', validResponse.replace('<ClientID>', '<ClientID>1</ClientID><ClientID>')],
      ['text between', validResponse.replace('<ClientID>', 'text<ClientID>')],
      ['two results', validResponse + validResponse],
      ['empty body', ''],
      ['not well-formed', validResponse.replace('</ClientID>', '')],
      ['undeclared entity', validResponse.replace('>7<', '>&seven;<')],
    ];
    for (const [what, body] of wrong) {
      const error = await thrown(soapResponse(version, body), { soap: version });
      expect(error, what).toMatchObject({ name: 'ClientError', code: 'bad-answer', httpStatus: 200 });
      expect(error.cause, what).toBeInstanceOf(Error);
    }
    const doctype = envelope(version, validResponse).replace('?>', '?><!DOCTYPE a>');
    const rejected = await thrown(response(200, { 'Content-Type': contentTypes[version] }, doctype), { soap: version });
    expect(rejected).toMatchObject({ code: 'bad-answer', cause: { code: 'doctype' } });
  });

  it('C5: unknown elements are skipped, and rejected by strict reading', async () => {
    const body = validResponse.replace('<ClientID>', '<New>1</New><ClientID>');
    const lenient = clientOf(() => soapResponse(version, body), { soap: version });
    expect(await lenient.call(GetClientID, {})).toMatchObject({ ClientID: 7 });
    expect(await thrown(soapResponse(version, body), { soap: version, reading: 'strict' })).toMatchObject({
      code: 'bad-answer',
      cause: { code: 'unexpected-element' },
    });
  });

  it('C5: an exceeded limit is named', async () => {
    const error = await thrown(soapResponse(version, validResponse), { soap: version, limits: { maxDepth: 4 } });
    expect(error).toMatchObject({ code: 'bad-answer' });
    expect(error.message).toContain('maxDepth');
  });

  it('C5: a result with an error status is an invalid response', async () => {
    const error = await thrown(soapResponse(version, validResponse, 500), { soap: version });
    expect(error).toMatchObject({ code: 'bad-answer', httpStatus: 500 });
  });

  it('C5: a malformed fault is an invalid response', async () => {
    const body = faults[version].replace(/<faultcode>.*<\/faultcode>|<soap12:Code>.*<\/soap12:Code>/, '');
    expect(await thrown(soapResponse(version, body, 500), { soap: version })).toMatchObject({
      code: 'bad-answer',
      httpStatus: 500,
    });
  });

  it('C5: a header block that must be understood makes the response invalid, another is accepted', async () => {
    const p = version === '1.1' ? 'soap' : 'soap12';
    const block = `<a:A xmlns:a="urn:a">1</a:A>`;
    const headers = { 'Content-Type': contentTypes[version] };
    const header = `<${p}:Header>${block}</${p}:Header>`;
    let seen: unknown;
    const client = clientOf(() => response(200, headers, envelope(version, validResponse, header)), {
      soap: version,
      interceptors: [
        (next) => async (call) => {
          const answer = await next(call);
          seen = answer.headerBlocks.map(({ namespace, local, xml }) => ({ namespace, local, xml }));
          return answer;
        },
      ],
    });
    await client.call(GetClientID, {});
    expect(seen).toEqual([{ namespace: 'urn:a', local: 'A', xml: block }]);
    const must = header.replace('<a:A ', `<a:A ${p}:mustUnderstand="1" `);
    const error = await thrown(response(200, headers, envelope(version, validResponse, must)), { soap: version });
    expect(error).toMatchObject({ code: 'bad-answer' });
    expect(error.message).toContain('{urn:a}A');
  });
});

it('C5: an unexpected error of a codec is an invalid response, whose message quotes nothing', async () => {
  const broken = {
    ...GetClientID,
    readOutput(): never {
      throw new SyntaxError('Cannot convert t-42 to a BigInt');
    },
  };
  const error = await clientOf(() => soapResponse('1.1', validResponse))
    .call(broken, {})
    .catch((each: unknown) => each);
  expect(error).toMatchObject({ name: 'ClientError', code: 'bad-answer', cause: { name: 'SyntaxError' } });
  expect((error as ClientError).message).not.toContain('t-42');
});

describe('a response that is not SOAP', () => {
  it('C5: shows the status and the beginning of a page from a proxy', async () => {
    const page = `<html>\n<h1>Bad gateway</h1>${'<p>x</p>'.repeat(100)}`;
    const error = await thrown(response(502, { 'Content-Type': 'text/html; charset=utf-8' }, page));
    expect(error).toMatchObject({
      name: 'ClientError',
      code: 'not-soap',
      httpStatus: 502,
      operation: 'GetClientID',
      address,
    });
    expect(error.message).toContain('HTTP 502 with text/html; charset=utf-8 instead of a SOAP message: <html> <h1>Bad');
    expect((error as ClientError).bodyStart).toHaveLength(301);
  });

  it('C5: is rejected with any Content-Type', async () => {
    for (const contentType of ['text/plain', 'application/json', 'application/xml', 'nonsense', '', 'text/xml']) {
      const error = await thrown(response(200, { 'Content-Type': contentType }, '<html><p>Hello'));
      expect(error, contentType).toMatchObject({ code: 'not-soap', httpStatus: 200, bodyStart: '<html><p>Hello' });
    }
    expect(await thrown(response(200, {}, 'Hello'))).toMatchObject({ code: 'not-soap', bodyStart: 'Hello' });
  });

  it('C5: another XML document is not SOAP', async () => {
    const error = await thrown(response(200, { 'Content-Type': 'text/xml' }, '<rss><channel/></rss>'));
    expect(error).toMatchObject({ code: 'not-soap', bodyStart: '<rss><channel/></rss>' });
  });

  it('C5: an empty body is not SOAP', async () => {
    for (const headers of [{}, { 'Content-Type': 'text/xml; charset=utf-8' }]) {
      const error = await thrown(response(202, headers, ''));
      expect(error).toMatchObject({ code: 'not-soap', httpStatus: 202, bodyStart: '' });
      expect(error.message).toContain('HTTP 202 with an empty body');
    }
  });

  it('C5: an envelope with another Content-Type is rejected and not shown', async () => {
    const result = envelope('1.1', validResponse.replace('></ErrorMessage>', '>t-42</ErrorMessage>'));
    const error = await thrown(response(200, { 'Content-Type': 'text/plain' }, result));
    expect(error).toMatchObject({ code: 'not-soap' });
    expect(JSON.stringify(error) + error.message).not.toContain('t-42');
  });

  it('C5: a redirect is not followed, and names its target, without query and credentials', async () => {
    const pointed = { Location: 'https://u:p@login.example/in?token=1' };
    const error = await thrown(response(302, pointed, '<html>'));
    expect(error).toMatchObject({ code: 'redirected', httpStatus: 302 });
    expect(error.message).toContain('https://login.example/in. ');
    expect((await thrown(response(307, { location: '/v3/' }, ''))).message).toContain('http://files.example/v3/');
    expect((await thrown(response(304, {}, ''))).message).toContain('HTTP 304');
  });

  it('C5: an unsupported charset or compression is named', async () => {
    const text = envelope('1.1', validResponse);
    const charset = await thrown(response(200, { 'Content-Type': 'text/xml; charset=utf-7' }, text));
    expect(charset).toMatchObject({ code: 'bad-answer' });
    expect(charset.message).toContain('utf-7');
    const packed = { 'Content-Type': 'text/xml', 'Content-Encoding': 'gzip' };
    expect((await thrown(response(200, packed, 'x'))).message).toContain('gzip');
  });

  it('reads UTF-16 with a byte order mark', async () => {
    const text = envelope('1.1', validResponse).replace(/^<\?xml[^>]*\?>/, '');
    const body = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
    const client = clientOf(() => ({ status: 200, headers: ['Content-Type', 'text/xml; charset=utf-16'], body }));
    expect(await client.call(GetClientID, {})).toMatchObject({ ClientID: 7 });
  });
});
