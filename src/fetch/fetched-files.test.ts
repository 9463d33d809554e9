import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { billingWsdl, typesXsd } from '../../test/support/generator/billing-wsdl.ts';
import { FetchFolder } from '../../test/support/generator/fetch-run.ts';
import { FileServer, redirect } from '../../test/support/generator/file-server.ts';
import { findCatalogueEntry } from '../contract/wsdl/catalogue/entries.ts';

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

/** Every location in the fetched files. */
function locations(): readonly string[] {
  const names = folder.names().filter((name) => /\.(?:wsdl|xsd)$/.test(name));
  return names.flatMap((name) =>
    [...folder.read(name).matchAll(/(?:schemaLocation|location)="([^"]*)"/g)].map(([, location = '']) => location),
  );
}

/** Names in the folder of the WSDL. */
function fetched(): readonly string[] {
  return folder.names().map((name) => name.replace('wsdl/Billing/', ''));
}

describe('a WSDL with 60 schemas', () => {
  beforeEach(() => {
    const schemas = Array.from({ length: 60 }, (_, index) => `xsd${index}`);
    server.files.set(
      target,
      billingWsdl(schemas.slice(0, 30).map((name) => server.address(`/Billing.svc?xsd=${name}`))),
    );
    for (const [index, name] of schemas.entries()) {
      // Each refers to the next one and to the first one, which makes circles.
      const refersTo = [schemas[(index + 30) % 60], schemas[0]].map(
        (to) => `<xs:import namespace="urn:types:${to}" schemaLocation="${server.address(`/Billing.svc?xsd=${to}`)}"/>`,
      );
      server.files.set(`/Billing.svc?xsd=${name}`, typesXsd(`urn:types:${index}`, refersTo.join('')));
    }
  });

  it('is fetched with each of them once, and refers to nothing outside of the folder', async () => {
    const progress: string[] = [];
    const { exitCode, diagnostics, contracts } = await fetch({ onProgress: (text: string) => progress.push(text) });
    expect(diagnostics).toEqual([]);
    expect(exitCode).toBe(0);
    expect(contracts).toEqual(['wsdl/Billing/Billing.wsdl']);
    expect(server.requests).toHaveLength(61);
    expect(fetched()).toHaveLength(62);
    expect(fetched()).toEqual(
      expect.arrayContaining(['Billing.wsdl', 'Billing-xsd0.xsd', 'Billing-xsd59.xsd', 'fetch-lock.json']),
    );
    const inFolder = new Set(fetched());
    expect(
      locations().filter((location) => !inFolder.has(location) && !location.startsWith('http://localhost/')),
    ).toEqual([]);
    expect(progress).toContain(`Fetching 1 of 1: ${server.address(target)}`);
    expect(progress.some((text) => /^Fetching \d+ of 61: /.test(text))).toBe(true);
    expect(progress.at(-1)).toBe('Writing');
  });

  it('is written only where something differs', async () => {
    await fetch();
    const again = await fetch();
    expect(again.changes).toEqual([]);
    expect(again.unchanged).toBe(61);
    server.files.set('/Billing.svc?xsd=xsd7', typesXsd('urn:types:7', '', 'Renamed'));
    const third = await folder.fetch(undefined);
    expect(third.changes.map(({ kind, shown }) => `${kind} ${shown}`)).toEqual([
      'update wsdl/Billing/Billing-xsd7.xsd',
      // Only the old one referred to it.
      'delete wsdl/Billing/Billing-xsd37.xsd',
    ]);
  });

  it('is written completely or not at all', async () => {
    server.files.set('/Billing.svc?xsd=xsd59', (_request, response) => response.writeHead(500).end());
    const first = await fetch();
    expect(first.exitCode).toBe(3);
    expect(first.codes).toEqual(['SW8102']);
    expect(folder.names()).toEqual([]);
  });

  it('has the same result whatever response comes first', async () => {
    await fetch();
    const expected = folder.read('wsdl/Billing/fetch-lock.json');
    for (const [name, served] of server.files) {
      server.files.set(name, (_request, response) => setTimeout(() => response.end(served), Math.random() * 20));
    }
    const second = new FetchFolder();
    try {
      await second.fetch(server.address(target));
      expect(second.read('wsdl/Billing/fetch-lock.json')).toBe(expected);
    } finally {
      second.remove();
    }
  });
});

