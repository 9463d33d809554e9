import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RemoteFileServiceClient } from '@soapwright/generated/remote-file-service/client';
import { SoapFault } from '@soapwright/runtime/client';
import type { SoapVersion } from '@soapwright/runtime/server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type FakeOidcProvider,
  sendJson,
  startFakeOidcProvider,
} from '../../../test/support/service/fake-oidc-provider.ts';
import { testCost } from '../../../test/support/service/harness.ts';
import { type HookReceiver, startReceiver } from '../../../test/support/service/hook-receiver.ts';
import { Marks } from '../../../test/support/service/marks.ts';
import {
  base64,
  makeKey,
  providerWith,
  responseXml,
  signed,
  tokenFields,
} from '../../../test/support/service/saml-provider.ts';
import { startTraceReceiver, type TraceReceiver } from '../../../test/support/service/trace-receiver.ts';
import { jsonLogger } from '../common/logger.ts';
import { loadSettings } from '../config/load-settings.ts';
import { createLink } from '../operator/create-link.ts';
import { loadEntities } from '../operator/provisioning/load-entities.ts';
import { provision } from '../operator/provisioning/provision.ts';
import { secretSourceBeside } from '../operator/provisioning/secret-values.ts';
import { saveProvider } from '../storage/identity-providers.ts';
import { openService } from './open-service.ts';
import { type Running, runService } from './run-service.ts';

/** Keys, passwords, tokens, headers, queries: whoever has one could act with it. */
const secret = new Marks();
/** Who somebody is, and what their files are called. */
const personal = new Marks();

const anna = `${personal.of('local part')}@demo.example`;
const odette = `${personal.of('local part of another')}@oidc.example`;

const provisioning = `
tenants:
  - { clientId: 1001, orgId: 5, companyCode: DEMO, domains: [demo.example] }
  - { clientId: 1002, orgId: 6, companyCode: OIDC, domains: [oidc.example] }
accounts:
  - { userName: ${personal.of('user name')}, email: ${anna}, tenant: 1001, password: ${secret.of('password')}, folders: [/${personal.of('folder')}] }
  - { userName: ${personal.of('other user name')}, email: ${odette}, tenant: 1002, folders: [] }
administrators:
  - { tenant: 1001, userId: ${personal.of('administrator')}, password: ${secret.of('administrator password')} }
apiKeys:
  - { name: all, key: ${secret.of('API key')} }
folderKeys:
  - { name: in, key: ${secret.of('folder key')}, folder: /${personal.of('user name')}/${personal.of('folder')} }
promotions:
  - { name: open, code: ${secret.of('promotion')}, places: 10 }
`;

