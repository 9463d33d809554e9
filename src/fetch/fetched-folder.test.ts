import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { billingWsdl, typesXsd } from '../../test/support/generator/billing-wsdl.ts';
import { FetchFolder } from '../../test/support/generator/fetch-run.ts';
import { FileServer } from '../../test/support/generator/file-server.ts';

let server: FileServer;
let other: FileServer;
let folder: FetchFolder;
const target = '/Billing.svc?wsdl';

beforeEach(async () => {
  server = await new FileServer().start();
  other = await new FileServer().start();
  folder = new FetchFolder();
});

afterEach(async () => {
  folder.remove();
  await Promise.all([server.stop(), other.stop()]);
});

const fetch = (options = {}) => folder.fetch(server.address(target), options);

/** Names in the folder of the WSDL. */
function fetched(): readonly string[] {
  return folder.names().map((name) => name.replace('wsdl/Billing/', ''));
}

describe('the lock file', () => {
  it('has addresses, digests and sizes, no times and no credentials', async () => {
    server.files.set(target, billingWsdl());
    await fetch({
      user: 'me',
      passwordFrom: 'env:PASSWORD',
      header: ['X-Key: geheim'],
      environment: { PASSWORD: 'secret' },
    });
    const text = folder.read('wsdl/Billing/fetch-lock.json');
    expect(JSON.parse(text)).toEqual({
      soapwright: 1,
      address: server.address(target),
      files: {
        'Billing.wsdl': {
          address: server.address(target),
          digest: expect.stringMatching(/^[0-9a-f]{64}$/),
          size: Buffer.byteLength(billingWsdl()),
          written: expect.stringMatching(/^[0-9a-f]{64}$/),
        },
      },
    });
    expect(text).not.toMatch(/geheim|secret|me:|Basic/);
    expect(server.requests[0]?.headers).toMatchObject({
      authorization: `Basic ${Buffer.from('me:secret').toString('base64')}`,
      'x-key': 'geheim',
    });
  });

  it('holds parameters of the address, and a warning says so of those that are usually secret', async () => {
    server.files.set('/Billing.svc?wsdl&access_token=geheim', billingWsdl());
    const progress: string[] = [];
    const { codes, exitCode, text } = await folder.fetch(server.address('/Billing.svc?wsdl&access_token=geheim'), {
      onProgress: (line) => progress.push(line),
    });
    expect(codes).toEqual(['SW8003']);
    expect(exitCode).toBe(0);
    expect(`${text}${progress}`).not.toContain('geheim');
    expect(progress[0]).toContain('access_token=***');
    expect(folder.names()).toEqual(['wsdl/Billing/Billing.wsdl', 'wsdl/Billing/fetch-lock.json']);
  });

  it('lets names stay when files are added before others', async () => {
    server.files.set('/a/types.xsd', typesXsd('urn:types:0'));
    server.files.set('/b/types.xsd', typesXsd('urn:types:1'));
    server.files.set(target, billingWsdl(['b/types.xsd']));
    await fetch();
    server.files.set(target, billingWsdl(['a/types.xsd', 'b/types.xsd']));
    await fetch();
    expect(fetched()).toEqual(['Billing.wsdl', 'a-types.xsd', 'fetch-lock.json', 'types.xsd']);
    expect(folder.read('wsdl/Billing/types.xsd')).toContain('urn:types:1');
  });

  it('remembers hosts that were allowed', async () => {
    other.files.set('/types.xsd', typesXsd('urn:types:0'));
    server.files.set(target, billingWsdl([other.address('/types.xsd')]));
    expect((await fetch()).codes).toEqual(['SW8108']);
    expect((await fetch({ allowHost: [other.host] })).exitCode).toBe(0);
    expect((await folder.fetch(undefined)).exitCode).toBe(0);
  });

  it('says which files are no longer needed, and these are deleted', async () => {
    server.files.set('/old.xsd', typesXsd('urn:types:0'));
    server.files.set('/edited.xsd', typesXsd('urn:types:1'));
    server.files.set(target, billingWsdl(['old.xsd', 'edited.xsd']));
    await fetch();
    writeFileSync(join(folder.path, 'wsdl/Billing/edited.xsd'), 'edited');
    server.files.set(target, billingWsdl());
    const { changes, codes } = await fetch();
    expect(changes.map(({ kind, shown }) => `${kind} ${shown}`)).toEqual([
      'update wsdl/Billing/Billing.wsdl',
      'delete wsdl/Billing/old.xsd',
    ]);
    expect(codes).toEqual(['SW8405']);
    expect(fetched()).toEqual(['Billing.wsdl', 'edited.xsd', 'fetch-lock.json']);
  });

  it('of an interrupted run lets the next one complete it', async () => {
    server.files.set('/types.xsd', typesXsd('urn:types:0'));
    server.files.set(target, billingWsdl(['types.xsd']));
    await fetch();
    const lock = JSON.parse(folder.read('wsdl/Billing/fetch-lock.json'));
    folder.write({
      'wsdl/Billing/fetch-lock.json': JSON.stringify({ ...lock, incomplete: true }),
      'wsdl/Billing/types.xsd': typesXsd('urn:types:0', '', 'OfTheOtherRun'),
      'wsdl/Billing/.soapwright-1-1.tmp': 'left',
    });
    server.files.set(target, billingWsdl(['types.xsd', 'mine.xsd']));
    server.files.set('/mine.xsd', typesXsd('urn:types:1'));
    folder.write({ 'wsdl/Billing/mine.xsd': 'mine' });
    expect((await fetch()).codes).toEqual(['SW8404']);
    rmSync(join(folder.path, 'wsdl/Billing/mine.xsd'));
    server.files.set(target, billingWsdl(['types.xsd']));
    const { exitCode, changes } = await fetch();
    expect(exitCode).toBe(0);
    expect(changes.map(({ shown }) => shown)).toEqual(['wsdl/Billing/types.xsd']);
    expect(fetched()).toEqual(['Billing.wsdl', 'fetch-lock.json', 'types.xsd']);
  });

  it('that is invalid is reported, and replaced by --force', async () => {
    server.files.set(target, billingWsdl());
    folder.write({ 'wsdl/Billing/fetch-lock.json': '<<<<<<< HEAD\n' });
    expect((await fetch()).codes).toEqual(['SW8401']);
    expect((await fetch({ force: true })).exitCode).toBe(0);
  });
});

