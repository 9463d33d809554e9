import { describe, expect, it } from 'vitest';
import { namespace } from '../../../test/support/runtime/table-codec.ts';
import { callHeaders, envelope, getClientID } from '../../../test/support/runtime/test-messages.ts';
import { type TestHandlers, testServer } from '../../../test/support/runtime/test-service.ts';
import { openEnvelope } from '../soap/envelope-reader.ts';
import type { SoapFault } from '../soap/fault.ts';
import { readFault } from '../soap/fault-reader.ts';
import { type SoapVersion, versionNamed } from '../soap/version.ts';
import type { HandlerContext } from './handler.ts';
import type { CommonOptions } from './server-options.ts';

const address = 'http://files.test/v2/fileservice.asmx';

interface Called {
  readonly handlers?: TestHandlers;
  readonly options?: CommonOptions;
  readonly headers?: Readonly<Record<string, string>>;
}

async function callWith(
  version: SoapVersion,
  body: string,
  { handlers, options, headers }: Called = {},
): Promise<Response> {
  return testServer(handlers, options).fetch(
    new Request(address, { method: 'POST', headers: headers ?? callHeaders(version), body }),
  );
}

/** The fault in the response to a message, and its envelope. */
async function faultFor(
  version: SoapVersion,
  body: string,
  called: Called = {},
): Promise<{ fault: SoapFault; text: string }> {
  const response = await callWith(version, body, called);
  const text = await response.text();
  const { reader } = openEnvelope(new TextEncoder().encode(text), versionNamed(version));
  return { fault: readFault(reader, versionNamed(version), response.status), text };
}

async function resultOf(version: SoapVersion, body: string, called: Called = {}): Promise<string> {
  const response = await callWith(version, body, called);
  const text = await response.text();
  expect([response.status, text]).toEqual([200, expect.any(String)]);
  return text;
}

const both: readonly SoapVersion[] = ['1.1', '1.2'];
const request = getClientID();

