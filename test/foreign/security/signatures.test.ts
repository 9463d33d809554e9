import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WSSecurityCert } from 'soap';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SigningKey, signingKey, trust } from '../../../security/src/node/keys/index.ts';
import type { SignatureAlgorithm } from '../../../security/src/node/keys/signature-algorithm.ts';
import { signatureMethod } from '../../../security/src/node/keys/signature-algorithm.ts';
import {
  readMessage,
  type SignedPart,
  type SignOptions,
  signatureProfiles,
  signMessage,
  type VerifiedMessage,
  verifyMessage,
} from '../../../security/src/node/messages/index.ts';
import { signedMessage } from '../../../security/src/node/messages/sign-message.ts';
import { type DigestAlgorithm, digestUris, exclusive } from '../../../security/src/node/signature/algorithms.ts';
import { OpensslFolder } from '../../support/generator/openssl.ts';
import { issueCertificate } from '../../support/runtime/certificate.ts';
import { EnvelopeEditor } from '../../support/security/envelope-editor.ts';
import { forgers, type Original } from '../../support/security/forgers.ts';
import { runProgram } from '../support/program.ts';
import {
  nodeSoap as nodeSoapProof,
  wss4j as wss4jProof,
  xmlsec1 as xmlsec1Proof,
  zeep as zeepProof,
} from './proven.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const libraries = ['wss4j', 'xmlsec', 'commons-logging', 'slf4j-api'].map((name) => `/usr/share/java/${name}.jar`);

let folder: OpensslFolder;
let key: SigningKey;
let raw: KeyObject;
let certificate: X509Certificate;
let curveKey: SigningKey;
let curveCertificate: X509Certificate;

beforeAll(async () => {
  folder = new OpensslFolder();
  folder.run(
    'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=Signer/O=Example -addext subjectKeyIdentifier=hash -keyout key.pem -out certificate.pem',
  );
  folder.run('pkcs12 -export -inkey key.pem -in certificate.pem -name signer -out key.p12 -passout pass:geheim');
  copyFileSync(at('Wss4jSignature.java'), join(folder.path, 'Wss4jSignature.java'));
  await runProgram('javac', ['-cp', libraries.join(':'), 'Wss4jSignature.java'], { cwd: folder.path });
  key = signingKey({ pkcs12: folder.read('key.p12'), passphrase: 'geheim' });
  raw = createPrivateKey(folder.read('key.pem'));
  certificate = new X509Certificate(folder.read('certificate.pem'));
  folder.run(
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=Curve/O=Example -addext subjectKeyIdentifier=hash -keyout curve-key.pem -out curve-own.pem',
  );
  folder.run('pkcs12 -export -inkey curve-key.pem -in curve-own.pem -name curve -out curve.p12 -passout pass:geheim');
  curveKey = signingKey({ pem: folder.read('curve-key.pem'), certificates: folder.read('curve-own.pem') });
  curveCertificate = new X509Certificate(folder.read('curve-own.pem'));
}, 60_000);
afterAll(() => folder?.remove());

/** Signs by an algorithm for our side. */
function signerOf(algorithm: SignatureAlgorithm): SigningKey {
  return algorithm.startsWith('ecdsa') ? curveKey : key;
}

/** The store of WSS4J with the key of a case, which has the algorithm in its name. */
function storeOf(name: string): string {
  return name.startsWith('ecdsa') ? 'curve.p12' : 'key.p12';
}

/** Runs commands in one process for each store of keys; a line for each. */
async function wss4j(
  commands: readonly (readonly string[])[],
  stores: readonly string[] = commands.map(() => 'key.p12'),
): Promise<readonly string[]> {
  const lines = new Map<number, string>();
  for (const store of new Set(stores)) {
    const own = [...commands.keys()].filter((index) => stores[index] === store);
    const results = await wss4jWith(
      store,
      own.map((index) => commands[index] ?? []),
    );
    for (const [at, index] of own.entries()) lines.set(index, results[at] ?? '');
  }
  return commands.map((_, index) => lines.get(index) ?? '');
}

