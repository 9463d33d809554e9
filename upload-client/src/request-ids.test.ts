import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { responseWith, resultWith, transportTo, uploaderFor } from '../../test/support/service/fake-service.ts';
import { type Harness, startHarness } from '../../test/support/service/harness.ts';
import type { UploadError, UploaderOptions } from './index.ts';

const bytes = new TextEncoder().encode('bytes');

describe('the id of a refused request', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await startHarness();
  });
  afterAll(() => harness.close());

  const failure = async (transport: UploaderOptions['transport'], options: Partial<UploaderOptions> = {}) =>
    await uploaderFor(transport ?? transportTo(harness), { ...options, retry: { attempts: 1 } })
      .uploader.upload(bytes, { name: 'x' })
      .then(
        () => Promise.reject(new Error('It was uploaded.')),
        (error: UploadError) => error,
      );

  it('is that of the service for a wrong key: in requestId, and at the end of the message', async () => {
    const error = await failure(undefined, { apiKey: 'a-wrong-key' });
    expect(error).toMatchObject({ code: 'access-denied', serverMessage: 'The API key is not valid.' });
    expect(error.requestId).toMatch(/^[\w-]{8,}$/);
    expect(error.message).toBe(`The API key is not valid. (request ${error.requestId})`);
  });

  it('is that of the service for an address without a service', async () => {
    const error = await failure(undefined, { url: 'http://service.example/elsewhere' });
    expect(error).toMatchObject({ code: 'bad-answer', httpStatus: 404 });
    expect(error.requestId).toMatch(/^[\w-]{8,}$/);
  });

  it('is the header of a fault without one in its detail', async () => {
    const fault =
      '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault><faultcode>s:Server</faultcode>' +
      '<faultstring>Down.</faultstring></s:Fault></s:Body></s:Envelope>';
    const response = responseWith(500, 'text/xml', fault);
    const headers = [...response.headers, 'x-request-id', 'from-a-proxy'];
    const error = await failure({ send: async () => ({ ...response, headers }) });
    expect(error).toMatchObject({ code: 'server-failed', requestId: 'from-a-proxy', serverMessage: 'Down.' });
    expect(error.message).toBe('Down. (request from-a-proxy)');
  });

  it('is undefined, and not in the message, if the response has none', async () => {
    const error = await failure({ send: async () => resultWith('<ChunkAppended>false</ChunkAppended>') });
    expect(error.requestId).toBeUndefined();
    expect(error.message).toBe('The service did not append the chunk and gave no reason.');
  });
});
