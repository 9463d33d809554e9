import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { billingWsdl, typesXsd } from '../support/generator/billing-wsdl.ts';
import { FileServer } from '../support/generator/file-server.ts';
import { Project } from './cli.ts';

let project: Project;
let server: FileServer;
let address: string;

beforeEach(async () => {
  project = new Project();
  server = await new FileServer().start();
  server.files.set('/Billing.svc?wsdl', billingWsdl(['Billing.svc?xsd=xsd0']));
  server.files.set('/Billing.svc?xsd=xsd0', typesXsd('urn:types:0'));
  address = server.address('/Billing.svc?wsdl');
});

afterEach(async () => {
  project.remove();
  await server.stop();
});

describe('soapwright fetch', () => {
  it('brings a WSDL that generate takes at once', async () => {
    const fetched = await project.start(['fetch', address]);
    expect(fetched).toMatchObject({ exitCode: 0, signal: null });
    expect(fetched.stdout).toBe(
      [
        'created  wsdl/Billing/Billing-xsd0.xsd',
        'created  wsdl/Billing/Billing.wsdl',
        'created  soapwright.yaml',
        '',
      ].join('\n'),
    );
    expect(fetched.stderr).toBe(
      'Wrote 3 files, 0 unchanged.\n\nNext:\n  npm install @soapwright/runtime\n  npx soapwright generate\n',
    );
    const generated = project.run('generate');
    expect(generated.stderr).toContain('Wrote ');
    expect(generated.exitCode).toBe(0);
    expect(project.read('generated/Billing/types.ts')).toContain('Order');
    const again = await project.start(['fetch']);
    expect(again).toMatchObject({ exitCode: 0, stdout: '', stderr: 'Nothing to do: 2 files unchanged.\n' });
  });

  it('writes a first configuration that fits a CommonJS package', async () => {
    project.write({ 'package.json': '{}', 'tsconfig.json': '{ "compilerOptions": { "rootDir": "src" } }' });
    expect((await project.start(['fetch', address])).exitCode).toBe(0);
    expect(project.run('generate').exitCode).toBe(0);
    expect(project.read('src/generated/Billing/codec.ts')).toContain("from './types';");
  });

  it('names what to write into a configuration that exists', async () => {
    project.write({ 'soapwright.yaml': 'soapwright: 1\ngenerate:\n  - { schema: own.yaml, out: generated/own }\n' });
    const { exitCode, stderr } = await project.start(['fetch', address, '-o', 'vendor/billing']);
    expect(exitCode).toBe(0);
    expect(stderr).toContain('  - { schema: vendor/billing/Billing.wsdl, out: … }\n');
    expect(project.read('soapwright.yaml')).not.toContain('vendor');
  });

  it('reports differences as results, with exit code 1', async () => {
    await project.start(['fetch', address]);
    expect(await project.start(['fetch', '--check'])).toMatchObject({
      exitCode: 0,
      stdout: '',
      stderr: 'Nothing has changed in 2 files.\n',
    });
    server.files.set('/Billing.svc?xsd=xsd0', typesXsd('urn:types:0', '<!-- new -->'));
    expect(await project.start(['fetch', '--check'])).toMatchObject({
      exitCode: 0,
      stderr: '1 file of 2 differs, but all components are the same.\n',
    });
    server.files.set('/Billing.svc?xsd=xsd0', typesXsd('urn:types:0').replace('name="a"', 'name="b"'));
    expect(await project.start(['fetch', '--check'])).toMatchObject({
      exitCode: 1,
      stdout: 'changed  type T (urn:types:0): b (added), a (removed)\n',
      stderr: '1 component differs. Run: npx soapwright fetch\n',
    });
    server.files.set('/Billing.svc?wsdl', billingWsdl(['Billing.svc?xsd=xsd0']).replace('xs:int', 'xs:long'));
    expect((await project.start(['fetch', '--check'])).stderr).toBe(
      'wsdl/Billing/fetch-lock.json info SW8502: Operations that use what differs: BillingSoap.Find.\n2 components differ. Run: npx soapwright fetch\n',
    );
    const json = await project.start(['fetch', '--check', '--format', 'json']);
    expect(JSON.parse(json.stdout)).toMatchObject({
      exitCode: 1,
      diagnostics: [{ code: 'SW8303' }, { code: 'SW8303' }, { code: 'SW8502' }],
    });
    const github = await project.start(['fetch', '--check', '--format', 'github']);
    expect(github.stdout).toMatch(/^::error file=wsdl\/Billing\/fetch-lock\.json,title=SW8303::type Order/);
  });

  it('shows the place of a reference that it does not follow', async () => {
    server.files.set('/Billing.svc?wsdl', billingWsdl(['https://schemas.example.com/types.xsd']));
    const { exitCode, stderr } = await project.start(['fetch', address]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(
      `${address}:7:58 error SW8108: This xs:import leads to https://schemas.example.com/types.xsd`,
    );
    expect(stderr).toContain('--allow-host schemas.example.com');
    expect(stderr).toContain('Nothing was written.\n');
  });

  it.each([
    [['billing.wsdl'], 'SW8001', '"billing.wsdl" is not an address that begins with http:// or https://.'],
    [['ftp://example.com/a'], 'SW8001', 'http:// or https://'],
    [['http://me:geheim@example.com/a'], 'SW8002', 'contains a user name or a password'],
    [['http://a/b', '--limit', 'sice=1'], 'SW8009', 'there is no limit "sice"'],
    [['http://a/b', '--user', 'me'], 'SW8007', '--user is given without --password-from.'],
    [[], 'SW8010', 'There is nothing to fetch'],
  ])('refuses %j', async (args, code, message) => {
    const { exitCode, stderr } = await project.start(['fetch', ...args]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(code);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('geheim');
  });

  it('sends credentials from the environment, and shows them nowhere', async () => {
    const environment = { BILLING_PASSWORD: 'geheim', TOKEN: 'abc123' };
    const args = [
      'fetch',
      address,
      '--user',
      'me',
      '--password-from',
      'env:BILLING_PASSWORD',
      '--header-env',
      'X-Token=TOKEN',
      '-v',
    ];
    const { exitCode, stdout, stderr } = await project.startWith({ environment }, args);
    expect(exitCode).toBe(0);
    expect(server.requests.map(({ headers }) => headers['x-token'])).toEqual(['abc123', 'abc123']);
    expect(`${stdout}${stderr}${Object.values(project.files()).join('')}`).not.toMatch(/geheim|abc123|bWU6/);
    expect(stderr).toMatch(/ms {2}Fetching 1 of 1: http/);
  });
});

describe('other commands', () => {
  it('open no connection and load no HTTP client, whatever the WSDL refers to', async () => {
    await project.start(['fetch', address]);
    const wsdl = project.read('wsdl/Billing/Billing.wsdl');
    const count = server.requests.length;
    project.write({
      // The reference leads to the server again.
      'wsdl/Billing/Billing.wsdl': wsdl.replace('"Billing-xsd0.xsd"', `"${server.address('/Billing.svc?xsd=xsd0')}"`),
      'no-network.cjs': `
        const forbid = (what) => () => { process.stderr.write('opened: ' + what + '\\n'); process.exit(9); };
        require('node:net').Socket.prototype.connect = forbid('a connection');
        require('node:dns').lookup = forbid('a lookup');
        const { Module } = require('node:module');
        const load = Module._load;
        Module._load = (name, ...rest) => (name.endsWith('undici.cjs') ? forbid('undici')() : load(name, ...rest));
      `,
    });
    const preload = `${project.path}/no-network.cjs`;
    for (const command of [['generate'], ['check'], ['lint'], ['explain', 'SW8108']]) {
      const { exitCode, stderr } = project.runWith({ preload }, ...command);
      expect(stderr).not.toContain('opened');
      expect(exitCode).toBeLessThan(3);
    }
    expect(project.runWith({ preload }, 'fetch').stderr).toContain('opened: undici');
    expect(server.requests).toHaveLength(count);
  });
});