async function wss4jWith(store: string, commands: readonly (readonly string[])[]): Promise<readonly string[]> {
  const input = commands.map((words) => words.join('\t')).join('\n');
  const args = ['-cp', [...libraries, '.'].join(':'), 'Wss4jSignature', store];
  return (await runProgram('java', args, { cwd: folder.path, input })).trimEnd().split('\n');
}

const soaps = { '1.1': 'http://schemas.xmlsoap.org/soap/envelope/', '1.2': 'http://www.w3.org/2003/05/soap-envelope' };
const wsa = 'http://www.w3.org/2005/08/addressing';
const wsu = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd';
const wsse = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd';
const content = `<b:Pay b:a='x"&#9;y' z="1"><b:Name>é € &amp; &lt;co&gt;</b:Name><!-- c --><c xmlns="urn:c"/><![CDATA[<x>]]></b:Pay>`;
const plain = (soap: keyof typeof soaps): string =>
  `<s:Envelope xmlns:s="${soaps[soap]}" xmlns:b="urn:b" xmlns:unused="urn:unused"><s:Header><a:To xmlns:a="${wsa}">urn:good</a:To></s:Header>\n<s:Body>${content}</s:Body></s:Envelope>`;

const to = { namespace: wsa, local: 'To' };

describe('WSS4J verifies what we sign', () => {
  // WSS4J takes a KeyValue, and a certificate in X509Data, only without the Basic Security Profile.
  const { keys: references = [], algorithms = [], digests = [] } = wss4jProof.ours ?? {};
  const parts: readonly SignedPart[] = ['Body', 'Timestamp', to];
  const token: readonly SignedPart[] = [...parts, 'BinarySecurityToken'];
  const cases: readonly (readonly [string, Partial<SignOptions>])[] = [
    ...references.map((reference) => [`the key named by ${JSON.stringify(reference)}`, { reference }] as const),
    ...algorithms.map(
      (algorithm) => [algorithm, { algorithm, allowSha1: true, key: () => signerOf(algorithm) }] as const,
    ),
    ...digests.map((digest) => [`digests of ${digest}`, { digest, allowSha1: true }] as const),
    ['a signed token', { parts: token }],
    ['a token signed by its reference', { parts: token, strTransform: true }],
    ['no InclusiveNamespaces', { inclusivePrefixes: [] }],
  ];

  it('in SOAP 1.1 and 1.2', { timeout: 60_000 }, async () => {
    const commands: string[][] = [];
    const names: string[] = [];
    for (const soap of ['1.1', '1.2'] as const) {
      for (const [name, options] of cases) {
        const file = `ours-${commands.length}.xml`;
        const bytes = await signMessage(Buffer.from(plain(soap)), { key, parts, ...options });
        writeFileSync(join(folder.path, file), bytes);
        commands.push(['verify', file]);
        names.push(`${name} in SOAP ${soap}`);
      }
    }
    const results = await wss4j(commands, names.map(storeOf));
    const outcomes = names.map((name, index) => `${name}: ${results[index]}`);
    expect(outcomes).toEqual(
      names.map((name) => `${name}: ${name.includes('token') ? expectedWithToken(name) : 'Body Timestamp To'}`),
    );
  });

  it('with the confirmation of a signature', { timeout: 60_000 }, async () => {
    const { envelope, signature } = await signedMessage(Buffer.from(plain('1.2')), { key }, ['AAAA']);
    writeFileSync(join(folder.path, 'confirming.xml'), envelope);
    expect(Buffer.from(envelope).toString()).toContain(`SignatureValue>${signature}<`);
    expect(await wss4j([['verify', 'confirming.xml']])).toEqual(['Body SignatureConfirmation Timestamp']);
  });

  /** The token is signed in two of the cases. */
  function expectedWithToken(name: string): string {
    return /a signed token|token signed/.test(name) ? 'BinarySecurityToken Body Timestamp To' : 'Body Timestamp To';
  }
});

