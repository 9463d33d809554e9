import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SoapClient } from '@soapwright/runtime/client';
import type { SoapServer } from '@soapwright/runtime/server';
import { type Listening, listen } from '@soapwright/runtime/server/node';
import { security } from '@soapwright/security';
import * as soap from 'soap';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { soap11, soap12 } from '../../../runtime/src/soap/version.ts';
import { billingContract, DocExamples } from '../../support/doc-examples.ts';
import { nested, operation, text } from '../../support/runtime/table-codec.ts';
import { runProgram } from '../support/program.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const libraries = ['wss4j', 'xmlsec', 'commons-logging', 'slf4j-api'].map((name) => `/usr/share/java/${name}.jar`);

/** The caller that the server of docs/how-to/use-username-tokens.md knows. */
const [user, password] = ['ada', 'correct horse'];

let page: DocExamples;
let listening: Listening;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'soapwright-wss4j-'));
  copyFileSync(at('Wss4j.java'), join(folder, 'Wss4j.java'));
  await runProgram('javac', ['-cp', libraries.join(':'), 'Wss4j.java'], { cwd: folder });
  page = await DocExamples.load('docs/how-to/use-username-tokens.md', { billing: billingContract });
  listening = await listen((await page.exports.billing?.()) as SoapServer);
});
afterAll(async () => {
  await listening?.close(0);
  page?.folder.remove();
  rmSync(folder, { recursive: true });
});

const wss4j = (input: string, ...args: readonly string[]): Promise<string> =>
  runProgram('java', ['-cp', [...libraries, '.'].join(':'), 'Wss4j', ...args], { cwd: folder, input });

describe('WSS4J', () => {
  const Find = operation('Find', [text('Number')], nested('Invoice', 'Invoice', true, text('Name')));

  it.each([
    ['1.1', 'text'],
    ['1.1', 'digest'],
    ['1.2', 'digest'],
  ] as const)('accepts our token and Timestamp in SOAP %s, as a %s', async (version, type) => {
    let envelope = '';
    const client = new SoapClient({
      address: 'http://localhost/',
      soap: version,
      transport: {
        async send({ body }) {
          envelope = typeof body === 'string' ? body : new TextDecoder().decode(body);
          throw new Error('enough');
        },
      },
      interceptors: [security({ usernameToken: { user: 'Zoë & <co>', password, type }, timestamp: true })],
    });
    await expect(client.call(Find, { Number: '7' })).rejects.toThrow();
    expect(await wss4j(envelope, 'check', 'Zoë & <co>', password)).toBe('token timestamp\n');
    await expect(wss4j(envelope, 'check', '', 'wrong')).rejects.toThrow(
      /FailedAuthentication|could not be authenticated/,
    );
  });

  it.each([
    [soap11, 'text'],
    [soap11, 'digest'],
    [soap12, 'digest'],
  ] as const)('writes tokens that our server takes', async ({ namespace, mediaType, name }, type) => {
    const body = `<s:Body><Find xmlns="urn:billing/"><Number>7</Number></Find></s:Body>`;
    const plain = `<s:Envelope xmlns:s="${namespace}">${body}</s:Envelope>`;
    const post = async (secret: string) => {
      const message = Buffer.from(await wss4j(plain, type, user, secret));
      const headers = { 'Content-Type': mediaType, ...(name === '1.1' && { SOAPAction: '"urn:billing/Find"' }) };
      return await (await fetch(listening.url, { method: 'POST', headers, body: message })).text();
    };
    expect(await post(password)).toContain('<Name>ada</Name>');
    expect(await post('wrong')).toContain('FailedAuthentication');
  });
});

describe.each(['text', 'digest'])('a UsernameToken as %s', (type) => {
  it('of zeep is taken', async () => {
    const call = (secret: string) =>
      runProgram('/usr/bin/python3', [at('zeep_client.py'), `${listening.url}?wsdl`, user, secret, type]);
    expect(await call(password)).toBe('ada\n');
    await expect(call('wrong')).rejects.toThrow('The security token could not be authenticated or authorized.');
  });

  it('of node-soap is taken', async () => {
    const client = await soap.createClientAsync(`${listening.url}?wsdl`);
    const passwordType = type === 'text' ? 'PasswordText' : 'PasswordDigest';
    client.setSecurity(new soap.WSSecurity(user, password, { passwordType, hasNonce: true }));
    const result: unknown = await client.FindAsync?.({ Number: '7' });
    expect((result as readonly unknown[])[0]).toEqual({ Invoice: { Name: 'ada' } });
  });
});