describe('references', () => {
  it('are those of WSDL and XML Schema, wherever they are, and keep everything but their value', async () => {
    const wsdl = billingWsdl(['types/0.xsd#part']).replace(
      '<wsdl:types>',
      '<wsdl:import namespace="urn:x" location="/messages?wsdl"/>\n  <wsdl:types>\n<xs:import namespace="urn:y" schemaLocation="direct.xsd"/>',
    );
    server.files.set(target, wsdl);
    server.files.set('/messages?wsdl', billingWsdl());
    server.files.set('/direct.xsd', typesXsd('urn:y', '<xs:redefine schemaLocation="./redefined.xsd"/>'));
    server.files.set('/redefined.xsd', typesXsd('urn:y', "<xs:include\n schemaLocation = 'sub/included.xsd' />"));
    server.files.set(
      '/sub/included.xsd',
      typesXsd('urn:y', '<xs:include schemaLocation="../direct.xsd"/><xs:import namespace="urn:z"/>'),
    );
    server.files.set('/types/0.xsd', typesXsd('urn:types:0'));
    const { diagnostics } = await fetch();
    expect(diagnostics).toEqual([]);
    expect(fetched()).toEqual([
      '0.xsd',
      'Billing.wsdl',
      'direct.xsd',
      'fetch-lock.json',
      'included.xsd',
      'messages.wsdl',
      'redefined.xsd',
    ]);
    expect(folder.read('wsdl/Billing/Billing.wsdl')).toBe(
      wsdl.replace('/messages?wsdl', 'messages.wsdl').replace('types/0.xsd#part', '0.xsd#part'),
    );
    // It led to the file of the folder already.
    expect(folder.read('wsdl/Billing/direct.xsd')).toContain('"./redefined.xsd"');
    expect(folder.read('wsdl/Billing/redefined.xsd')).toContain("<xs:include\n schemaLocation = 'included.xsd' />");
    expect(folder.read('wsdl/Billing/included.xsd')).toContain(
      'schemaLocation="direct.xsd"/><xs:import namespace="urn:z"/>',
    );
  });

  it('to well-known schemas are not followed', async () => {
    server.files.set(
      target,
      billingWsdl(['http://www.w3.org/2001/xml.xsd', 'https://www.w3.org/2005/08/addressing/ws-addr.xsd']),
    );
    const { codes, exitCode, text } = await fetch();
    expect(exitCode).toBe(0);
    expect(codes).toEqual(['SW8501']);
    expect(text).toContain('http://www.w3.org/XML/1998/namespace');
    expect(folder.read('wsdl/Billing/Billing.wsdl')).toBe(server.files.get(target));
  });

  it('to well-known schemas lead to where these are published if a copy cannot be fetched', async () => {
    const xmldsig = 'http://www.w3.org/2000/09/xmldsig#';
    const namespaces = [xmldsig, 'http://www.w3.org/XML/1998/namespace', 'http://www.w3.org/1999/xlink'];
    const locations = ['copies/xmldsig.xsd', 'gone.xsd', other.address('/xlink.xsd')];
    const wsdl = namespaces.reduce(
      (text, namespace, index) => text.replace(`"urn:types:${index}"`, `"${namespace}"`),
      billingWsdl(locations),
    );
    server.files.set(target, wsdl);
    server.files.set('/copies/xmldsig.xsd', `<!DOCTYPE schema>${typesXsd(xmldsig)}`);
    const { codes, exitCode } = await fetch();
    expect(exitCode).toBe(0);
    expect(codes).toEqual(['SW8501']);
    expect(other.requests).toEqual([]);
    expect(fetched()).toEqual(['Billing.wsdl', 'fetch-lock.json']);
    const published = [...folder.read('wsdl/Billing/Billing.wsdl').matchAll(/schemaLocation="(.*?)"/g)].map(
      ([, location = '']) => location,
    );
    expect(published.map((location) => findCatalogueEntry({ location })?.namespace)).toEqual(namespaces);
  });

  it('that cannot be followed may be left as they are', async () => {
    server.files.set(
      target,
      billingWsdl(['gone.xsd', 'file:///etc/passwd', 'http://169.254.169.254/x.xsd', 'there.xsd']),
    );
    server.files.set('/there.xsd', typesXsd('urn:types:3'));
    const strict = await fetch();
    expect([...strict.codes].sort()).toEqual(['SW8102', 'SW8107', 'SW8108']);
    expect(strict.diagnostics.every(({ line }) => line !== undefined)).toBe(true);
    const { exitCode, codes } = await fetch({ allowMissing: true });
    expect(exitCode).toBe(0);
    expect(codes).toEqual(['SW8204', 'SW8204', 'SW8204']);
    expect(locations()).toEqual([
      'gone.xsd',
      'file:///etc/passwd',
      'http://169.254.169.254/x.xsd',
      'there.xsd',
      'http://localhost/billing',
    ]);
  });

  it('to one file by two addresses lead to one file', async () => {
    server.files.set(target, billingWsdl(['a.xsd', 'b.xsd', './x/../b.xsd#f']));
    server.files.set('/a.xsd', redirect('/b.xsd', 301));
    server.files.set('/b.xsd', typesXsd('urn:types:0'));
    await fetch();
    expect(fetched()).toEqual(['Billing.wsdl', 'a.xsd', 'fetch-lock.json']);
    expect(locations().slice(0, 3)).toEqual(['a.xsd', 'a.xsd', 'a.xsd#f']);
  });
});

