import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CachedCredentials, credentialSource, type ExpiringCredentials } from './credential-sources.ts';

describe('credentials of the object store', () => {
  let folder: string;
  let address: string;
  let requests: string[];
  let respond: (request: IncomingMessage) => string | undefined;
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    const body = respond(request);
    response.writeHead(body === undefined ? 404 : 200).end(body);
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rfs-credentials-'));
    requests = [];
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await rm(folder, { recursive: true, force: true });
  });

  const temporary = JSON.stringify({
    AccessKeyId: 'temporary',
    SecretAccessKey: 'secret',
    Token: 'token',
    Expiration: '2030-01-01T00:00:00Z',
  });
  const fetched = {
    accessKeyId: 'temporary',
    secretAccessKey: 'secret',
    sessionToken: 'token',
    expiresAt: Date.UTC(2030, 0, 1),
  };

  it('come from the environment first', async () => {
    const environment = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b', AWS_SESSION_TOKEN: 'c' };
    expect(await credentialSource(environment, '/none')()).toEqual({
      accessKeyId: 'a',
      secretAccessKey: 'b',
      sessionToken: 'c',
    });
  });

  it('come from the profile of a file', async () => {
    const file = join(folder, 'credentials');
    const profile = (name: string) => `[${name}]\naws_access_key_id = ${name}-id\nAWS_Secret_Access_Key=${name}+/=\n`;
    await writeFile(
      file,
      `# comment\n${profile('other')}\r\n[ default ]\r\naws_access_key_id=d\r\naws_secret_access_key = e \r\n`,
    );
    expect(await credentialSource({}, file)()).toMatchObject({ accessKeyId: 'd', secretAccessKey: 'e' });
    const environment = { AWS_SHARED_CREDENTIALS_FILE: file, AWS_PROFILE: 'other' };
    expect(await credentialSource(environment, undefined)()).toMatchObject({
      accessKeyId: 'other-id',
      secretAccessKey: 'other+/=',
    });
    await expect(credentialSource({ AWS_PROFILE: 'none' }, file)()).rejects.toMatchObject({
      code: 'failed',
      message: expect.stringContaining('none'),
    });
    await expect(credentialSource({}, join(folder, 'missing'))()).rejects.toMatchObject({ code: 'failed' });
  });

  it('come from the container, with the token in a file', async () => {
    const file = join(folder, 'token');
    await writeFile(file, 'granted\n');
    respond = ({ headers }) => (headers.authorization === 'granted' ? temporary : undefined);
    const environment = {
      AWS_CONTAINER_CREDENTIALS_FULL_URI: `${address}/container`,
      AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: file,
    };
    expect(await credentialSource(environment, undefined)()).toEqual(fetched);
    await writeFile(file, 'refused');
    await expect(credentialSource(environment, undefined)()).rejects.toMatchObject({ code: 'busy' });
  });

  it('come from the instance, by a session of its metadata service', async () => {
    const roles = '/latest/meta-data/iam/security-credentials/';
    respond = ({ method, url, headers }) => {
      if (method === 'PUT') return headers['x-aws-ec2-metadata-token-ttl-seconds'] === '300' ? 'session' : undefined;
      if (headers['x-aws-ec2-metadata-token'] !== 'session') return undefined;
      return url === roles ? 'files-role\n' : url === `${roles}files-role` ? temporary : undefined;
    };
    expect(await credentialSource({ AWS_EC2_METADATA_SERVICE_ENDPOINT: address }, undefined)()).toEqual(fetched);
    expect(requests).toEqual(['PUT /latest/api/token', `GET ${roles}`, `GET ${roles}files-role`]);
  });

  it.each(['<html>', '{}', '[]', 'null', '{"AccessKeyId":5,"SecretAccessKey":"s"}'])(
    'are an error when the response is %s',
    async (body) => {
      respond = () => body;
      const environment = { AWS_CONTAINER_CREDENTIALS_FULL_URI: address };
      await expect(credentialSource(environment, undefined)()).rejects.toMatchObject({ code: 'busy' });
    },
  );

  it('are fetched once for all callers, and again five minutes before they expire', async () => {
    let now = 0;
    let fetches = 0;
    const source = async (): Promise<ExpiringCredentials> => {
      fetches += 1;
      return { accessKeyId: `${fetches}`, secretAccessKey: '', expiresAt: now + 3_600_000 };
    };
    const cached = new CachedCredentials(source, () => now);
    const both = await Promise.all([cached.get(), cached.get()]);
    expect(both.map(({ accessKeyId }) => accessKeyId)).toEqual(['1', '1']);
    now = 3_299_999;
    expect((await cached.get()).accessKeyId).toBe('1');
    now = 3_300_000;
    expect((await cached.get()).accessKeyId).toBe('2');
  });

  it('are not read from a response without an end', async () => {
    respond = () => ' '.repeat(100_000);
    const source = credentialSource({ AWS_CONTAINER_CREDENTIALS_FULL_URI: address }, undefined);
    await expect(source()).rejects.toThrow('the response has more than 65536 bytes');
  });

  it('that are valid are used while others cannot be fetched', async () => {
    let now = 0;
    let isDown = false;
    const source = async (): Promise<ExpiringCredentials> => {
      if (isDown) throw new Error('down');
      return { accessKeyId: 'a', secretAccessKey: '', expiresAt: 3_600_000 };
    };
    const cached = new CachedCredentials(source, () => now);
    await cached.get();
    isDown = true;
    now = 3_599_999;
    expect((await cached.get()).accessKeyId).toBe('a');
    now = 3_600_000;
    await expect(cached.get()).rejects.toThrow('down');
  });
});