describe('we verify what WSS4J signs', () => {
  /** Of the constants of WSS4J. */
  const identifiers: Readonly<Record<string, number>> = {
    'binary-security-token': 1,
    'issuer-serial': 2,
    'x509-data': 3,
    'subject-key-identifier': 4,
    thumbprint: 8,
    'key-value': 13,
  };
  const body = (soap: keyof typeof soaps): string => `${soaps[soap]}|Body`;
  const usual = `${wsu}|Timestamp ${wsse}|UsernameToken ${wsa}|To`;
  const signed: readonly SignedPart[] = ['Body', 'Timestamp', 'UsernameToken', to];

  interface Case {
    readonly name: string;
    readonly soap: keyof typeof soaps;
    readonly identifier: number;
    readonly algorithm: SignatureAlgorithm;
    readonly digest: keyof typeof digestUris;
    readonly canonicalization: string;
    readonly token: string;
  }

  const base = {
    soap: '1.1',
    identifier: 1,
    algorithm: 'rsa-sha256',
    digest: 'sha256',
    canonicalization: exclusive,
    token: '',
  } as const;
  const cases: readonly Case[] = [
    ...wss4jProof.theirs.keys.map((name) => ({ ...base, name, identifier: identifiers[name] ?? 0 })),
    ...wss4jProof.theirs.algorithms.map((algorithm) => ({ ...base, name: algorithm, algorithm })),
    ...wss4jProof.theirs.digests.map((digest) => ({ ...base, name: digest, digest })),
    ...wss4jProof.theirs.forms.map((form) => ({ ...base, name: form, canonicalization: form })),
    { ...base, name: 'SOAP 1.2', soap: '1.2' },
    { ...base, name: 'a token by its reference', token: ' STRTransform' },
    { ...base, name: 'a token', token: ' Token' },
  ];
  const results = new Map<string, string>();
  let texts: readonly string[] = [];

  beforeAll(async () => {
    const commands = cases.map(({ soap, identifier, algorithm, digest, canonicalization, token }, index) => {
      writeFileSync(join(folder.path, `plain-${soap}.xml`), plain(soap));
      const parts = `${body(soap)} ${usual}${token}`;
      const uris = [signatureMethod(algorithm).uri, digestUris[digest], canonicalization];
      return ['sign', `plain-${soap}.xml`, `theirs-${index}.xml`, String(identifier), ...uris, parts];
    });
    const lines = await wss4j(
      commands,
      cases.map(({ name }) => storeOf(name)),
    );
    for (const [index, { name }] of cases.entries()) results.set(name, lines[index] ?? '');
    texts = cases.map((_, index) =>
      results.get(cases[index]?.name ?? '') === 'signed'
        ? readFileSync(join(folder.path, `theirs-${index}.xml`), 'latin1')
        : '',
    );
  }, 60_000);

  const verified = async (text: string, parts = signed): Promise<VerifiedMessage> =>
    await verifyMessage(readMessage(Buffer.from(text, 'latin1')), {
      trust: trust({ pinned: [certificate, curveCertificate] }),
      parts,
      allowSha1: true,
    });

  it.each(cases.map((one, index) => [one.name, one, index] as const))('with %s', async (name, one, index) => {
    expect(results.get(name)).toBe('signed');
    const parts: readonly SignedPart[] = one.token === '' ? signed : [...signed, 'BinarySecurityToken'];
    const { algorithm, covered } = await verified(texts[index] as string, parts);
    expect(algorithm).toBe(one.algorithm);
    expect(covered).toHaveLength(parts.length);
  });

  it('refuses their messages when they are forged', async () => {
    const foreign = issueCertificate('Signer');
    const accepted: string[] = [];
    let made = 0;
    for (const index of [0, 1, cases.length - 2]) {
      const original: Original = { text: texts[index] as string, key: raw, certificate, foreign };
      for (const [name, forge] of forgers) {
        // The key of the forger is of another kind, or the message has no type.
        if (/foreign|type/.test(name)) continue;
        const forged = forge(original, new EnvelopeEditor(original.text));
        if (forged === undefined || forged === original.text) continue;
        made += 1;
        await verified(forged).then(
          () => accepted.push(name),
          () => undefined,
        );
      }
    }
    expect(accepted).toEqual([]);
    expect(made).toBeGreaterThan(300);
  });
});

