import { defaultAddress } from '@soapwright/generated/remote-file-service/client';
import { describe, expect, it } from 'vitest';
import { responseWith } from '../../test/support/service/fake-service.ts';
import { type UploadError, Uploader } from './index.ts';
import { serviceAddress } from './service-address.ts';

const path = new URL(defaultAddress).pathname;

describe('the address of the service', () => {
  it('is complete without its path, with a slash at its end, and with the query of its WSDL', () => {
    const same = ['', '/', path, `${path}/`, `${path}?wsdl`, `${path}?WSDL#top`, `${path}?singleWsdl`];
    for (const end of same) expect(serviceAddress(`http://host:8080${end}`)).toBe(`http://host:8080${path}`);
  });

  it('keeps another path and another query, as of a proxy', () => {
    expect(serviceAddress('https://files.example/in/')).toBe('https://files.example/in');
    expect(serviceAddress(`https://files.example/in${path}?tenant=1`)).toBe(`https://files.example/in${path}?tenant=1`);
  });

  it.each(['', 'files.example', 'files.example:8080', 'ftp://files.example', 'http://'])(
    '%j is refused, and the message does not repeat it',
    (url) => {
      expect(() => new Uploader({ url, apiKey: 'a', folderKey: 'f' })).toThrow(
        expect.objectContaining({
          code: 'invalid-argument',
          message: 'The address of the service must be an http or https URL, such as https://files.example.',
        }),
      );
    },
  );
});

describe('something else at the address', () => {
  const failureAt = async (url: string, status = 404): Promise<UploadError> => {
    const page = responseWith(status, 'text/html', '<html><body>Nothing here</body></html>');
    const uploader = new Uploader({ url, apiKey: 'a', folderKey: 'f', transport: { send: async () => page } });
    return await uploader.upload(new Uint8Array(3), { name: 'x' }).then(
      () => Promise.reject(new Error('It was uploaded.')),
      (error: UploadError) => error,
    );
  };

  it('is named with its answer and the intended address', async () => {
    const error = await failureAt('https://user:secret@files.example/in');
    expect(error).toMatchObject({ code: 'bad-answer', httpStatus: 404 });
    expect(error.message).toBe(
      'AppendChunkWithFolderAccessKey at https://files.example/in: HTTP 404 with text/html instead of a SOAP message: ' +
        '<html><body>Nothing here</body></html> The address of the service ends in /v2/fileservice.asmx: ' +
        'try https://files.example/v2/fileservice.asmx or https://files.example/in/v2/fileservice.asmx.',
    );
  });

  it('is named with its host where the path is the usual one, and for a page with status 200', async () => {
    const error = await failureAt('https://files.example', 200);
    expect(error.message).toMatch(
      /HTTP 200 with text\/html .* Is the Remote File Service at https:\/\/files\.example\?$/,
    );
  });
});
