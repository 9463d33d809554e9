import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '../../support/free-ports.js';
import { runProgram, startProgram } from '../support/program.ts';

/** OpenLDAP with a directory of people below `ou=people,dc=demo,dc=example`. */
export interface OpenLdap {
  /** With StartTLS, and with TLS. */
  readonly plain: string;
  readonly secure: string;
  /** PEM of the certificate of 127.0.0.1, and of one that did not sign it. */
  readonly ca: string;
  readonly otherCa: string;
  /** Changes entries, as LDIF. */
  change(ldif: string): Promise<void>;
  /** Everything that the server has logged. */
  log(): string;
  stop(): Promise<void>;
}

export interface Entry {
  readonly uid: string;
  readonly mail?: string;
  readonly password: string;
}

export const bindDn = 'cn=reader,dc=demo,dc=example';
export const bindPassword = 'reader-password';

const rootDn = 'cn=root,dc=demo,dc=example';

export function personLdif({ uid, mail = `${uid}@demo.example`, password }: Entry): string {
  const dn = `uid=${uid},ou=people,dc=demo,dc=example`;
  const names = `cn: ${uid}\nsn: ${uid}\nuid: ${uid}\ndisplayName: Person ${uid}\n`;
  return `dn: ${dn}\nobjectClass: inetOrgPerson\n${names}mail: ${mail}\nuserPassword: ${password}\n\n`;
}

/** Starts a server that locks a person out after three wrong passwords. */
export async function startOpenLdap(people: readonly Entry[]): Promise<OpenLdap> {
  const folder = mkdtempSync(join(tmpdir(), 'rfs-slapd-'));
  for (const name of ['tls', 'other']) {
    const made = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', `/CN=${name}`];
    const where = ['-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', `${name}.key`, '-out', `${name}.pem`];
    execFileSync('openssl', ['req', ...made, ...where], { cwd: folder, stdio: 'ignore' });
  }
  mkdirSync(join(folder, 'data'));
  const schemas = ['core', 'cosine', 'inetorgperson'].map((name) => `include /etc/ldap/schema/${name}.schema`);
  writeFileSync(
    join(folder, 'slapd.conf'),
    `${schemas.join('\n')}
modulepath /usr/lib/ldap
moduleload back_mdb
moduleload ppolicy
TLSCertificateFile ${folder}/tls.pem
TLSCertificateKeyFile ${folder}/tls.key
database mdb
suffix dc=demo,dc=example
rootdn ${rootDn}
rootpw root-password
directory ${folder}/data
limits dn.exact="${bindDn}" size.soft=500 size.hard=500 size.prtotal=unlimited
access to attrs=userPassword by anonymous auth by * none
access to * by dn.exact="${bindDn}" read by * none
overlay ppolicy
ppolicy_default cn=policy,dc=demo,dc=example
`,
  );
  const roots = `dn: dc=demo,dc=example
objectClass: organization
objectClass: dcObject
o: Demo
dc: demo

dn: ou=people,dc=demo,dc=example
objectClass: organizationalUnit
ou: people

dn: ${bindDn}
objectClass: person
cn: reader
sn: reader
userPassword: ${bindPassword}

dn: cn=policy,dc=demo,dc=example
objectClass: person
objectClass: pwdPolicy
cn: policy
sn: policy
pwdAttribute: userPassword
pwdLockout: TRUE
pwdMaxFailure: 3

`;
  writeFileSync(join(folder, 'people.ldif'), roots + people.map(personLdif).join(''));
  execFileSync('slapadd', ['-q', '-f', 'slapd.conf', '-l', 'people.ldif'], { cwd: folder });
  const port = await freePorts(2);
  const [plain, secure] = [`ldap://127.0.0.1:${port}`, `ldaps://127.0.0.1:${port + 1}`];
  const options = ['-f', join(folder, 'slapd.conf'), '-h', `${plain}/ ${secure}/`, '-d', '256'];
  const server = await startProgram('slapd', options, /slapd starting/);
  return {
    plain,
    secure,
    ca: readFileSync(join(folder, 'tls.pem'), 'utf8'),
    otherCa: readFileSync(join(folder, 'other.pem'), 'utf8'),
    async change(input) {
      await runProgram('ldapmodify', ['-x', '-H', plain, '-D', rootDn, '-w', 'root-password'], { input });
    },
    log: () => server.output(),
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
