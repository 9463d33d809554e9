import { expect, it } from 'vitest';
import { configOfFlags, loadConfig, withFlags } from './index.ts';

function load(text: string, file = 'soapwright.yaml') {
  return loadConfig({ file, text });
}

function codes(text: string): readonly string[] {
  return load(text).diagnostics.map(({ code, line, column }) => `${code} ${line}:${column}`);
}

it('reads targets with their defaults, paths from the folder of the file', () => {
  const { config, diagnostics } = load(
    'soapwright: 1\ngenerate:\n  - schema: schema/a.yaml\n    out: ../gen/a\n',
    'sub/soapwright.yaml',
  );
  expect(diagnostics).toEqual([]);
  expect(config?.targets).toEqual([
    {
      schema: 'sub/schema/a.yaml',
      schemaName: 'schema/a.yaml',
      out: 'gen/a',
      handlers: undefined,
      handlersImport: undefined,
      importExtension: 'js',
      parts: 1,
      overrides: {},
      choice: {},
      overlay: undefined,
      allowedPaths: [],
      places: {
        schema: expect.objectContaining({ file: 'sub/soapwright.yaml', line: 3, column: 13 }),
        out: expect.objectContaining({ file: 'sub/soapwright.yaml', line: 4, column: 10 }),
        handlers: undefined,
        overlay: undefined,
        plugins: [],
      },
    },
  ]);
});

it('reads every setting', () => {
  const { config } = load(`soapwright: 1
generate:
  - schema: a.yaml
    out: gen
    handlers: src/handlers
    handlersImport: "@files/generated"
    importExtension: ts
    parts: 16
    namespace: urn:files/
    baseUrl: https://files.example
    serviceFile: upload
`);
  expect(config?.targets).toMatchObject([
    {
      handlers: 'src/handlers',
      handlersImport: '@files/generated',
      importExtension: 'ts',
      parts: 16,
      overrides: { namespace: 'urn:files/', baseUrl: 'https://files.example', serviceFile: 'upload' },
      choice: {},
      overlay: undefined,
      allowedPaths: [],
    },
  ]);
});

it('reports every mistake, with its position', () => {
  expect(
    codes(`soapwright: 1
generat: []
generate:
  - schema: /etc/a.yaml
    out: gen
  - out: gen
    schema: a.yaml
    importExtension: tsx
    handlersImport: x
  - out: gen/b
    schema: b.yaml
    baseUrl: files.example
  - schema: C:\\c.yaml
  - schema: d.yaml
    out: gen
`),
  ).toEqual(
    [
      'SW1201 2:1',
      'SW2004 4:13',
      'SW1208 8:22',
      'SW2005 9:5',
      'SW2006 10:10',
      'SW1410 12:14',
      'SW2004 13:13',
      'SW1202 13:5',
      'SW2003 15:10',
    ].sort(
      (a, b) =>
        Number(a.split(/[ :]/)[1]) - Number(b.split(/[ :]/)[1]) || Number(a.split(':')[1]) - Number(b.split(':')[1]),
    ),
  );
});

it('rejects another version, an empty list and a file of another format', () => {
  expect(codes('soapwright: 2\nfoo: 1\n')).toEqual(['SW1209 1:13']);
  expect(codes('soapwright: 1\ngenerate: []\n')).toEqual(['SW1210 2:11']);
  expect(codes('soapwright: 1\ngenerate: x\n')).toEqual(['SW1206 2:11']);
  expect(codes('- a\n')).toEqual(['SW1204 1:1']);
  expect(codes('soapwright: 1\n')).toEqual(['SW1202 1:1']);
});

it('consists of flags only without a file', () => {
  const { config } = configOfFlags({ schema: '/home/me/a.yaml', out: './gen', serviceFile: 'upload' });
  expect(config?.targets).toMatchObject([
    {
      schema: '/home/me/a.yaml',
      schemaName: 'a.yaml',
      out: 'gen',
      importExtension: 'js',
      overrides: { serviceFile: 'upload' },
      choice: {},
      overlay: undefined,
      allowedPaths: [],
    },
  ]);
  expect(configOfFlags({}).diagnostics.map(({ code }) => code)).toEqual(['SW2001']);
  expect(configOfFlags({ schema: 'a.yaml' }).diagnostics.map(({ message }) => message)).toEqual([
    '--schema is given without --out.',
  ]);
  expect(configOfFlags({ schema: 'a.yaml', out: 'gen', baseUrl: 'x' }).diagnostics.map(({ code }) => code)).toEqual([
    'SW1410',
  ]);
});

it('yields to flags, target by target', () => {
  const { config } = load(
    'soapwright: 1\ngenerate:\n  - { schema: a.yaml, out: gen, namespace: "urn:a/", baseUrl: "http://a" }\n',
  );
  const changed = config && withFlags(config, { namespace: 'urn:b/', importExtension: 'none' });
  expect(changed?.config?.targets).toMatchObject([
    { schema: 'a.yaml', importExtension: 'none', overrides: { namespace: 'urn:b/', baseUrl: 'http://a' } },
  ]);
});

it.each(['0', '257', '1.5', 'many', '-1'])('rejects %s parts', (parts) => {
  const { diagnostics } = load(`soapwright: 1\ngenerate:\n  - { schema: a.yaml, out: gen, parts: ${parts} }\n`);
  expect(diagnostics.map(({ code, line }) => [code, line])).toEqual([['SW2007', 3]]);
});

it('reports handlers of a client, and keys of the other language', () => {
  const codes = (lines: string): readonly string[] =>
    load(`soapwright: 1\ngenerate:\n  - ${lines.replaceAll('\n', '\n    ')}\n`).diagnostics.map(({ code }) => code);
  expect(codes('schema: a.wsdl\nout: gen\nsides: client\nservice: A\nport: B\noperations: [C]')).toEqual([]);
  expect(codes('schema: a.wsdl\nout: gen\nsides: client\nhandlers: src')).toEqual(['SW2009']);
  expect(codes('schema: a.yaml\nout: gen\nservice: A\nport: B\noperations: [C]')).toEqual([
    'SW2008',
    'SW2008',
    'SW2008',
  ]);
  expect(codes('schema: a.wsdl\nout: gen\nnamespace: urn:a')).toEqual(['SW2008']);
});
