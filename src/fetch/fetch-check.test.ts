import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { billingWsdl, typesXsd } from '../../test/support/generator/billing-wsdl.ts';
import { FetchFolder } from '../../test/support/generator/fetch-run.ts';
import { FileServer } from '../../test/support/generator/file-server.ts';

let server: FileServer;
let folder: FetchFolder;
const target = '/Billing.svc?wsdl';

beforeEach(async () => {
  server = await new FileServer().start();
  folder = new FetchFolder();
  server.files.set(target, billingWsdl(['types.xsd']));
  server.files.set('/types.xsd', typesXsd('urn:types:0'));
  await folder.fetch(server.address(target));
});

afterEach(async () => {
  folder.remove();
  await server.stop();
});

/** Checks, and expects that nothing is written. */
async function check() {
  const before = folder.names().map((name) => folder.read(name));
  const run = await folder.check();
  expect(folder.names().map((name) => folder.read(name))).toEqual(before);
  return run;
}

describe('fetch --check', () => {
  it('finds nothing where nothing changed', async () => {
    const { exitCode, found, checked } = await check();
    expect(exitCode).toBe(0);
    expect(found).toEqual([]);
    expect(checked).toMatchObject([{ otherFiles: 0, files: 2 }]);
  });

  it('finds nothing where only bytes differ', async () => {
    server.files.set('/types.xsd', typesXsd('urn:types:0').replaceAll('xs:', 'xsd:').replace('xmlns:xs', 'xmlns:xsd'));
    server.files.set(target, `${billingWsdl(['/types.xsd'])}<!-- served at 10:42 -->`);
    const { exitCode, found, checked } = await check();
    expect(exitCode).toBe(0);
    expect(found).toEqual([]);
    expect(checked).toMatchObject([{ otherFiles: 2 }]);
  });

  it('finds nothing where a schema moved into a file of its own', async () => {
    const wsdl = billingWsdl(['types.xsd']);
    const [inline = ''] = /<xs:complexType name="Order">[\s\S]*<\/xs:complexType>/.exec(wsdl) ?? [];
    server.files.set(
      target,
      wsdl.replace(inline, '').replace('<xs:import', '<xs:include schemaLocation="order.xsd"/><xs:import'),
    );
    server.files.set(
      '/order.xsd',
      `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:tns="urn:billing" targetNamespace="urn:billing" elementFormDefault="qualified">${inline}</xs:schema>`,
    );
    const { exitCode, found, checked } = await check();
    expect(found).toEqual([]);
    expect(exitCode).toBe(0);
    expect(checked).toMatchObject([{ otherFiles: 2, files: 3 }]);
  });

  it('names the components that changed, not their bytes', async () => {
    server.files.set(
      target,
      billingWsdl(['types.xsd'], ['Find', 'Refund'])
        .replace('type="xs:int"', 'type="xs:long"')
        .replace('name="Text"', 'name="Note"'),
    );
    server.files.set('/types.xsd', typesXsd('urn:types:0', '', 'Renamed'));
    const { exitCode, found, codes, text } = await check();
    expect(exitCode).toBe(1);
    expect(found).toEqual([
      'changed type Order (urn:billing) (Number; Note (added); Text (removed))',
      'added operation BillingSoap.Refund',
      'added binding of operation BillingSoap.Refund',
      'added type Renamed (urn:types:0)',
      'removed type T (urn:types:0)',
    ]);
    expect(codes).toEqual(['SW8303', 'SW8301', 'SW8301', 'SW8301', 'SW8302', 'SW8502']);
    expect(text).toContain('wsdl/Billing/fetch-lock.json type Order (urn:billing) was changed in Number, Note (added)');
    expect(text).toContain('Operations that use what differs: BillingSoap.Find.');
    expect(text).toContain('Run: npx soapwright fetch');
  });

  it('compares files that were edited as they are, and says so', async () => {
    folder.write({ 'wsdl/Billing/types.xsd': typesXsd('urn:types:0', '', 'Mine') });
    const { exitCode, found, codes } = await check();
    expect(exitCode).toBe(1);
    expect(found).toEqual(['added type T (urn:types:0)', 'removed type Mine (urn:types:0)']);
    expect(codes).toEqual(['SW8407', 'SW8301', 'SW8302']);
  });

  it('cannot compare files that are missing or damaged', async () => {
    folder.write({ 'wsdl/Billing/types.xsd': 'damaged' });
    expect((await check()).codes).toEqual(['SW8407', 'SW8406']);
    folder.remove();
    folder = new FetchFolder();
    await folder.fetch(server.address(target));
    const lock = folder.read('wsdl/Billing/fetch-lock.json');
    folder.remove();
    folder.write({ 'wsdl/Billing/fetch-lock.json': lock });
    const { codes, exitCode } = await check();
    expect(codes).toEqual(['SW8406', 'SW8406']);
    expect(exitCode).toBe(2);
  });

  it('reports a provider that does not answer', async () => {
    server.files.delete('/types.xsd');
    const { exitCode, codes } = await check();
    expect(exitCode).toBe(3);
    expect(codes).toEqual(['SW8102']);
  });

  it('needs something that was fetched', async () => {
    folder.remove();
    expect((await folder.check()).codes).toEqual(['SW8010']);
    const { codes, text } = await folder.check({ address: server.address(target) });
    expect(codes).toEqual(['SW8406']);
    expect(text).toContain('wsdl/Billing/fetch-lock.json cannot be compared: it does not exist');
  });
});