describe('zeep with xmlsec', () => {
  const zeep = async (commands: readonly (readonly string[])[]): Promise<readonly string[]> => {
    const script = at('zeep_signature.py');
    const time = (after: number): string => new Date(Date.now() + after).toISOString();
    const args = [script, 'key.pem', 'certificate.pem', time(0), time(300_000)];
    const input = commands.map((words) => words.join('\t')).join('\n');
    return (await runProgram('/usr/bin/python3', args, { cwd: folder.path, input })).trimEnd().split('\n');
  };

  it('verifies what we sign', async () => {
    const { algorithms = [], digests = [], keys = [] } = zeepProof.ours ?? {};
    const cases: readonly Partial<SignOptions>[] = [
      ...keys.map((reference) => ({ reference })),
      ...algorithms.map((algorithm) => ({ algorithm, allowSha1: true })),
      ...digests.map((digest) => ({ digest, allowSha1: true })),
    ];
    const commands: string[][] = [];
    for (const soap of ['1.1', '1.2'] as const) {
      for (const options of cases) {
        const file = `zeep-ours-${commands.length}.xml`;
        writeFileSync(join(folder.path, file), await signMessage(Buffer.from(plain(soap)), { key, ...options }));
        commands.push(['verify', file]);
      }
    }
    expect(await zeep(commands)).toEqual(commands.map(() => 'verified'));
  });

  it('signs what we verify', async () => {
    writeFileSync(join(folder.path, 'plain-1.1.xml'), plain('1.1'));
    writeFileSync(join(folder.path, 'plain-1.2.xml'), plain('1.2'));
    const cases = (['1.1', '1.2'] as const).flatMap((soap) =>
      zeepProof.theirs.keys.flatMap((named) =>
        zeepProof.theirs.algorithms.map((algorithm, index) => {
          const kind = named === 'x509-data' ? 'certificate' : 'token';
          const digest = zeepProof.theirs.digests[index % zeepProof.theirs.digests.length] ?? '';
          return [`plain-${soap}.xml`, kind, algorithm, digest] as const;
        }),
      ),
    );
    const commands = cases.map(([source, ...how], index) => ['sign', source, `zeep-${index}.xml`, ...how]);
    expect(await zeep(commands)).toEqual(cases.map(() => 'signed'));
    for (const [index, [, , algorithm]] of cases.entries()) {
      const message = readMessage(readFileSync(join(folder.path, `zeep-${index}.xml`)));
      const verified = await verifyMessage(message, { trust: trust({ pinned: certificate }), allowSha1: true });
      expect(verified).toMatchObject({ algorithm, covered: [{ local: 'Body' }, { local: 'Timestamp' }] });
    }
  });
});

describe('node-soap', () => {
  it.each(nodeSoapProof.theirs.algorithms.map((algorithm, index) => [algorithm, index] as const))(
    'signs with WSSecurityCert what we verify: %s',
    async (algorithm, index) => {
      const signer = new WSSecurityCert(folder.read('key.pem'), folder.read('certificate.pem'), '', {
        hasTimeStamp: true,
        signatureAlgorithm: signatureMethod(algorithm).uri,
        digestAlgorithm: digestUris[nodeSoapProof.theirs.digests[index] ?? 'sha256'],
        additionalReferences: ['a:To'],
      });
      for (const soap of ['1.1', '1.2'] as const) {
        const envelope = plain(soap)
          .replaceAll('<s:', '<soap:')
          .replaceAll('</s:', '</soap:')
          .replace('xmlns:s=', 'xmlns:soap=');
        const text = signer.postProcess(envelope, 'soap');
        const verified = await verifyMessage(readMessage(Buffer.from(text)), {
          trust: trust({ pinned: certificate }),
          parts: ['Body', 'Timestamp', to],
          allowSha1: algorithm === 'rsa-sha1',
        });
        expect(verified.algorithm).toBe(algorithm);
      }
    },
  );
});

