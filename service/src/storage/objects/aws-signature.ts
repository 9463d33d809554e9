import { createHash, createHmac } from 'node:crypto';

/** Credentials of AWS Signature Version 4. */
export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Of temporary credentials. */
  readonly sessionToken?: string | undefined;
}

/** A request to be signed. */
export interface RequestToSign {
  readonly method: string;
  /** Percent-encoded, as it is sent. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** All headers to be signed, by lower-case names; `host` is among them. */
  readonly headers: Readonly<Record<string, string>>;
  /** SHA-256 of the body, in hexadecimal. */
  readonly digest: string;
}

/** SHA-256 of no bytes. */
export const emptyDigest: string = sha256('');

/**
 * Signs requests to an S3 store by AWS Signature Version 4
 * (https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html). The body is signed as a whole by its
 * digest: chunked signatures are not understood by all compatible stores.
 */
export class RequestSigner {
  readonly #region: string;
  /** The signing key of a day; derived again for other credentials. */
  #key: { readonly secret: string; readonly day: string; readonly bytes: Buffer } | undefined;

  constructor(region: string) {
    this.#region = region;
  }

  /** The headers to be sent: those given, `x-amz-date`, `x-amz-content-sha256` and `authorization`. */
  sign(request: RequestToSign, credentials: Credentials, now: Date): Readonly<Record<string, string>> {
    const { accessKeyId, secretAccessKey, sessionToken } = credentials;
    const time = now.toISOString().replace(/[-:]|\.\d{3}/g, '');
    const day = time.slice(0, 8);
    const headers: Record<string, string> = {
      ...request.headers,
      'x-amz-content-sha256': request.digest,
      'x-amz-date': time,
      ...(sessionToken === undefined ? {} : { 'x-amz-security-token': sessionToken }),
    };
    const names = Object.keys(headers).sort();
    const signedHeaders = names.join(';');
    const canonical = [
      request.method,
      request.path,
      queryOf(request.query),
      ...names.map((name) => `${name}:${(headers[name] ?? '').trim().replace(/ +/g, ' ')}`),
      '',
      signedHeaders,
      request.digest,
    ].join('\n');
    const scope = `${day}/${this.#region}/s3/aws4_request`;
    const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
    const signature = hmac(this.#signingKey(secretAccessKey, day), text).toString('hex');
    headers.authorization = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope},SignedHeaders=${signedHeaders},Signature=${signature}`;
    return headers;
  }

  #signingKey(secret: string, day: string): Buffer {
    if (this.#key?.secret !== secret || this.#key.day !== day) {
      const bytes = hmac(hmac(hmac(hmac(`AWS4${secret}`, day), this.#region), 's3'), 'aws4_request');
      this.#key = { secret, day, bytes };
    }
    return this.#key.bytes;
  }
}

/** The query of a URL, sorted and encoded as the signature requires. */
export function queryOf(query: Readonly<Record<string, string>>): string {
  return Object.entries(query)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
}

/** The path of a URL, encoded as the signature requires. */
export function pathOf(path: string): string {
  return path.split('/').map(encode).join('/');
}

/** RFC 3986: all but letters, digits and `-._~`. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