describe('the operation', () => {
  it.each(both)('D1: is selected by the first element of the body (SOAP %s)', async (version) => {
    expect(await resultOf(version, envelope(version, request))).toContain('<GetClientIDResponse xmlns=');
    const login = `<SSOLoginURL xmlns="${namespace}"><EmailAddress>a@b</EmailAddress></SSOLoginURL>`;
    const text = await resultOf(version, envelope(version, login), { headers: callHeaders(version, 'SSOLoginURL') });
    expect(text).toContain('<SSOLoginURLResponse xmlns="https://files.example/v2/"><SSOLoginURL><ErrorMessage>');
  });

  const wanted = `"${namespace}GetClientID"`;
  const otherOne = `The SOAPAction header does not match the body: it is that of SSOLoginURL; ${wanted} was expected.`;
  const unknownOne = `The SOAPAction header does not match the body: it is the action of no operation here; ${wanted} was expected.`;
  it.each([
    [
      'absent',
      undefined,
      `The SOAPAction header is missing; SOAP 1.1 requires it. Send the header SOAPAction: ${wanted}.`,
    ],
    ['empty', '""', `The SOAPAction header is empty; ${wanted} was expected.`],
    ['without a value', '', `The SOAPAction header is empty; ${wanted} was expected.`],
    ['other', `"${namespace}SSOLoginURL"`, otherOne],
    ['other, without quotes', `${namespace}SSOLoginURL`, otherOne],
    ['partial', '"GetClientID"', unknownOne],
  ])('D2: a SOAPAction that is %s is a Client fault that says so', async (_, value, reason) => {
    const headers = {
      'Content-Type': 'text/xml; charset=utf-8',
      ...(value === undefined ? {} : { SOAPAction: value }),
    };
    const { fault } = await faultFor('1.1', envelope('1.1', request), { headers });
    expect([fault.code, fault.detailCode, fault.httpStatus]).toEqual(['Sender', 'ActionMismatch', 500]);
    expect(fault.reason).toBe(reason);
  });

  it('D2: a SOAPAction without quotes is accepted when it is equal', async () => {
    const headers = { 'Content-Type': 'text/xml', SOAPAction: `${namespace}GetClientID` };
    await resultOf('1.1', envelope('1.1', request), { headers });
  });

  it('D2: with requireSoapAction: false a SOAPAction may be absent or empty, and not another one', async () => {
    const options = { requireSoapAction: false };
    const type = { 'Content-Type': 'text/xml; charset=utf-8' };
    const text = envelope('1.1', request);
    await resultOf('1.1', text, { options, headers: type });
    await resultOf('1.1', text, { options, headers: { ...type, SOAPAction: '""' } });
    const headers = { ...type, SOAPAction: `"${namespace}SSOLoginURL"` };
    expect((await faultFor('1.1', text, { options, headers })).fault.detailCode).toBe('ActionMismatch');
  });

  it('D3: in SOAP 1.2 a SOAPAction is ignored, and a different action is a Sender fault', async () => {
    const text = envelope('1.2', request);
    const type = 'application/soap+xml; charset=utf-8';
    await resultOf('1.2', text, { headers: { 'Content-Type': type, SOAPAction: '"anything"' } });
    await resultOf('1.2', text, { headers: { 'Content-Type': `${type}; action=""` } });
    await resultOf('1.2', text, { headers: { 'Content-Type': `${type};action="${namespace}GetClientID"` } });
    const { fault } = await faultFor('1.2', text, {
      headers: { 'Content-Type': `${type}; action="${namespace}SSOLoginURL"` },
    });
    expect([fault.code, fault.detailCode, fault.httpStatus]).toEqual(['Sender', 'ActionMismatch', 400]);
  });

  const unknown = [
    [`{${namespace}}Nothing`, `<Nothing xmlns="${namespace}"/>`],
    ['{urn:other}GetClientID', '<GetClientID xmlns="urn:other"/>'],
    ['{}GetClientID', '<GetClientID/>'],
  ] as const;
  it.each(unknown)('D4: %s is not an operation, and the fault names it', async (name, body) => {
    for (const version of both) {
      const { fault } = await faultFor(version, envelope(version, body));
      expect([fault.code, fault.detailCode]).toEqual(['Sender', 'UnknownOperation']);
      expect(fault.reason).toContain(name);
    }
  });
});

describe('header blocks', () => {
  const block = (attributes: string): string =>
    `<e:Header><s:Seal xmlns:s="urn:seal" ${attributes}>x</s:Seal></e:Header>`;
  const next11 = 'e:actor="http://schemas.xmlsoap.org/soap/actor/next"';
  const next12 = 'e:role="http://www.w3.org/2003/05/soap-envelope/role/next"';
  const ultimate = 'e:role="http://www.w3.org/2003/05/soap-envelope/role/ultimateReceiver"';

  it.each(['', next11, 'e:actor=""'])(
    'D5: an unhandled mandatory block for us is a fault, SOAP 1.1 (%s)',
    async (role) => {
      const message = envelope('1.1', request, block(`e:mustUnderstand="1" ${role}`));
      const { fault, text } = await faultFor('1.1', message);
      expect([fault.code, fault.httpStatus]).toEqual(['MustUnderstand', 500]);
      expect(text).not.toContain('detail');
    },
  );

  it.each(['', next12, ultimate])('D5: an unhandled mandatory block for us is a fault, SOAP 1.2 (%s)', async (role) => {
    const message = envelope('1.2', request, block(`e:mustUnderstand="true" ${role}`));
    const { fault, text } = await faultFor('1.2', message);
    expect([fault.code, fault.httpStatus, fault.detail]).toEqual(['MustUnderstand', 500, undefined]);
    expect(text).toContain('<soap12:NotUnderstood qname="q:Seal" xmlns:q="urn:seal"/>');
  });

  it('D5: blocks for others, optional and handled blocks reach the handler', async () => {
    const seen: HandlerContext['headerBlocks'][number][] = [];
    const handlers: TestHandlers = {
      GetClientID(_, context) {
        seen.push(...context.headerBlocks);
        return { ClientID: 1 };
      },
    };
    const blocks = ['', 'e:mustUnderstand="0"', 'e:mustUnderstand="1" e:actor="urn:somebody"'];
    for (const attributes of blocks) await resultOf('1.1', envelope('1.1', request, block(attributes)), { handlers });
    const options = { understood: [{ namespace: 'urn:seal', local: 'Seal' }] };
    await resultOf('1.2', envelope('1.2', request, block('e:mustUnderstand="1"')), { handlers, options });
    expect(seen.map(({ namespace: name, local }) => `{${name}}${local}`)).toEqual(Array(4).fill('{urn:seal}Seal'));
    expect(seen[0]?.xml).toMatch(/^<s:Seal [^>]*xmlns:s="urn:seal"[^>]*>x<\/s:Seal>$/);
  });
});

