import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RemoteFileServiceClient } from '@soapwright/generated/remote-file-service/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startReceiver } from '../../../test/support/service/hook-receiver.ts';
import { oidcClients, startOidcProvider } from '../../../test/support/service/oidc-provider.ts';
import { runUpload } from '../../../test/support/service/service-process.ts';
import { caller, sampled, TracedService, traceId } from '../../../test/support/service/traced-service.ts';
import { saveProvider } from '../storage/identity-providers.ts';

describe('traces with other programs', () => {
  let service: TracedService;
  beforeEach(async () => {
    service = await TracedService.open();
  });
  afterEach(() => service.close());

  it('the upload command is in the trace of its environment, and a page in none', async () => {
    const url = await service.start();
    const signIn = await fetch(new URL('/sign-in/', url), { method: 'POST', body: 'state=unknown' });
    expect(signIn.status).toBe(410);
    const file = join(service.folder, 'chunks.bin');
    await writeFile(file, randomBytes(300_000));
    const variables = { RFS_API_KEY: 'key-for-all', RFS_FOLDER_KEY: 'folder-anna-in', TRACEPARENT: sampled };
    const args = ['--url', url, '--journal', join(service.folder, 'journal'), '--chunk-size', '128KiB', file];
    expect(await runUpload(args, variables).exited).toBe(0);
    await service.stop();
    expect(service.requests).toHaveLength(3);
    for (const span of service.requests) expect(span).toMatchObject({ traceId, parentSpanId: caller });
  });

  it('a hook gets the traceparent of the publication, in the event and with the webhook', async () => {
    const receiver = await startReceiver();
    const secret = join(service.folder, 'secret');
    await writeFile(secret, `whsec_${randomBytes(32).toString('base64')}`);
    const hooks = join(service.folder, 'hooks.yaml');
    await writeFile(
      hooks,
      `published: [{ name: index, webhook: { url: '${receiver.url}', secretFile: ${secret} } }]\n`,
    );
    await service.start({ tracingEndpoint: service.collector.url }, { RFS_HOOKS_FILE: hooks });
    await service.send(randomBytes(10), { last: true }, { traceparent: sampled });
    await expect.poll(() => receiver.received.length).toBe(1);
    await service.stop();
    await receiver.close();

    const delivery = service.collector.spans.find(({ name }) => name === 'deliver index');
    const publication = service.collector.spans.find(({ spanId }) => spanId === delivery?.parentSpanId);
    expect(publication?.name).toBe('transaction');
    expect(delivery).toMatchObject({ traceId, kind: 3, status: 0 });
    const [event] = receiver.received;
    expect(event?.headers.traceparent).toBe(`00-${traceId}-${delivery?.spanId}-01`);
    expect(JSON.parse(event?.body ?? '')).toMatchObject({ traceparent: `00-${traceId}-${publication?.spanId}-01` });
  });

  it('requests to an OpenID provider are in the trace of the sign-in, without its code and its secrets', async () => {
    const provider = await startOidcProvider();
    const address = await service.start();
    const { db, seals } = service.running?.service.state ?? {};
    if (db === undefined || seals === undefined) throw new Error('not running');
    await saveProvider(db, seals, 1001, provider.provider);
    const client = new RemoteFileServiceClient({ address, headers: { traceparent: sampled } });
    const EmailAddress = 'anna@demo.example';
    const { LoginURL = '' } = await client.SSOLoginWebURL({ APIKey: 'key-for-all', EmailAddress });
    const { search } = new URL(await provider.signIn(LoginURL));
    const { applicationType: ApplicationType } = oidcClients.web;
    const login = { APIKey: 'key-for-all', EmailAddress, ApplicationType, ExternalOAuthCode: search.slice(1) };
    expect(await client.ExternalOAuthAccountLogin(login)).toMatchObject({ ErrorMessage: '' });
    await service.stop();
    await provider.close();

    const spans = service.collector.spans.filter(({ attributes }) => 'url.full' in attributes);
    expect(spans.map(({ name }) => name)).toEqual(['GET discovery', 'POST token', 'GET keys']);
    for (const span of spans) expect(span).toMatchObject({ traceId, kind: 3, status: 0 });
    expect(spans[1]?.attributes).toMatchObject({
      'url.full': `${provider.issuer}/token`,
      'http.request.method': 'POST',
    });
    const secrets = [new URLSearchParams(search).get('code') ?? '', oidcClients.web.clientSecret ?? '', EmailAddress];
    for (const secret of secrets) expect(service.collector.text()).not.toContain(secret);
  });
});
