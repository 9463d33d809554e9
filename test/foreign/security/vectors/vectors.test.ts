import { createHash, createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type CipherKeys, cipherOutcome } from './encryption-vectors.ts';
import { hasRightDigests, referencedForms, signatureOutcome, type VectorKeys } from './signature-vectors.ts';
import { hasVectors, vectorData, vectorFile, vectorNames } from './xmlsec-source.ts';

const text = (path: string): string => vectorFile(path).toString();
const certificate = (path: string): X509Certificate => new X509Certificate(vectorFile(path));

/** Suites of signatures with what is known of their keys. */
const signatures: Readonly<Record<string, () => VectorKeys>> = {
  'xmldsig2ed-tests': () => keys(vectorFile('keys/hmackey.bin')),
  'merlin-xmldsig-twenty-three': () => keys(Buffer.from('secret')),
  'merlin-exc-c14n-one': () => keys(Buffer.from('secret')),
  'merlin-c14n-three': () => keys(Buffer.from('secret')),
  'merlin-xpath-filter2-three': () => keys(Buffer.from('secret')),
  'phaos-xmldsig-three': () => keys(Buffer.from('test'), 'phaos-xmldsig-three/certs/rsa-cert.der'),
  'aleksey-xmldsig-01': () => keys(vectorFile('keys/hmackey.bin'), 'keys/rsacert.pem', 'keys/largersacert.pem'),
  'merlin-xmlenc-five': () => keys(Buffer.from('abcdefghijklmnopqrstuvwxyz012345')),
};

function keys(secret: Uint8Array, ...paths: readonly string[]): VectorKeys {
  return { secret, certificates: paths.map(certificate), named: {} };
}

/** Suites of XML Encryption with their secrets in xmlsec1's form. */
const encryption: Readonly<Record<string, string>> = {
  'merlin-xmlenc-five': 'merlin-xmlenc-five/keys.xml',
  '01-phaos-xmlenc-3': '01-phaos-xmlenc-3/keys.xml',
  'aleksey-xmlenc-01': 'keys/keys.xml',
};

const keyElement = /<KeyName>([^<]*)<\/KeyName>\s*<KeyValue>\s*<(?:AES|DES)KeyValue[^>]*>([^<]*)</g;

function cipherKeys(path: string): CipherKeys {
  const found = [...text(path).matchAll(keyElement)];
  const passphrase = 'secret123';
  return {
    secrets: Object.fromEntries(found.map(([, name = '', value = '']) => [name, Buffer.from(value, 'base64')])),
    privateKeys: [
      createPrivateKey(text('merlin-xmlenc-five/rsapriv.pem')),
      createPrivateKey({ key: text('keys/rsakey.pem'), passphrase }),
      createPrivateKey({ key: text('keys/largersakey.pem'), passphrase }),
      createPrivateKey({ key: vectorFile('01-phaos-xmlenc-3/rsa-priv-key.der'), format: 'der', type: 'pkcs8' }),
    ],
  };
}

/** Outcomes with the names of their vectors, as rows of a table. */
class Outcomes {
  readonly #rows = new Map<string, string[]>();

  add(suite: string, name: string, outcome: string): void {
    // Where an external reference points does not matter.
    const shown = outcome.replace(/The reference "[^"#][^"]*"/, 'The reference "…"').replaceAll('|', '\\|');
    const row = `| ${suite} | ${shown} |`;
    this.#rows.set(row, [...(this.#rows.get(row) ?? []), name.replace(/\.xml$/, '')]);
  }

  get table(): string {
    const rows = [...this.#rows].map(([row, names]) => `${row} ${names.join(', ')} |`);
    return ['| suite | outcome | vectors |', '| --- | --- | --- |', ...rows, ''].join('\n');
  }
}

const page = (name: string): string =>
  readFileSync(new URL(`../../../../docs/reference/${name}.md`, import.meta.url), 'utf8');

describe.skipIf(!hasVectors)("the vectors of XML Signature in xmlsec1's source", () => {
  it('have the outcomes of docs/reference/conformance-signatures.md', async () => {
    const outcomes = new Outcomes();
    for (const [suite, own] of Object.entries(signatures)) {
      for (const name of vectorNames(suite)) {
        const vector = text(`${suite}/${name}`);
        if (!vector.includes('SignedInfo')) continue;
        const outcome = await signatureOutcome(vector, own());
        const isUnsigned = !outcome.startsWith('Verified') && hasRightDigests(vector);
        outcomes.add(suite, name, isUnsigned ? `${outcome} Its digests are right.` : outcome);
      }
    }
    expect(page('conformance-signatures')).toContain(outcomes.table);
  });

  it('of exclusive canonicalization have our forms', () => {
    const forms = referencedForms(text('merlin-exc-c14n-one/exc-signature.xml'));
    expect(forms).toHaveLength(4);
    for (const { digest, form } of forms) {
      expect(createHash('sha1').update(form).digest('hex')).toBe(Buffer.from(digest).toString('hex'));
    }
  });
});

describe.skipIf(!hasVectors)("the vectors of XML Encryption in xmlsec1's source", () => {
  it('have the outcomes of docs/reference/conformance-encryption.md', async () => {
    const outcomes = new Outcomes();
    for (const [suite, path] of Object.entries(encryption)) {
      const own = cipherKeys(path);
      for (const name of vectorNames(suite)) {
        const vector = text(`${suite}/${name}`);
        if (!vector.includes('EncryptedData') || vector.includes('SignedInfo')) continue;
        const { outcome, plain } = await cipherOutcome(vector, own);
        outcomes.add(suite, name, outcome);
        if (plain !== undefined) expect(original(suite, name)).toContain(plain.toString('latin1').replace(/\s/g, ''));
      }
    }
    expect(page('conformance-encryption')).toContain(outcomes.table);
  });

  it.each(['aes128', 'aes192', 'aes256'])(
    'of NIST in %s-gcm are decrypted, and those with a wrong tag refused',
    async (size) => {
      const suite = `nist-aesgcm/${size}`;
      const own = cipherKeys(`nist-aesgcm/keys-${size}-gcm.xml`);
      const count = { right: 0, wrong: 0 };
      for (const name of vectorNames(suite)) {
        const { outcome, plain } = await cipherOutcome(text(`${suite}/${name}`), own);
        const expected = vectorData(`${suite}/${name}`);
        if (expected === undefined)
          expect(outcome).toBe('The message cannot be decrypted: its key or its content is wrong.');
        else expect(plain?.toString('base64')).toBe(expected.toString().trim());
        count[expected === undefined ? 'wrong' : 'right'] += 1;
      }
      expect(count.right + count.wrong).toBe(60);
      expect(page('conformance-encryption')).toContain(`| nist-aesgcm, ${size} | ${count.right} | ${count.wrong} |`);
    },
  );
});

/** What was encrypted, with everything around it, without white space. */
function original(suite: string, name: string): string {
  const data = vectorData(`${suite}/${name}`) ?? vectorFile('01-phaos-xmlenc-3/payment.xml');
  return data.toString('latin1').replace(/\s/g, '');
}
