import { readTree } from '@soapwright/runtime/xml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signingKey, trust } from '../../../security/src/node/keys/index.ts';
import { signAssertion, verifyAssertion } from '../../../security/src/node/saml/index.ts';
import { OpensslFolder } from '../../support/generator/openssl.ts';
import { plainAssertion } from '../../support/security/assertion.ts';
import { runProgram } from '../support/program.ts';

let folder: OpensslFolder;

beforeAll(() => {
  folder = new OpensslFolder();
  folder.run('req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=sts -keyout rsa.key -out rsa.pem');
  folder.run(
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=sts -keyout ec.key -out ec.pem',
  );
});
afterAll(() => folder?.remove());

const idAttribute = ['--id-attr:ID', 'urn:oasis:names:tc:SAML:2.0:assertion:Assertion'];
const xmlsec = (...args: readonly string[]): Promise<string> => runProgram('xmlsec1', args, { cwd: folder.path });

describe.each(['rsa', 'ec'])('assertions and xmlsec1 with %s', (kind) => {
  it('it verifies ours, and not a changed one', async () => {
    const key = signingKey({ pem: folder.read(`${kind}.key`), certificates: folder.read(`${kind}.pem`) });
    const signed = await signAssertion(plainAssertion(), key);
    folder.write('signed.xml', signed);
    folder.write('changed.xml', signed.replace('>anna<', '>carl<'));
    const verify = (file: string) => xmlsec('--verify', '--trusted-pem', `${kind}.pem`, ...idAttribute, file);
    await verify('signed.xml');
    await expect(verify('changed.xml')).rejects.toThrow();
  });

  it('we verify its own', async () => {
    const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
    const more = 'http://www.w3.org/2001/04/xmldsig-more#';
    const plain = plainAssertion();
    const [, id = ''] = /ID="([^"]+)"/.exec(plain) ?? [];
    const template =
      `<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"><SignedInfo><CanonicalizationMethod Algorithm="${exclusive}"/>` +
      `<SignatureMethod Algorithm="${more}${kind === 'rsa' ? 'rsa' : 'ecdsa'}-sha256"/><Reference URI="#${id}"><Transforms>` +
      `<Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"/><Transform Algorithm="${exclusive}"/></Transforms>` +
      '<DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/><DigestValue/></Reference></SignedInfo><SignatureValue/>' +
      '<KeyInfo><X509Data><X509Certificate/></X509Data></KeyInfo></Signature>';
    folder.write('plain.xml', plain.replace('</saml:Issuer>', `</saml:Issuer>${template}`));
    const signed = await xmlsec('--sign', '--privkey-pem', `${kind}.key,${kind}.pem`, ...idAttribute, 'plain.xml');
    const document = readTree(Buffer.from(signed));
    const options = {
      issuers: { 'https://sts.example': trust({ pinned: folder.read(`${kind}.pem`) }) },
      audiences: ['urn:orders'],
    };
    expect(await verifyAssertion(document, document.root, options)).toMatchObject({
      id,
      subject: { name: 'anna' },
      method: 'bearer',
    });
  });
});
