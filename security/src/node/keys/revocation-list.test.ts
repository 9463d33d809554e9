import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasOpenssl, OpensslFolder } from '../../../../test/support/generator/openssl.ts';
import { revocationLists } from './revocation-list.ts';
import { trust } from './trust.ts';

describe.skipIf(!hasOpenssl)('certificates of openssl that are signed by RSASSA-PSS', () => {
  it.each([
    ['sha256', undefined],
    ['sha1', 'RSA or ECDSA with SHA-2'],
  ])('with %s', async (hash, message) => {
    const folder = new OpensslFolder();
    try {
      const pss = `-${hash} -sigopt rsa_padding_mode:pss`;
      folder.run(`req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=ca ${pss} -keyout ca.key -out ca.pem`);
      folder.run('req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=leaf -keyout leaf.key -out r.csr');
      folder.run(`x509 -req -days 2 -in r.csr -CA ca.pem -CAkey ca.key -set_serial 5 ${pss} -out leaf.pem`);
      const certificates = [new X509Certificate(folder.read('leaf.pem'))];
      const found = trust({ anchors: folder.read('ca.pem') }).find({ kind: 'certificates', certificates });
      if (message === undefined) expect((await found).certificate?.subject).toBe('CN=leaf');
      else await expect(found).rejects.toThrow(message);
    } finally {
      folder.remove();
    }
  });
});

describe.skipIf(!hasOpenssl)('revocation lists of openssl', () => {
  let folder: OpensslFolder;
  const get = (name: string) => new X509Certificate(folder.read(name));

  beforeAll(() => {
    folder = new OpensslFolder();
    const ec = '-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes';
    folder.write('ca.cnf', '[ca]\ndefault_ca=a\n[a]\ndatabase=index.txt\ndefault_md=sha256\ncrlnumber=number\n');
    folder.write('index.txt', '');
    folder.write('number', '01\n');
    folder.run(`req -x509 ${ec} -days 2 -subj /CN=ca -addext keyUsage=keyCertSign,cRLSign -keyout ca.key -out ca.pem`);
    folder.run(`req -x509 ${ec} -days 2 -subj /CN=ca -keyout other.key -out other.pem`);
    for (const name of ['good', 'bad']) {
      folder.run(`req ${ec} -subj /CN=${name} -keyout ${name}.key -out r.csr`);
      folder.run(`x509 -req -days 2 -in r.csr -CA ca.pem -CAkey ca.key -CAcreateserial -out ${name}.pem`);
    }
    folder.run('ca -config ca.cnf -cert ca.pem -keyfile ca.key -revoke bad.pem -crl_reason keyCompromise');
    folder.run('ca -config ca.cnf -cert ca.pem -keyfile ca.key -gencrl -crldays 1 -out ca.crl');
    folder.run('crl -in ca.crl -outform DER -out crl.der');
    folder.run('ca -config ca.cnf -cert other.pem -keyfile other.key -gencrl -crldays 1 -out other.crl');
  });

  afterAll(() => folder.remove());

  it.each(['ca.crl', 'crl.der'])('says which certificates were revoked: %s', async (file) => {
    const status = revocationLists(async () => [folder.read('other.crl'), folder.read(file)]);
    expect(await status(get('good.pem'), get('ca.pem'))).toBe('good');
    expect(await status(get('bad.pem'), get('ca.pem'))).toBe('revoked');
  });

  it('does not know without a list that the issuer has signed and that is in force', async () => {
    const lists = [folder.read('ca.crl')];
    const later = () => Date.now() + 2 * 86_400_000;
    const earlier = () => Date.now() - 86_400_000;
    expect(await revocationLists([])(get('good.pem'), get('ca.pem'))).toBe('unknown');
    expect(await revocationLists([folder.read('other.crl')])(get('good.pem'), get('ca.pem'))).toBe('unknown');
    expect(await revocationLists(lists, later)(get('good.pem'), get('ca.pem'))).toBe('unknown');
    expect(await revocationLists(lists, earlier)(get('good.pem'), get('ca.pem'))).toBe('unknown');
  });

  it('rejects a text that is not a list', async () => {
    await expect(revocationLists(['a'])(get('good.pem'), get('ca.pem'))).rejects.toThrow(
      'no certificate revocation list',
    );
  });
});