describe('the envelope', () => {
  it('T2: an envelope of the other version, or of an unknown one, is a VersionMismatch in the version of the Content-Type', async () => {
    const in11 = await faultFor('1.1', envelope('1.2', request));
    expect([in11.fault.code, in11.fault.httpStatus, in11.fault.detail]).toEqual(['VersionMismatch', 500, undefined]);
    const in12 = await faultFor('1.2', envelope('1.1', request));
    expect([in12.fault.code, in12.fault.httpStatus]).toEqual(['VersionMismatch', 500]);
    expect(in12.text).toContain('<soap12:Upgrade><soap12:SupportedEnvelope qname="q:Envelope" xmlns:q="http://');
    const unknown = await faultFor('1.2', '<Envelope xmlns="urn:other"/>');
    expect(unknown.fault.code).toBe('VersionMismatch');
  });

  const e = 'xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"';
  const shapes = {
    'no Envelope': request,
    'no Body': `<e:Envelope ${e}/>`,
    'a Header alone': `<e:Envelope ${e}><e:Header/></e:Envelope>`,
    'an empty Body': `<e:Envelope ${e}><e:Body/></e:Envelope>`,
    'two Bodies': `<e:Envelope ${e}><e:Body>${request}</e:Body><e:Body>${request}</e:Body></e:Envelope>`,
    'Body before Header': `<e:Envelope ${e}><e:Body>${request}</e:Body><e:Header/></e:Envelope>`,
    'an element after Body': `<e:Envelope ${e}><e:Body>${request}</e:Body><more/></e:Envelope>`,
    'a second child of Body': `<e:Envelope ${e}><e:Body>${request}${request}</e:Body></e:Envelope>`,
    'text in Envelope': `<e:Envelope ${e}>text<e:Body>${request}</e:Body></e:Envelope>`,
    'text in Body': `<e:Envelope ${e}><e:Body>text${request}</e:Body></e:Envelope>`,
    'text after the operation': `<e:Envelope ${e}><e:Body>${request}text</e:Body></e:Envelope>`,
  };
  it.each(Object.entries(shapes))('D6: %s is a Client fault', async (_, message) => {
    let called = false;
    const handlers: TestHandlers = {
      GetClientID() {
        called = true;
        return { ClientID: 1 };
      },
    };
    const { fault } = await faultFor('1.1', message, { handlers });
    expect(fault.code).toBe('Sender');
    expect(['InvalidEnvelope', 'UnexpectedText']).toContain(fault.detailCode);
    expect(called).toBe(false);
  });

  it('D6: white space, comments and instructions are allowed everywhere around elements', async () => {
    const around = `<?xml version="1.0"?><!-- a --> <e:Envelope ${e}> <e:Header> </e:Header> <e:Body> <!-- b -->${request} </e:Body> </e:Envelope> <?end?>`;
    await resultOf('1.1', around);
  });
});