describe('marked values of requests, settings and the environment', () => {
  let folder: string;
  let running: Running;
  let collector: TraceReceiver;
  let receiver: HookReceiver;
  let oidc: FakeOidcProvider;
  const log: string[] = [];
  const metrics: string[] = [];
  /** What callers got: faults and messages. */
  const reported: string[] = [];
  const answers: object[] = [];

  const send = async (call: Promise<object>): Promise<object> => {
    const answer: unknown = await call.catch((error: unknown) => error);
    if (answer instanceof SoapFault) reported.push(`${answer.reason} ${answer.detail} ${answer.path}`);
    else if (answer instanceof Error) throw answer;
    else reported.push(String(Reflect.get(Object(answer), 'ErrorMessage') ?? ''));
    answers.push(Object(answer));
    return Object(answer);
  };

  async function start(flags: Readonly<Record<string, string>>): Promise<void> {
    const settings = loadSettings({
      environment: {},
      flags: { data: join(folder, 'data'), port: '0', adminPort: '0', adminFiles: 'true', ...flags },
    });
    const lines = jsonLogger((line) => log.push(line), 'debug');
    running = await runService(settings, lines, {});
    const oidcProvider = { ...oidc.provider, clients: [{ ...oidc.client, clientSecret: secret.of('client secret') }] };
    const { db, seals } = running.service.state;
    await saveProvider(db, seals, 1002, oidcProvider);
  }

  /** Each operation, with right and with wrong values in every field. */
  async function callAll(soap: SoapVersion, isWrong: boolean): Promise<void> {
    const of = (marks: Marks, name: string): string => marks.of(isWrong ? `wrong ${name}` : name);
    const headers = {
      Authorization: `Bearer ${secret.of('Authorization header')}`,
      Cookie: `session=${secret.of('Cookie header')}`,
      'User-Agent': personal.of('User-Agent header'),
      Referer: `https://x.example/?key=${secret.of('Referer header')}`,
      'X-Custom': secret.of('custom header'),
      'X-Forwarded-For': personal.of('forwarded address'),
      'X-Request-Id': personal.of('request id of a caller'),
      baggage: `user=${personal.of('baggage')}`,
      tracestate: `x=${personal.of('trace state')}`,
    };
    const client = new RemoteFileServiceClient({ address: `${running.url}?key=${secret.of('query')}`, soap, headers });
    for (const APIKey of [secret.of('API key'), secret.of('wrong API key')]) {
      await send(
        client.GetClientID({ APIKey, Parameters: { CompanyCode: isWrong ? personal.of('company code') : 'DEMO' } }),
      );
      await send(client.GetAPIURL({ APIKey, ClientId: 1001 }));
      for (const EmailAddress of isWrong
        ? [`${personal.of('wrong local part')}@demo.example`, personal.of('no address')]
        : [anna, odette]) {
        await send(client.SSOLoginURL({ APIKey, EmailAddress }));
        await send(client.SSOLoginWebURL({ APIKey, EmailAddress }));
        await send(
          client.SAMLAccountLogin({ APIKey, EmailAddress, SAMLToken: btoa(`<a>${secret.of('SAML text')}</a>`) }),
        );
        await send(client.SAMLAccountLogin({ APIKey, EmailAddress, SAMLToken: secret.of('no SAML token') }));
        const code = { APIKey, EmailAddress, ApplicationType: 1 };
        await send(client.ExternalOAuthAccountLogin({ ...code, ExternalOAuthCode: of(secret, 'OAuth code') }));
        const query = `code=${secret.of('code of a query')}&state=${secret.of('state')}`;
        await send(client.ExternalOAuthAccountLogin({ ...code, ExternalOAuthCode: query }));
      }
      const account = { API_KEY: APIKey, PromoCode: of(secret, 'promotion'), Password: of(secret, 'new password') };
      const EmailAddress = `${of(personal, `new local part ${soap}`)}@free.example`;
      for (const UserName of [of(personal, `new user name ${soap}`), `${personal.of('name with a slash')}/`]) {
        await send(client.AccountCreateFreeFromPromotion({ ...account, EmailAddress, UserName }));
      }
      const AdminAuthParameters = {
        APIKey,
        OrgID: 5n,
        AdminUserID: of(personal, 'administrator'),
        AdminPassword: of(secret, 'administrator password'),
      };
      for (const Path of [
        `/${personal.of('user name')}`,
        `/${personal.of('unknown path')}`,
        `../${personal.of('bad path')}`,
      ]) {
        const FolderName = of(personal, `new folder ${soap}`);
        await send(client.AdminCreateFolder({ AdminAuthParameters, Parameters: { Path, FolderName } }));
      }
      const chunk = {
        APIKey,
        FolderAccessKey: of(secret, 'folder key'),
        ChunkData: new Blob([secret.of('content')]),
        BytesRead: 19,
      };
      const file = { ...chunk, FileName: of(personal, `file ${soap}`), Offset: 0n, isLastChunk: false };
      const { UploadToken = '' }: { UploadToken?: string } = await send(client.AppendChunkWithFolderAccessKey(file));
      if (UploadToken !== '') secret.add(`upload token ${soap}`, UploadToken);
      for (const token of [secret.of('wrong upload token'), UploadToken]) {
        for (const Offset of [7n, 19n]) {
          await send(
            client.AppendChunkWithFolderAccessKey({ ...file, UploadToken: token, Offset, isLastChunk: Offset === 19n }),
          );
        }
      }
      await send(
        client.AppendChunkWithFolderAccessKey({
          ...file,
          FileName: `${personal.of('bad file name')}/`,
          isLastChunk: true,
        }),
      );
    }
  }

  async function signIn(): Promise<void> {
    const { state } = running.service;
    const key = await makeKey();
    await saveProvider(state.db, state.seals, 1001, providerWith(key));
    const client = new RemoteFileServiceClient({ address: running.url });
    const APIKey = secret.of('API key');
    const fields = tokenFields(Date.now(), {
      email: anna,
      attributes: `<saml:AttributeStatement><saml:Attribute Name="n"><saml:AttributeValue>${personal.of('SAML attribute')}</saml:AttributeValue></saml:Attribute></saml:AttributeStatement>`,
    });
    const SAMLToken = base64(signed(responseXml(fields), 'Assertion', { key }));
    secret.add('SAML token', SAMLToken.slice(1_000, 1_040));
    const wrong = base64(
      signed(
        responseXml(tokenFields(Date.now(), { email: `${personal.of('SAML subject')}@demo.example` })),
        'Assertion',
        { key },
      ),
    );
    const saml = [SAMLToken, SAMLToken, wrong];
    for (const token of saml) await send(client.SAMLAccountLogin({ APIKey, EmailAddress: anna, SAMLToken: token }));
    const login = {
      APIKey,
      EmailAddress: odette,
      ApplicationType: 1,
      ExternalOAuthCode: secret.of('right OAuth code'),
    };
    const claims = { email: odette, sub: personal.of('subject'), name: personal.of('name in a token') };
    oidc.give(oidc.idToken(claims));
    await send(client.ExternalOAuthAccountLogin(login));
    oidc.give(oidc.idToken({ ...claims, email: `${personal.of('e-mail in a token')}@oidc.example` }));
    await send(client.ExternalOAuthAccountLogin(login));
    const problem = { error: 'invalid_grant', error_description: secret.of('error of a provider') };
    for (const status of [400, 401, 500]) {
      oidc.answers.set('/token', (response) => sendJson(response, status, problem));
      await send(client.ExternalOAuthAccountLogin(login));
    }
    for (const answer of answers) {
      for (const name of ['Token', 'ClientEncryptedPassword']) {
        const value: unknown = Reflect.get(answer, name);
        if (typeof value === 'string' && value !== '') secret.add(`${name} of a session ${secret.names.length}`, value);
      }
    }
  }

  /** Sends invalid requests. */
  async function sendBroken(): Promise<void> {
    const call = `<GetAPIURL xmlns="https://files.example/v2/"><APIKey>${secret.of('API key')}</APIKey><ClientId>${secret.of('in a number')}</ClientId></GetAPIURL>`;
    const envelope = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${call}</s:Body></s:Envelope>`;
    const post = async (
      url: string,
      body: string | URLSearchParams,
      headers: Readonly<Record<string, string>>,
    ): Promise<void> => {
      reported.push(await (await fetch(url, { method: 'POST', headers, body })).text());
    };
    const type = { 'Content-Type': 'text/xml' };
    const action = { ...type, SOAPAction: '"https://files.example/v2/GetAPIURL"' };
    for (const body of [
      envelope,
      envelope.slice(0, -40),
      envelope.replace('</APIKey>', '&no;'),
      `<!DOCTYPE ${secret.of('document type')}>`,
    ]) {
      await post(running.url, body, action);
    }
    await post(running.url, envelope, { ...type, SOAPAction: `"${secret.of('SOAPAction header')}"` });
    await post(running.url, envelope, { ...action, 'Content-Type': `text/xml; charset=${secret.of('charset')}` });
    await post(running.url, envelope, { ...action, 'Content-Encoding': secret.of('coding') });
    await post(new URL(`/${personal.of('path of a request')}`, running.url).href, envelope, action);
    const form = new URLSearchParams({ APIKey: secret.of('key in a form'), [personal.of('field of a form')]: 'x' });
    await fetch(`${running.url}?op=GetAPIURL`, { method: 'POST', body: form });
  }

  async function download(): Promise<void> {
    const operator = `http://127.0.0.1:${running.adminPort}`;
    const path = `/${personal.of('user name')}/${personal.of('folder')}`;
    const { state, links } = running.service;
    const { address } = await createLink({ db: state.db, links, now: state.now }, path, 900_000);
    secret.add('link', new URL(address, operator).searchParams.get('link') ?? '');
    for (const below of ['', `${personal.of('file 1.1')}`, personal.of('no such file')]) {
      const url = `${operator}/files${path}/${below}?link=${secret.of('link')}`;
      await (await fetch(url, { headers: { 'User-Agent': personal.of('User-Agent header') } })).text();
      await (await fetch(url.replace('link=', `link=${secret.of('altered link')}`))).text();
    }
    for (const at of ['/metrics', '/readyz', '/healthz']) metrics.push(await (await fetch(operator + at)).text());
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rfs-marks-'));
    collector = await startTraceReceiver();
    receiver = await startReceiver();
    oidc = await startFakeOidcProvider();
    oidc.give(oidc.idToken({ email: odette }));
    const fresh = await openService({ data: join(folder, 'data'), apiUrl: () => '', scryptCost: testCost });
    await provision(fresh.state, loadEntities(provisioning, 'marks.yaml', secretSourceBeside('marks.yaml')));
    await fresh.close();
    secret.add('webhook secret', Buffer.alloc(32, 9).toString('base64'));
    await writeFile(join(folder, 'hook.secret'), `whsec_${secret.of('webhook secret')}`);
    const script = `process.stdin.pipe(process.stdout); console.error('${secret.of('output of a command')}'); process.exitCode = 1`;
    const webhook = (name: string, query: string) =>
      `  - { name: ${name}, webhook: { url: "${receiver.url}?${query}", secretFile: hook.secret } }\n`;
    await writeFile(
      join(folder, 'hooks.yaml'),
      `published:\n${webhook('told', secret.of('query of a webhook'))}${webhook('failing', 'fail')}  - { name: command, command: ${JSON.stringify([process.execPath, '-e', script])} }\n`,
    );
    receiver.respond = (response, index) => {
      const text = secret.of('answer of a receiver');
      response.writeHead(index % 2 === 0 ? 204 : 500, text, { 'X-Answer': text }).end(index % 2 === 0 ? '' : text);
    };
    const flags = { hooksFile: join(folder, 'hooks.yaml'), tracingEndpoint: collector.url, rateLimit: 'false' };
    await start(flags);
    await callAll('1.1', false);
    await callAll('1.2', true);
    await signIn();
    await sendBroken();
    await download();
    const isLogged = (text: string) =>
      expect(
        log.some((line) => line.includes(text)),
        text,
      ).toBe(true);
    for (const text of ['"hook delivered"', '"hook":"command"', '"hook":"failing"']) {
      await vi.waitFor(() => isLogged(text), { timeout: 30_000 });
    }
    await running.stop();
    // Guesses are limited, and nothing can be stored.
    await start({ ...flags, rateLimit: 'true', rateLimitAddress: '3', limitsFree: '900 TiB' });
    const client = new RemoteFileServiceClient({ address: running.url });
    const whole = { ChunkData: new Blob(['x']), Offset: 0n, BytesRead: 1, isLastChunk: true };
    const keys = { APIKey: secret.of('API key'), FolderAccessKey: secret.of('folder key') };
    await send(
      client.AppendChunkWithFolderAccessKey({ ...keys, ...whole, FileName: personal.of('file without room') }),
    );
    await callAll('1.2', false);
    await running.stop();
  }, 120_000);
  afterAll(async () => {
    await collector.close();
    await receiver.close();
    await oidc.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('were all used, by requests that succeeded and failed in each operation', () => {
    const results = (operation: string) =>
      log.filter((line) => line.includes('"message":"result"') && line.includes(`"operation":"${operation}"`)).length;
    const refused = (operation: string) =>
      log.filter((line) => line.includes('"message":"refused"') && line.includes(`"operation":"${operation}"`)).length;
    for (const operation of [
      'AccountCreateFreeFromPromotion',
      'AdminCreateFolder',
      'AppendChunkWithFolderAccessKey',
      'ExternalOAuthAccountLogin',
      'GetAPIURL',
      'GetClientID',
      'SAMLAccountLogin',
      'SSOLoginURL',
      'SSOLoginWebURL',
    ]) {
      expect([operation, results(operation) > 0, refused(operation) > 0]).toEqual([operation, true, true]);
    }
    expect(secret.names.filter((name) => name.startsWith('Token of a session'))).toHaveLength(3);
    expect(secret.names.filter((name) => name.startsWith('upload token'))).toHaveLength(1);
    for (const message of ['storage failed', 'TooManyAttempts', 'download', 'link refused', 'hook failed']) {
      expect(
        log.some((line) => line.includes(`"${message}"`)),
        message,
      ).toBe(true);
    }
    expect(metrics.join('')).toContain('rfs_sign_ins_total');
    expect(collector.spans.length).toBeGreaterThan(200);
    expect(receiver.received.length).toBeGreaterThan(2);
    // The event names the file: the file of hooks asked for it.
    expect(receiver.received[0]?.body).toContain(personal.of('user name'));
  });

  it.each([
    ['log', () => log.join('\n')],
    ['metrics', () => metrics.join('\n')],
    ['traces', () => collector.text()],
    ['faults and messages', () => reported.join('\n')],
  ])('are not in the %s', (_, read) => {
    const text = read();
    expect([text.length > 200, secret.in(text), personal.in(text)]).toEqual([true, [], []]);
  });

  it('are in events only as the name and the place of a file', () => {
    const text = receiver.received.map(({ body, headers }) => JSON.stringify({ body, headers })).join('\n');
    expect(secret.in(text)).toEqual([]);
    expect(personal.in(text)).toEqual(['user name', 'folder', 'file 1.1']);
  });

  it('would be found', () => {
    const value = secret.of('password');
    for (const text of [
      value,
      value.toUpperCase(),
      btoa(value),
      btoa(`a${value}b`),
      btoa(`ab${value}`),
      Buffer.from(value).toString('hex'),
    ]) {
      expect(secret.in(`x${text}y`)).toEqual(['password']);
    }
  });
});
