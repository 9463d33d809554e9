import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { emptyDigest, pathOf, RequestSigner } from './aws-signature.ts';

/** https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html, "Examples: Signature Calculations". */
describe("AWS's published signatures of S3 requests", () => {
  const signer = new RequestSigner('us-east-1');
  const credentials = {
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  };
  const now = new Date('2013-05-24T00:00:00Z');
  const host = 'examplebucket.s3.amazonaws.com';

  it('GET of a range of an object', () => {
    const headers = { host, range: 'bytes=0-9' };
    const request = { method: 'GET', path: '/test.txt', query: {}, headers, digest: emptyDigest };
    expect(signer.sign(request, credentials, now)).toEqual({
      ...headers,
      'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      'x-amz-date': '20130524T000000Z',
      authorization:
        'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    });
  });

  it('PUT of an object whose name is encoded', () => {
    const { authorization } = signer.sign(
      {
        method: 'PUT',
        path: pathOf('/test$file.text'),
        query: {},
        headers: { host, date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
        digest: createHash('sha256').update('Welcome to Amazon S3.').digest('hex'),
      },
      credentials,
      now,
    );
    expect(authorization).toMatch(
      /SignedHeaders=date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class,Signature=98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd$/,
    );
  });

  it('GET of a subresource of the bucket', () => {
    const request = { method: 'GET', path: '/', query: { lifecycle: '' }, headers: { host }, digest: emptyDigest };
    expect(signer.sign(request, credentials, now).authorization).toMatch(
      /Signature=fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543$/,
    );
  });

  it('GET of a list of objects', () => {
    const query = { 'max-keys': '2', prefix: 'J' };
    const request = { method: 'GET', path: '/', query, headers: { host }, digest: emptyDigest };
    expect(signer.sign(request, credentials, now).authorization).toMatch(
      /Signature=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7$/,
    );
  });

  it('a key of other credentials and of the next day is derived again', () => {
    const request = { method: 'GET', path: '/', query: {}, headers: { host }, digest: emptyDigest };
    const fresh = (given: typeof credentials, at: Date) => new RequestSigner('us-east-1').sign(request, given, at);
    const others = { ...credentials, secretAccessKey: 'another' };
    const tomorrow = new Date('2013-05-25T00:00:00Z');
    expect(signer.sign(request, others, now)).toEqual(fresh(others, now));
    expect(signer.sign(request, others, tomorrow)).toEqual(fresh(others, tomorrow));
    expect(fresh(others, now).authorization).not.toBe(fresh(credentials, now).authorization);
  });

  it('the token of temporary credentials is sent and signed', () => {
    const request = { method: 'GET', path: '/', query: {}, headers: { host }, digest: emptyDigest };
    const signed = signer.sign(request, { ...credentials, sessionToken: 'token' }, now);
    expect(signed['x-amz-security-token']).toBe('token');
    expect(signed.authorization).toContain('SignedHeaders=host;x-amz-content-sha256;x-amz-date;x-amz-security-token');
  });
});