describe('redirects', () => {
  it('are the base of relative locations, and the typed address stays in the lock file', async () => {
    server.files.set(target, redirect('/v2/Billing.svc?wsdl', 307));
    server.files.set('/v2/Billing.svc?wsdl', billingWsdl(['types.xsd']));
    server.files.set('/v2/types.xsd', typesXsd('urn:types:0'));
    expect((await fetch()).diagnostics).toEqual([]);
    expect(JSON.parse(folder.read('wsdl/Billing/fetch-lock.json')).address).toBe(server.address(target));
  });

  it.each([
    ['file:///etc/passwd', 'SW8107'],
    ['ftp://localhost/x', 'SW8107'],
    ['http://169.254.169.254/latest/meta-data/', 'SW8108'],
    ['http://me:secret@localhost/x', 'SW8002'],
    ['http://[', 'SW8111'],
  ])('to %s are refused', async (location, code) => {
    server.files.set(target, redirect(location));
    const { codes, text } = await fetch();
    expect(codes).toEqual([code]);
    expect(text).not.toContain('secret');
    expect(folder.names()).toEqual([]);
  });

  it('have an end', async () => {
    server.files.set(target, redirect(target));
    const { codes, text } = await fetch({ limit: ['redirects=3'] });
    expect(codes).toEqual(['SW8109']);
    expect(text).toContain('there are more than 3 redirects');
    expect(server.requests).toHaveLength(4);
  });

  it('to another host take no credentials along', async () => {
    other.files.set(target, billingWsdl());
    server.files.set(target, redirect(other.address(target)));
    const environment = { PASSWORD: 'secret' };
    const credentials = { user: 'me', passwordFrom: 'env:PASSWORD', header: ['X-Key: geheim'], environment };
    const { exitCode } = await fetch({ ...credentials, allowHost: [other.host] });
    expect(exitCode).toBe(0);
    expect(server.requests[0]?.headers.authorization).toMatch(/^Basic /);
    expect(other.requests[0]?.headers).not.toHaveProperty('authorization');
    expect(other.requests[0]?.headers).not.toHaveProperty('x-key');
  });
});
