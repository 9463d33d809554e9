import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { contentTypes, envelope, namespace } from '../../../../test/support/runtime/sample-binding.ts';
import { digestGuard, type Guard, ntlmGuard } from '../../../../test/support/runtime/sign-in-server.ts';
import { AppendChunk } from '../../../../test/support/runtime/test-service.ts';
import { blobOf } from '../../blob/blob-of.ts';
import { fetchTransport } from '../fetch-transport.ts';
import { httpTransport } from '../node/index.ts';
import type { ClientOptions } from '../options.ts';
import { SoapClient } from '../soap-client.ts';
import { digest } from './index.ts';
import { ntlm } from './node/index.ts';

const size = 3_000_000;
const user = { user: 'anna', password: 'geheim', domain: 'CORP' };
const result = `<AppendChunkResponse xmlns="${namespace}"><ChunkUploadResult><ErrorMessage/><Data>YQ==</Data></ChunkUploadResult></AppendChunkResponse>`;

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Uploads a Blob, and returns the statuses and whether the bytes of the requests were those of the Blob. */
async function upload(
  guard: Guard,
  authentication: ClientOptions['authentication'],
  blob: Blob,
  transport = httpTransport(),
): Promise<{ readonly seen: readonly (readonly [status: number, large: boolean])[]; readonly error: unknown }> {
  const seen: (readonly [number, boolean])[] = [];
  server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const body = Buffer.concat(pieces);
      const refused = guard(request, body, response);
      seen.push([refused === undefined ? 200 : 401, body.length > size]);
      if (refused !== undefined) response.writeHead(401, refused.flat()).end();
      else response.writeHead(200, { 'Content-Type': contentTypes['1.1'] }).end(envelope('1.1', result));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://localhost:${(server.address() as AddressInfo).port}/`;
  const client = new SoapClient({ address, authentication, transport });
  const input = { APIKey: 'key', ChunkData: blob, Offset: 0n, BytesRead: 1, isLastChunk: true };
  const error = await client.call(AppendChunk, input).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return { seen, error };
}

const bytes = Buffer.alloc(size, 'bytes');
/** Can be read once. */
const once = (): Blob => blobOf(new Blob([bytes]).stream(), { size });

describe('a stream', () => {
  it.each([
    ['Digest', () => digestGuard(user), () => digest(user.user, user.password)],
    ['Digest with auth-int', () => digestGuard({ ...user, qop: 'auth-int' }), () => digest(user.user, user.password)],
    ['NTLM', () => ntlmGuard(user), () => ntlm(user)],
  ])('goes once, after the challenge of %s', async (_, guard, scheme) => {
    const { seen, error } = await upload(guard(), scheme(), once());
    expect(seen).toEqual([
      [401, false],
      [200, true],
    ]);
    expect(error).toBeUndefined();
  });

  it('goes once over fetch', async () => {
    const scheme = digest(user.user, user.password);
    const { seen, error } = await upload(digestGuard(user), scheme, once(), fetchTransport() as never);
    expect([seen.length, error]).toEqual([2, undefined]);
  });

  /** Lets empty requests pass, as some services do. */
  const late = (): Guard => {
    const guard = digestGuard(user);
    return (request, body, response) => (body.length === 0 ? undefined : guard(request, body, response));
  };

  it('is read again where a service asks only after it', async () => {
    const { seen, error } = await upload(late(), digest(user.user, user.password), new Blob([bytes]));
    expect(seen).toEqual([
      [200, false],
      [401, true],
      [200, true],
    ]);
    expect(error).toBeUndefined();
  });

  it('that can be read once fails there, and says why', async () => {
    const { seen, error } = await upload(late(), digest(user.user, user.password), once());
    expect(seen).toHaveLength(2);
    expect(error).toMatchObject({ code: 'unauthorized', message: expect.stringContaining('can be read once') });
  });
});