describe('several contracts', () => {
  const contracts = ['wsdl/Billing/Billing.wsdl', 'wsdl/Orders/Orders.wsdl', 'schema/own.yaml'];
  let other: FileServer;
  beforeEach(async () => {
    other = await new FileServer().start();
    other.files.set('/Orders.svc?wsdl', billingWsdl([], ['Order']));
    await folder.fetch(other.address('/Orders.svc?wsdl'));
  });
  afterEach(() => other.stop());

  it('are checked and fetched together, and written together', async () => {
    other.files.set('/Orders.svc?wsdl', billingWsdl([], ['Order', 'Cancel']));
    const { exitCode, found } = await folder.check({ contracts });
    expect(exitCode).toBe(1);
    expect(found).toEqual(['added operation BillingSoap.Cancel', 'added binding of operation BillingSoap.Cancel']);
    const { changes } = await folder.fetch(undefined, { contracts });
    expect(changes.map(({ shown }) => shown)).toEqual(['wsdl/Orders/Orders.wsdl']);
    server.files.set(target, billingWsdl([], ['Other']));
    other.files.delete('/Orders.svc?wsdl');
    const failed = await folder.fetch(undefined, { contracts });
    expect(failed.codes).toEqual(['SW8102']);
    expect(failed.changes).toEqual([]);
    expect(folder.read('wsdl/Billing/Billing.wsdl')).not.toContain('Other');
  });

  it('get no credentials that are meant for one of them', async () => {
    const credentials = { user: 'me', passwordFrom: 'env:PASSWORD', environment: { PASSWORD: 'geheim' } };
    const count = server.requests.length;
    expect((await folder.fetch(undefined, { contracts, ...credentials })).codes).toEqual(['SW8011']);
    expect(server.requests).toHaveLength(count);
    expect((await folder.fetch(undefined, { contracts, out: 'wsdl/Billing', ...credentials })).exitCode).toBe(0);
  });

  it('are found by address', async () => {
    folder.write({
      'vendor/x/fetch-lock.json': folder.read('wsdl/Orders/fetch-lock.json').replaceAll('Orders.wsdl', 'o.wsdl'),
    });
    const address = other.address('/Orders.svc?wsdl');
    const { contracts: found } = await folder.fetch(address, { contracts: ['vendor/x/o.wsdl'] });
    expect(found).toEqual(['vendor/x/o.wsdl']);
  });
});
