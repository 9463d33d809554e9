import { createHash, createPrivateKey, createPublicKey, type KeyLike, KeyObject, sign, verify } from 'node:crypto';
import { createOptionalCallbackFunction, type HashAlgorithm, type SignatureAlgorithm } from 'xml-crypto';

const more = 'http://www.w3.org/2001/04/xmldsig-more#';
const encryption = 'http://www.w3.org/2001/04/xmlenc#';

type Sha = 'sha256' | 'sha384' | 'sha512';

/** Digests that count (RFC 9231), by the URIs that name them. SHA-1 is not among them. */
export const digests: ReadonlyMap<string, new () => HashAlgorithm> = new Map([
  [`${encryption}sha256`, digest(`${encryption}sha256`, 'sha256')],
  [`${more}sha384`, digest(`${more}sha384`, 'sha384')],
  [`${encryption}sha512`, digest(`${encryption}sha512`, 'sha512')],
]);

/**
 * Signatures that count, each with the type of key that it takes. HMAC is not among them: whoever has a certificate could
 * make one with its text as the secret.
 */
export const signatures: ReadonlyMap<
  string,
  { readonly keyType: 'rsa' | 'ec'; readonly algorithm: new () => SignatureAlgorithm }
> = new Map(
  (['rsa', 'ec'] as const).flatMap((keyType) =>
    (['sha256', 'sha384', 'sha512'] as const).map((sha) => {
      const uri = `${more}${keyType === 'rsa' ? 'rsa' : 'ecdsa'}-${sha}`;
      return [uri, { keyType, algorithm: signature(uri, sha) }] as const;
    }),
  ),
);

function digest(uri: string, sha: Sha): new () => HashAlgorithm {
  return class implements HashAlgorithm {
    getAlgorithmName(): string {
      return uri;
    }

    getHash(xml: string): string {
      return createHash(sha).update(xml, 'utf8').digest('base64');
    }
  };
}

/** XML Signature writes an ECDSA signature as its two numbers, one after the other (RFC 4050, 3.3); RSA does not mind. */
const dsaEncoding = 'ieee-p1363';

function signature(uri: string, sha: Sha): new () => SignatureAlgorithm {
  return class implements SignatureAlgorithm {
    readonly getSignature = createOptionalCallbackFunction((signedInfo: string, key: KeyLike): string => {
      const own = key instanceof KeyObject ? key : createPrivateKey(key);
      return sign(sha, Buffer.from(signedInfo), { key: own, dsaEncoding }).toString('base64');
    });

    readonly verifySignature = createOptionalCallbackFunction(
      (signedInfo: string, key: KeyLike, value: string): boolean => {
        const own = key instanceof KeyObject ? key : createPublicKey(key);
        return verify(sha, Buffer.from(signedInfo), { key: own, dsaEncoding }, Buffer.from(value, 'base64'));
      },
    );

    getAlgorithmName(): string {
      return uri;
    }
  };
}