describe('xmlsec1', () => {
  const curve = () => issueCertificate('curve');
  const secret = Buffer.alloc(32, 9);
  const identified = ['Body', 'Timestamp', 'To'].flatMap((local) => {
    const namespace = { Body: soaps['1.2'], Timestamp: wsu, To: wsa }[local];
    return ['--id-attr:Id', `${namespace}:${local}`];
  });
  const run = (...args: readonly string[]) => runProgram('xmlsec1', args, { cwd: folder.path });

  /** The key for our side, and the arguments that give it to xmlsec1. */
  function keys(kind: string) {
    if (kind === 'hmac') {
      writeFileSync(join(folder.path, 'secret.bin'), secret);
      const own = signingKey({ secret });
      return {
        own,
        trusted: trust({ secrets: { '': secret } }),
        sign: ['--hmackey', 'secret.bin'],
        verify: ['--hmackey', 'secret.bin'],
      };
    }
    if (kind === 'rsa') {
      const verify = ['--pubkey-cert-pem', 'certificate.pem'];
      return { own: key, trusted: trust({ pinned: certificate }), sign: ['--privkey-pem', 'key.pem'], verify };
    }
    const { key: privateKey, certificate: own } = curve();
    writeFileSync(join(folder.path, 'curve.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
    writeFileSync(join(folder.path, 'curve-certificate.pem'), own.toString());
    const verify = ['--pubkey-cert-pem', 'curve-certificate.pem'];
    const signing = signingKey({ key: privateKey, certificates: own });
    return { own: signing, trusted: trust({ pinned: own }), sign: ['--privkey-pem', 'curve.pem'], verify };
  }

  const cases = xmlsec1Proof.theirs.algorithms.map((algorithm) => {
    return [algorithm, algorithm.replace(/^.*-/, '') as DigestAlgorithm] as const;
  });

  it.each(cases)('verifies what we sign with %s', async (algorithm, digest) => {
    const { own, verify } = keys(algorithm.split('-')[0] ?? '');
    const references = own.kind === 'hmac' ? [{ keyName: '' }] : (xmlsec1Proof.ours?.keys ?? []);
    for (const reference of references) {
      const options = { key: own, algorithm, digest, reference, parts: ['Body', 'Timestamp', to] } as const;
      writeFileSync(join(folder.path, 'xmlsec.xml'), await signMessage(Buffer.from(plain('1.2')), options));
      await run('--verify', '--enabled-key-data', 'x509,key-name', ...verify, ...identified, 'xmlsec.xml');
    }
  });

  it('verifies the whole Envelope, which Workday demands', async () => {
    const options = { key, ...signatureProfiles['workday-x509'] };
    for (const soap of ['1.1', '1.2'] as const) {
      writeFileSync(join(folder.path, 'whole.xml'), await signMessage(Buffer.from(plain(soap)), options));
      await run('--verify', '--pubkey-cert-pem', 'certificate.pem', 'whole.xml');
      const changed = readFileSync(join(folder.path, 'whole.xml'), 'utf8').replace('urn:good', 'urn:evil');
      writeFileSync(join(folder.path, 'whole.xml'), changed);
      const verified = run('--verify', '--pubkey-cert-pem', 'certificate.pem', 'whole.xml');
      await expect(verified).rejects.toThrow('digest');
    }
  });

  it.each(cases)('signs what we verify with %s, in each canonical form', async (algorithm, digest) => {
    const { trusted, sign } = keys(algorithm.split('-')[0] ?? '');
    for (const form of xmlsec1Proof.theirs.forms) {
      const reference = (id: string): string =>
        `<Reference URI="#${id}"><Transforms><Transform Algorithm="${form}"/></Transforms><DigestMethod Algorithm="${digestUris[digest]}"/><DigestValue/></Reference>`;
      const signature = `<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"><SignedInfo><CanonicalizationMethod Algorithm="${form}"/><SignatureMethod Algorithm="${signatureMethod(algorithm).uri}"/>${reference('B')}${reference('T')}</SignedInfo><SignatureValue/></Signature>`;
      const time = new Date().toISOString();
      const security = `<w:Security xmlns:w="${wsse}" xmlns:u="${wsu}"><u:Timestamp u:Id="T"><u:Created>${time}</u:Created></u:Timestamp>${signature}</w:Security>`;
      const template = plain('1.2')
        .replace('</s:Header>', `${security}</s:Header>`)
        .replace('<s:Body>', `<s:Body xmlns:u="${wsu}" u:Id="B" xml:lang="en">`);
      writeFileSync(join(folder.path, 'template.xml'), template);
      await run('--sign', ...sign, ...identified, '--output', 'by-xmlsec.xml', 'template.xml');
      const message = readMessage(readFileSync(join(folder.path, 'by-xmlsec.xml')));
      expect((await verifyMessage(message, { trust: trusted })).algorithm).toBe(algorithm);
    }
  });
});
