import { expect, it } from 'vitest';
import { versionNamed } from '../../../runtime/src/soap/version.ts';
import { start } from '../../support/runtime/connections.ts';
import { Notify } from '../../support/runtime/library-operations.ts';
import { ask as askLibrary, libraryServer, notify } from '../../support/runtime/library-server.ts';
import { namespace } from '../../support/runtime/table-codec.ts';
import { call, callHeaders } from '../../support/runtime/test-messages.ts';
import { ask as askWire } from '../../support/runtime/wire.ts';
import { ask, faultFor, message, versions } from './exchange.ts';

it('SOAP 1.1, 6.2; part 2, 6.2; part 2, 7.5.2; R1124; R1111: a result gets 200', async () => {
  for (const version of versions) {
    const { status, text } = await ask(version, message(version));
    expect([status, text.includes('GetClientIDResponse')]).toEqual([200, true]);
  }
});

it('part 2, 7.5.2; R1112; R2714: a one-way request gets 202 without an envelope', async () => {
  for (const version of versions) {
    const { status, text } = await askLibrary(libraryServer(), version, Notify.soapAction, notify());
    expect([status, text]).toEqual([202, '']);
  }
});

it('SOAP 1.1, 6.2; R1126: a fault about the message gets 500 in SOAP 1.1, with any code', async () => {
  const wrong = [
    message('1.2'),
    message('1.1', { content: '<a xmlns="urn:a"/>' }),
    message('1.1', { content: '<a>' }),
    '',
  ];
  for (const body of wrong) expect((await faultFor('1.1', body)).status).toBe(500);
});

it('R1126: a message that is too large is a fault with 413, and a fault with a status of the handler has that', async () => {
  const options = { limits: { maxBodyBytes: 100 } };
  for (const version of versions) expect((await faultFor(version, message(version), { options })).status).toBe(413);
});

it('R1125; R1113: a malformed HTTP request gets 400', async () => {
  const { port } = await start();
  expect((await askWire(port, 'NONSENSE\r\n\r\n')).status).toBe(400);
  expect((await askWire(port, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n')).status).toBe(400);
});

it('R1114; R1132; part 2, 6.4; part 2, 7.4: only POST carries messages; GET shows pages, other methods get 405', async () => {
  for (const version of versions) {
    for (const method of ['PUT', 'DELETE', 'PATCH']) {
      const { status, headers, ran } = await ask(version, message(version), { method });
      expect([status, headers.get('Allow')?.includes('POST'), ran]).toEqual([405, true, false]);
    }
    const headers = { Accept: versionNamed(version).mediaType };
    const { status, headers: answered } = await ask(version, null, { method: 'GET', headers });
    expect([status, answered.get('Content-Type')]).toEqual([200, 'text/html; charset=utf-8']);
  }
});

it('SOAP 1.1, 6.3; R1108: the HTTP Extension Framework is not supported', async () => {
  const { port } = await start();
  const text = call('1.1').toString('latin1');
  const { status } = await askWire(port, text.replace('POST ', 'M-POST '));
  expect([400, 405]).toContain(status);
  // A header of it that came by POST means nothing.
  const man = text.replace('Host:', 'Man: "http://schemas.xmlsoap.org/soap/envelope/"; ns=01\r\nHost:');
  expect((await askWire(port, man)).status).toBe(200);
});

it('SOAP 1.1, 6; part 2, 7.1; R1115: another Content-Type gets 415', async () => {
  const others = ['application/xml', 'text/plain', 'multipart/related; type="text/xml"', 'application/xop+xml', 'x'];
  for (const version of versions) {
    for (const type of others) {
      const headers = { ...callHeaders(version), 'Content-Type': type };
      expect((await ask(version, message(version), { headers })).status, type).toBe(415);
    }
    const { mediaType } = versionNamed(version);
    for (const type of [mediaType, `${mediaType.toUpperCase()} ;Charset="utf-8"; x=y`]) {
      const headers = { ...callHeaders(version), 'Content-Type': type };
      expect((await ask(version, message(version), { headers })).status, type).toBe(200);
    }
  }
});

it('SOAP 1.1, 6.1.1; R1119; R1127; R2744: the body selects the operation, and a different SOAPAction is a fault', async () => {
  const action = `${namespace}GetClientID`;
  const send = (value: string | undefined) =>
    ask('1.1', message('1.1'), {
      headers: { 'Content-Type': 'text/xml', ...(value === undefined ? {} : { SOAPAction: value }) },
    });
  for (const value of [`"${action}"`, action]) expect((await send(value)).status, value).toBe(200);
  for (const value of [undefined, '', '""', `"${namespace}SSOLoginURL"`, `'${action}'`]) {
    const { status, ran, text } = await send(value);
    expect([status, ran, text.includes('ActionMismatch')], value).toEqual([500, false, true]);
  }
});

it('part 2, 6.5; part 2, 7.1: the action of the Content-Type is optional, and must agree', async () => {
  const send = (parameter: string) =>
    ask('1.2', message('1.2'), { headers: { 'Content-Type': `application/soap+xml${parameter}` } });
  for (const right of ['', `; action="${namespace}GetClientID"`, '; action=""'])
    expect((await send(right)).status).toBe(200);
  expect((await send('; action="urn:other"')).text).toContain('ActionMismatch');
});

it('R1120; R1121: no cookie is set, and cookies are ignored', async () => {
  for (const version of versions) {
    for (const cookie of [undefined, 'a=b', ';;;=']) {
      const headers = { ...callHeaders(version), ...(cookie === undefined ? {} : { Cookie: cookie }) };
      const { status, headers: answered } = await ask(version, message(version), { headers });
      expect([status, answered.get('Set-Cookie')]).toEqual([200, null]);
    }
  }
});

it('R1140; R1141; part 2, 7.1: HTTP/1.1 and HTTP/1.0 are supported', async () => {
  const { port } = await start();
  for (const version of versions) {
    expect((await askWire(port, call(version))).status).toBe(200);
    const older = await askWire(port, call(version).toString('latin1').replace('HTTP/1.1', 'HTTP/1.0'));
    expect([older.status, older.body.includes('GetClientIDResponse')]).toEqual([200, true]);
  }
});