describe('reading', () => {
  const append = (fields: string): string => `<AppendChunk xmlns="${namespace}">${fields}</AppendChunk>`;
  const right = '<Offset>0</Offset><BytesRead>0</BytesRead><isLastChunk>true</isLastChunk>';
  const headers = callHeaders('1.1', 'AppendChunk');

  it('R1: any order and unknown elements are accepted, and rejected with strict', async () => {
    const disorder = envelope(
      '1.1',
      `<GetClientID xmlns="${namespace}"><Parameters/><New/><APIKey>k</APIKey></GetClientID>`,
    );
    await resultOf('1.1', disorder);
    const { fault } = await faultFor('1.1', disorder, { options: { strict: true } });
    expect([fault.code, fault.detailCode]).toEqual(['Sender', 'UnexpectedElement']);
    const twice = envelope(
      '1.1',
      `<GetClientID xmlns="${namespace}"><APIKey>k</APIKey><APIKey>k</APIKey></GetClientID>`,
    );
    expect((await faultFor('1.1', twice)).fault.detailCode).toBe('RepeatedElement');
  });

  it('R2: a missing required field is a fault with its path', async () => {
    const { fault } = await faultFor('1.1', envelope('1.1', append('<Offset>0</Offset>')), { headers });
    expect([fault.code, fault.detailCode, fault.path]).toEqual(['Sender', 'MissingElement', 'AppendChunk/BytesRead']);
    await resultOf('1.1', envelope('1.1', append(right)), { headers });
  });

  it('R5: an invalid value is a fault with its path and reason, and never echoed', async () => {
    const message = envelope('1.2', append(right.replace('<BytesRead>0', '<BytesRead>S3CRET')));
    const { fault, text } = await faultFor('1.2', message);
    expect([fault.code, fault.detailCode, fault.path]).toEqual(['Sender', 'InvalidValue', 'AppendChunk/BytesRead']);
    expect(fault.reason).toContain('int');
    expect(text).not.toContain('S3CRET');
  });

  it('R6: xsi:type of a record must name its type', async () => {
    const typed = (name: string): string =>
      `<GetClientID xmlns="${namespace}"><Parameters xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="${name}"/></GetClientID>`;
    await resultOf('1.1', envelope('1.1', typed('GetClientIDParameters')));
    expect((await faultFor('1.1', envelope('1.1', typed('Other')))).fault.detailCode).toBe('InvalidType');
  });

  it('a fault names the exceeded limit', async () => {
    const limits = { maxDepth: 4, maxBodyBytes: 1_000 };
    const deep = await faultFor('1.1', envelope('1.1', `<GetClientID xmlns="${namespace}"><a><b/></a></GetClientID>`), {
      options: { limits },
    });
    expect(deep.fault.detailCode).toBe('LimitExceeded');
    expect(deep.fault.reason).toContain('maxDepth');
    const large = await faultFor('1.1', envelope('1.1', request) + ' '.repeat(1_000), { options: { limits } });
    expect([large.fault.detailCode, large.fault.httpStatus]).toEqual(['MessageTooLarge', 413]);
    expect(large.fault.reason).toContain('limits.maxBodyBytes');
  });

  it('a fault names the exceeded limit as the program configures it', async () => {
    const options = {
      limits: { maxDepth: 4, maxBodyBytes: 1_000 },
      limitNames: { maxBodyBytes: 'size', maxDepth: 'nesting' },
    };
    const large = await faultFor('1.1', envelope('1.1', request) + ' '.repeat(1_000), { options });
    expect(large.fault.reason).toBe('The message is too large: limit size (1000) reached; raise it with size.');
    const deep = `<GetClientID xmlns="${namespace}"><a><b/></a></GetClientID>`;
    const { fault } = await faultFor('1.1', envelope('1.1', deep), { options });
    expect(fault.reason).toContain('limit nesting (4) reached; raise it with nesting');
  });

  it('a DOCTYPE is rejected', async () => {
    const { fault } = await faultFor('1.1', `<!DOCTYPE e [<!ENTITY x "y">]>${envelope('1.1', request)}`);
    expect(fault.detailCode).toBe('DoctypeNotAllowed');
  });
});
