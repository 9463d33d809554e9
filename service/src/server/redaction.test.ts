import { RemoteFileServiceClient } from '@soapwright/generated/remote-file-service/client';
import { memoryTransport, SoapFault } from '@soapwright/runtime/client';
import type { SoapVersion } from '@soapwright/runtime/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/support/service/harness.ts';
import { createServer } from './create-server.ts';
import { Metrics } from './metrics.ts';

/** Everything secret that the requests of this file hold, right and wrong. `wrong-…` are made up by the caller. */
const right = ['key-for-all', 'key-of-1001', 'folder-anna-in', 'PROMO-OPEN', 'admin-password'];
const wrong = Array.from({ length: 14 }, (_, index) => `wrong-secret-${index}-x`);

describe('secrets', () => {
  let harness: Harness;
  let metrics: Metrics;
  let log: () => string;
  /** What callers got of faults and messages, and tokens that they were given. */
  const reported: string[] = [];
  const given: string[] = [];

  beforeAll(async () => {
    metrics = new Metrics('0');
    harness = await startHarness({ counts: metrics });
    log = () => harness.log.join('');
    const server = createServer(harness.service, { observe: (event) => metrics.observe(event) });
    const address = 'http://s/v2/fileservice.asmx';
    const send = async (work: Promise<{ ErrorMessage?: string | undefined } | object>): Promise<void> => {
      const answer = await work.catch((error: unknown) => error);
      if (answer instanceof SoapFault) reported.push(`${answer.reason} ${answer.detail} ${answer.path}`);
      else if (answer instanceof Error) reported.push(answer.message);
      else if (typeof answer === 'object' && answer !== null) {
        if ('ErrorMessage' in answer) reported.push(String(answer.ErrorMessage));
        if ('UploadToken' in answer && typeof answer.UploadToken === 'string') given.push(answer.UploadToken);
      }
    };
    for (const soap of ['1.1', '1.2'] satisfies SoapVersion[]) {
      const client = new RemoteFileServiceClient({ address, soap, transport: memoryTransport(server) });
      for (const APIKey of ['key-for-all', wrong[0] ?? '']) {
        await send(client.GetClientID({ APIKey, Parameters: { CompanyCode: 'x' } }));
        await send(client.GetAPIURL({ APIKey, ClientId: 1001 }));
        const EmailAddress = 'anna@demo.example';
        await send(client.SSOLoginURL({ APIKey, EmailAddress }));
        await send(client.SSOLoginWebURL({ APIKey, EmailAddress }));
        await send(client.SAMLAccountLogin({ APIKey, EmailAddress, SAMLToken: btoa(`<a>${wrong[1]}</a>`) }));
        await send(client.SAMLAccountLogin({ APIKey, EmailAddress, SAMLToken: wrong[2] }));
        const code = { EmailAddress, ApplicationType: 1 };
        await send(client.ExternalOAuthAccountLogin({ APIKey, ...code, ExternalOAuthCode: wrong[3] }));
        const query = `code=${wrong[4]}&state=${wrong[5]}`;
        await send(client.ExternalOAuthAccountLogin({ APIKey, ...code, ExternalOAuthCode: query }));
        for (const PromoCode of ['PROMO-OPEN', wrong[6] ?? '']) {
          const account = { PromoCode, EmailAddress: `${soap}@x.example`, UserName: `u${soap}`, Password: wrong[7] };
          await send(client.AccountCreateFreeFromPromotion({ API_KEY: APIKey, ...account }));
          await send(client.AccountCreateFreeFromPromotion({ API_KEY: APIKey, ...account, UserName: '/' }));
        }
        for (const AdminPassword of ['admin-password', wrong[8] ?? '']) {
          const administrator = { APIKey, OrgID: 9007199254740993n, AdminUserID: 'Admin', AdminPassword };
          for (const Path of ['/anna', '/nowhere', '..']) {
            await send(
              client.AdminCreateFolder({ AdminAuthParameters: administrator, Parameters: { Path, FolderName: 'n' } }),
            );
          }
        }
        for (const FolderAccessKey of ['folder-anna-in', wrong[9] ?? '']) {
          const chunk = { APIKey, FolderAccessKey, FileName: `f${soap}`, ChunkData: new Blob(['x']), BytesRead: 1 };
          await send(client.AppendChunkWithFolderAccessKey({ ...chunk, Offset: 0n, isLastChunk: false }));
          const token = { ...chunk, UploadToken: wrong[10] ?? '' };
          await send(client.AppendChunkWithFolderAccessKey({ ...token, Offset: 1n, isLastChunk: false }));
          for (const Offset of [1n, 5n, -1n]) {
            const next = { ...chunk, UploadToken: given.at(-1) ?? '', Offset, isLastChunk: Offset === 1n };
            await send(client.AppendChunkWithFolderAccessKey(next));
          }
        }
      }
    }
    const fields = `<APIKey>${wrong[11]}</APIKey><ClientId>${wrong[12]}</ClientId>`;
    const body = `<GetAPIURL xmlns="https://files.example/v2/">${fields}</GetAPIURL>`;
    const envelope = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${body}</s:Body></s:Envelope>`;
    for (const text of [
      envelope,
      envelope.slice(0, -30),
      envelope.replace('</APIKey>', '&bad;'),
      `<!DOCTYPE ${wrong[11]}>`,
    ]) {
      for (const path of [`/v2/fileservice.asmx?key=${wrong[13]}`, `/${wrong[13]}`]) {
        const headers = {
          'Content-Type': 'text/xml',
          SOAPAction: '"https://files.example/v2/GetAPIURL"',
          Authorization: `Bearer ${wrong[13]}`,
          Cookie: `session=${wrong[13]}`,
        };
        const response = await server.fetch(new Request(`http://s${path}`, { method: 'POST', headers, body: text }));
        reported.push(await response.text());
      }
    }
  });
  afterAll(() => harness.close());

  it('of requests, right or wrong, are never in the log', () => {
    expect(harness.log.length).toBeGreaterThan(80);
    for (const secret of [...right, ...wrong]) expect(log()).not.toContain(secret);
    for (const secret of wrong) expect(log()).not.toContain(btoa(secret));
  });

  it('that callers receive are never in the log', () => {
    expect(given.length).toBeGreaterThan(1);
    for (const token of given) expect(log()).not.toContain(token);
  });

  it('are never in the metrics', async () => {
    const text = await metrics.text();
    expect(text).toMatch(/rfs_requests_total\{operation="AdminCreateFolder"/);
    for (const secret of [...right, ...wrong, ...given]) expect(text).not.toContain(secret);
  });

  it('R5: are never repeated in a message or a fault', () => {
    expect(reported.length).toBeGreaterThan(60);
    for (const secret of [...right, ...wrong.slice(0, 12), ...wrong.slice(13)]) {
      expect(reported.join('\n')).not.toContain(secret);
    }
  });

  it('every line about a request has its id', () => {
    for (const line of harness.log) {
      const { message, requestId } = JSON.parse(line) as { readonly message: string; readonly requestId?: string };
      if (['result', 'fault', 'refused', 'error', 'unexpected error', 'storage failed'].includes(message)) {
        expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
      }
    }
  });
});
