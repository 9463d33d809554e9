/** What an algorithm suite says of signatures and encryption, in the words of `@soapwright/security`. */
export interface SuiteAlgorithms {
  /** Of digests, and of the signature by the kind of key; SHA-1 needs the consent of whoever gives the keys. */
  readonly hash: 'sha1' | 'sha256';
  /** AES-CBC needs it, too. */
  readonly data: `aes${128 | 192 | 256}-${'cbc' | 'gcm'}`;
  readonly key: 'rsa-oaep-sha1' | 'rsa-oaep-sha256';
}

const bits = [256, 192, 128] as const;

/** Suites by name: those of WS-SecurityPolicy 1.3 (6.1), and with AES-GCM those of CXF, Oxalis and Domibus. */
type Suite = readonly [name: string, SuiteAlgorithms | 'RSA 1.5' | 'Triple DES'];

const known: ReadonlyMap<string, Suite[1]> = new Map([
  ...bits.flatMap((size): readonly Suite[] => [
    [`Basic${size}`, { hash: 'sha1', data: `aes${size}-cbc`, key: 'rsa-oaep-sha1' }],
    [`Basic${size}Sha256`, { hash: 'sha256', data: `aes${size}-cbc`, key: 'rsa-oaep-sha1' }],
    [`Basic${size}Rsa15`, 'RSA 1.5'],
    [`Basic${size}Sha256Rsa15`, 'RSA 1.5'],
    [`Basic${size}GCM`, { hash: 'sha1', data: `aes${size}-gcm`, key: 'rsa-oaep-sha1' }],
    [`Basic${size}GCMSha256`, { hash: 'sha256', data: `aes${size}-gcm`, key: 'rsa-oaep-sha1' }],
    [`Basic${size}GCMSha256MgfSha256`, { hash: 'sha256', data: `aes${size}-gcm`, key: 'rsa-oaep-sha256' }],
  ]),
  ...['TripleDes', 'TripleDesRsa15', 'TripleDesSha256', 'TripleDesSha256Rsa15'].map(
    (name): Suite => [name, 'Triple DES'],
  ),
]);

/** Names of all suites that policies may have. */
export const suiteNames: readonly string[] = [...known.keys()];

/** Names of the suites that messages are secured by. */
export const algorithmSuites: readonly string[] = suiteNames.filter((name) => typeof known.get(name) === 'object');

/** Undefined for a suite that is refused, and for one that is unknown. */
export function suiteAlgorithms(name: string): SuiteAlgorithms | undefined {
  const found = known.get(name);
  return typeof found === 'object' ? found : undefined;
}

/** Why a suite is refused; undefined for one that is not, and for one that is unknown. */
export function refusedAlgorithm(name: string): string | undefined {
  const found = known.get(name);
  return typeof found === 'string' ? found : undefined;
}

/** The suite of a contract that names none: what is signed by it, and what is encrypted. */
export function usualSuite(isEncrypting: boolean): string {
  return isEncrypting ? 'Basic256GCMSha256' : 'Basic256Sha256';
}