describe('files of the user', () => {
  beforeEach(() => server.files.set(target, billingWsdl()));

  it('are not overwritten unless that is wanted', async () => {
    folder.write({ 'wsdl/Billing/Billing.wsdl': 'mine' });
    const { codes, exitCode } = await fetch();
    expect(codes).toEqual(['SW8404']);
    expect(exitCode).toBe(3);
    expect(folder.read('wsdl/Billing/Billing.wsdl')).toBe('mine');
    expect((await fetch({ force: true })).exitCode).toBe(0);
    expect(folder.read('wsdl/Billing/Billing.wsdl')).toBe(billingWsdl());
  });

  it('are not overwritten if they were fetched and then edited', async () => {
    await fetch();
    folder.write({ 'wsdl/Billing/Billing.wsdl': 'edited' });
    expect((await fetch()).codes).toEqual(['SW8403']);
    expect((await fetch({ force: true })).exitCode).toBe(0);
  });

  it('may have other line ends, as a checkout makes them', async () => {
    await fetch();
    folder.write({ 'wsdl/Billing/Billing.wsdl': billingWsdl().replaceAll('\n', '\r\n') });
    expect((await fetch()).changes).toEqual([]);
  });

  it('differ by every byte in any encoding, also where lines end in CR LF', async () => {
    const wsdl = (letter: string): Buffer =>
      Buffer.from(
        `<?xml version="1.0" encoding="ISO-8859-1"?>\r\n<!-- ${letter} -->${billingWsdl().replace(/<\?.*\?>/, '')}`,
        'latin1',
      );
    server.files.set(target, wsdl('ü'));
    await fetch();
    server.files.set(target, wsdl('ö'));
    expect((await fetch()).changes.map(({ kind }) => kind)).toEqual(['update']);
    expect(folder.bytes('wsdl/Billing/Billing.wsdl').equals(wsdl('ö'))).toBe(true);
  });

  it('do not lose the files of another address', async () => {
    await fetch();
    server.files.set('/Orders?wsdl', billingWsdl());
    const orders = server.address('/Orders?wsdl');
    expect((await folder.fetch(orders, { out: 'wsdl/Billing' })).codes).toEqual(['SW8402']);
    expect((await folder.fetch(orders, { out: 'wsdl/Billing', force: true })).exitCode).toBe(0);
    expect(fetched()).toEqual(['Orders.wsdl', 'fetch-lock.json']);
  });

  it('stay as they are if a file is where a folder is needed', async () => {
    folder.write({ wsdl: 'a file' });
    const { codes, exitCode, text } = await fetch();
    expect(codes).toEqual(['SW3001']);
    expect(exitCode).toBe(3);
    expect(text).toContain('a file is where a folder is needed');
    expect(folder.names()).toEqual(['wsdl']);
  });

  it.skipIf(process.getuid?.() === 0)('stay as they are if the folder cannot be written', async () => {
    await fetch();
    chmodSync(join(folder.path, 'wsdl/Billing'), 0o500);
    server.files.set(target, billingWsdl([], ['Other']));
    expect((await fetch()).codes).toEqual(['SW3002']);
    chmodSync(join(folder.path, 'wsdl/Billing'), 0o700);
    expect(folder.read('wsdl/Billing/Billing.wsdl')).toBe(billingWsdl());
  });
});

describe('two runs at once', () => {
  it('leave the files of one of them, and both succeed', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `${index}.xsd`);
    server.files.set(target, billingWsdl(names));
    for (const [index, name] of names.entries()) server.files.set(`/${name}`, typesXsd(`urn:types:${index}`));
    const runs = await Promise.all([fetch(), fetch(), fetch()]);
    expect(runs.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0]);
    expect(fetched()).toEqual([...names, 'Billing.wsdl', 'fetch-lock.json'].sort());
    expect((await folder.check()).found).toEqual([]);
  });
});

describe('the first fetch of a project', () => {
  it('writes a configuration, and later ones leave it', async () => {
    server.files.set(target, billingWsdl());
    await folder.fetch(server.address(target), { contracts: [] });
    expect(folder.read('soapwright.yaml')).toMatch(
      /- schema: wsdl\/Billing\/Billing\.wsdl\n {4}out: generated\/Billing\n$/,
    );
    folder.write({ 'soapwright.yaml': 'mine' });
    await folder.fetch(server.address(target), { contracts: [] });
    expect(folder.read('soapwright.yaml')).toBe('mine');
  });

  it('needs an address', async () => {
    expect((await folder.fetch(undefined)).codes).toEqual(['SW8010']);
    expect((await folder.fetch(undefined, { out: 'wsdl/Billing' })).codes).toEqual(['SW8010']);
  });
});
