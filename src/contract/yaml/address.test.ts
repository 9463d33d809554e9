import { describe, expect, it } from 'vitest';
import { type LoadedContract, type LoadOptions, loadContract } from './load.ts';
import { overrideAddress } from './overrides.ts';

function load(address: string, options: LoadOptions = {}, namespace = 'https://files.example/v1/'): LoadedContract {
  const text = `soapwright: 1\nservice: Files\nnamespace: "${namespace}"\naddress: "${address}"\noperations:\n  Get:\n    result: R\nrecords:\n  R: { A: int }\n`;
  return loadContract({ file: 'contract.yaml', text }, options);
}

function addressOf({ contract }: LoadedContract): string | undefined {
  return contract?.services[0]?.ports[0]?.address;
}

const template = `\${BASE:-http://localhost:8080}/v1/\${FILE:-files}.asmx`;

describe('variables', () => {
  it('have their defaults if unset', () => {
    const loaded = load(template);
    expect(addressOf(loaded)).toBe('http://localhost:8080/v1/files.asmx');
    expect(loaded.variables).toEqual([]);
  });

  it('take values of the environment, and report which of them changed the result', () => {
    const loaded = load(template, { environment: { BASE: 'https://a.example', FILE: 'files', OTHER: 'x' } });
    expect(addressOf(loaded)).toBe('https://a.example/v1/files.asmx');
    expect(loaded.variables).toEqual([
      {
        name: 'BASE',
        key: 'address',
        value: 'https://a.example/v1/files.asmx',
        defaultValue: 'http://localhost:8080/v1/files.asmx',
        at: expect.objectContaining({ file: 'contract.yaml', line: expect.any(Number), column: 10 }),
      },
    ]);
  });

  it('have no effect if they are empty or overridden', () => {
    expect(load(template, { environment: { BASE: '' } }).variables).toEqual([]);
    const overridden = load(template, {
      environment: { BASE: 'https://a.example' },
      overrides: { baseUrl: 'https://b.example' },
    });
    expect(addressOf(overridden)).toBe('https://b.example/v1/files.asmx');
    expect(overridden.variables).toEqual([]);
  });

  it('are named if their value is not a URL', () => {
    const { diagnostics } = load(template, { environment: { BASE: 'files.example' } });
    expect(diagnostics.map(({ message }) => message)).toEqual([
      '"files.example/v1/files.asmx" is not an http or https URL: it does not begin with http:// or https:// (with BASE from the environment).',
    ]);
  });

  it('ignore inherited properties of an object', () => {
    expect(addressOf(load(`http://h/\${constructor:-x}/f.asmx`, { environment: {} }))).toBe('http://h/x/f.asmx');
  });
});

describe('addresses', () => {
  it.each([
    ['ftp://files.example/x.asmx', 'it does not begin with http:// or https://'],
    ['http://', 'it cannot be parsed'],
    ['http://a b/x.asmx', 'it holds white space'],
    ['http://user:secret@files.example/x.asmx', 'it holds a user or a password, which would be in generated files'],
    ['http://files.example/x.asmx#top', 'it holds a fragment'],
    ['http://files.example/<x>.asmx', 'it holds a character that no URL holds'],
  ])('rejects %s', (address, reason) => {
    const { contract, diagnostics } = load(address);
    expect(contract).toBeUndefined();
    expect(diagnostics).toMatchObject([{ code: 'SW1403', line: 4, message: expect.stringContaining(reason) }]);
  });
});

describe('overrides', () => {
  it('put the base URL before the version segment, and the file in the last one', () => {
    const address = 'http://localhost:8080/old/v2/fileservice.asmx';
    expect(overrideAddress(address, {})).toBe(address);
    expect(overrideAddress(address, { baseUrl: 'https://files.example' })).toBe(
      'https://files.example/v2/fileservice.asmx',
    );
    expect(overrideAddress(address, { baseUrl: 'https://files.example/a/b//' })).toBe(
      'https://files.example/a/b/v2/fileservice.asmx',
    );
    expect(overrideAddress(address, { serviceFile: 'upload' })).toBe('http://localhost:8080/old/v2/upload.asmx');
    expect(overrideAddress(address, { baseUrl: 'https://h', serviceFile: 'upload' })).toBe('https://h/v2/upload.asmx');
  });

  it('preserve the last segment if there is no version', () => {
    expect(overrideAddress('http://h/a/b/service', { baseUrl: 'https://i' })).toBe('https://i/service');
    expect(overrideAddress('http://h/a/v2', { baseUrl: 'https://i' })).toBe('https://i/v2');
    expect(overrideAddress('http://h/a/b/service?x=1', { serviceFile: 'c' })).toBe('http://h/a/b/c?x=1');
    expect(overrideAddress('http://h', { baseUrl: 'https://i', serviceFile: 'c' })).toBe('https://i');
  });

  it('are validated themselves', () => {
    const codes = (overrides: LoadOptions['overrides']) =>
      load(template, { overrides }).diagnostics.map(({ code }) => code);
    expect(codes({ baseUrl: 'files.example' })).toEqual(['SW1410']);
    expect(codes({ baseUrl: 'http://files.example?x' })).toEqual(['SW1410']);
    for (const serviceFile of ['', 'upload.asmx', '../upload', 'a b', '.hidden'])
      expect(codes({ serviceFile })).toEqual(['SW1411']);
    expect(codes({ namespace: 'http://files.example' })).toEqual(['SW1402']);
    expect(codes({ namespace: '' })).toEqual(['SW1401']);
  });

  it('replace the namespace everywhere', () => {
    const { contract } = load(template, { overrides: { namespace: 'urn:files/' } });
    expect(contract?.targetNamespace).toBe('urn:files/');
    expect(contract?.bindings[0]?.operations[0]?.soapAction).toBe('urn:files/Get');
    expect(JSON.stringify(contract)).not.toContain('https://files.example/v1/');
  });
});
