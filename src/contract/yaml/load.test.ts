import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cpuMilliseconds } from '../../../test/support/cpu-time.ts';
import { contractOf } from '../../../test/support/generator/load-contracts.ts';
import { hasErrors } from '../../diagnostics/index.ts';
import { fieldsOf, resolveService } from '../model/index.ts';
import { loadContract } from './load.ts';

const head =
  'soapwright: 1\nservice: Files\nnamespace: https://files.example/v1/\naddress: http://localhost/v1/files.asmx\n';

describe('a loaded contract', () => {
  const contract = contractOf(
    `${head}operations:
  Get:
    doc: Returns a file.
    request:
      $doc: What is asked for.
      Name: string?
      Parts: { type: Part, many: true, doc: The parts. }
    result: { type: base64Binary, as: Content, stream: true, optional: true }
  Put:
    soapAction: ""
    result: Part
records:
  Part:
    $doc: A part.
    Size: { type: long, nillable: true, sensitive: true, mapping: string }
`,
  );

  it('has the names of the .asmx family', () => {
    expect(contract.messages.map(({ name, parts }) => [name.local, parts[0]?.name])).toEqual([
      ['GetSoapIn', 'parameters'],
      ['GetSoapOut', 'parameters'],
      ['PutSoapIn', 'parameters'],
      ['PutSoapOut', 'parameters'],
    ]);
    expect(contract.portTypes.map(({ name }) => name.local)).toEqual(['FilesSoap']);
    expect(contract.bindings.map(({ name, soapVersion }) => [name.local, soapVersion])).toEqual([
      ['FilesSoap', '1.1'],
      ['FilesSoap12', '1.2'],
    ]);
    expect(contract.services[0]?.ports.map(({ name }) => name)).toEqual(['FilesSoap', 'FilesSoap12']);
    expect(contract.schemas[0]?.elementFormDefault).toBe('qualified');
    expect(contract.schemas[0]?.elements.map(({ name, type }) => [name.local, type.kind])).toEqual([
      ['Get', 'anonymous'],
      ['GetResponse', 'anonymous'],
      ['Put', 'anonymous'],
      ['PutResponse', 'anonymous'],
    ]);
  });

  it('derives a soapAction, or uses the given one, also an empty one', () => {
    expect(contract.bindings[0]?.operations.map(({ soapAction }) => soapAction)).toEqual([
      'https://files.example/v1/Get',
      '',
    ]);
  });

  it('has the occurrence and type of each field', () => {
    const service = resolveService(contract);
    const [get, put] = service.operations;
    expect(get?.input.structure && fieldsOf(get.input.structure)).toMatchObject([
      { property: 'Name', optional: true, many: false, type: { kind: 'simple', representation: 'string' } },
      { property: 'Parts', optional: false, many: true, doc: 'The parts.', type: { kind: 'record', typeName: 'Part' } },
    ]);
    expect(get?.result).toMatchObject({
      property: 'Content',
      optional: true,
      stream: true,
      type: { representation: 'Blob' },
    });
    expect(put?.result).toMatchObject({ property: 'Part', optional: false });
    expect(service.declarations[0]).toMatchObject({
      doc: 'A part.',
      typeName: 'Part',
      content: { fields: [{ nillable: true, sensitive: true, type: { representation: 'string' } }] },
    });
    expect(service.returnedBy.get('Part')).toEqual(['Put']);
    expect(contract.schemas[0]?.elements[0]?.doc).toBe('What is asked for.');
  });

  it('has the position of every declaration', () => {
    expect(contract.origin).toEqual({ file: 'contract.yaml', line: 2, column: 10, length: 5 });
    expect(contract.schemas[0]?.types[0]?.origin).toEqual({ file: 'contract.yaml', line: 17, column: 3, length: 4 });
    const structure = resolveService(contract).operations[0]?.input.structure;
    expect(structure && fieldsOf(structure)[1]?.element.origin).toMatchObject({
      line: 11,
      column: 7,
      length: 5,
    });
  });

  it('offers only the listed SOAP version', () => {
    const one = contractOf(`${head}soap: ["1.2"]\noperations: { A: { result: R } }\nrecords: { R: {} }\n`);
    expect(one.services[0]?.ports.map(({ name }) => name)).toEqual(['FilesSoap12']);
  });

  it('is the same in short and long form', () => {
    const shape = (fields: string) => {
      const { schemas } = contractOf(`${head}operations: { A: { result: R } }\nrecords:\n  R:\n${fields}`);
      return JSON.stringify(schemas, (key, value: unknown) => (key === 'origin' ? undefined : value));
    };
    expect(shape('    A: string?\n    B: int[]\n    C: long\n')).toBe(
      shape(
        '    A: { type: string, optional: true }\n    B: { type: int, many: true }\n    C: { type: long, optional: false }\n',
      ),
    );
  });
});

describe('hostile contracts', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.constantFrom(
      '__proto__',
      'constructor',
      '*/',
      '`$' + '{x}`',
      '</script>',
      '$doc',
      '$name',
      '<<',
      'a\nb',
      '\u202E',
      'toString?',
      'int[]',
    ),
  );
  const field = fc.oneof(
    text,
    fc.dictionary(fc.oneof(text, fc.constantFrom('type', 'many', 'doc', 'name', 'stream')), text, { maxKeys: 4 }),
  );
  const fields = fc.dictionary(text, field, { maxKeys: 3 });
  const operation = fc.oneof(
    text,
    fc.record({ request: fields, result: field, doc: text, soapAction: text }, { requiredKeys: [] }),
  );

  it('never crash the loader, and each diagnostic has a position in the file', () => {
    const document = fc.record({
      service: text,
      namespace: text,
      address: text,
      doc: text,
      operations: fc.dictionary(text, operation, { maxKeys: 3 }),
      records: fc.dictionary(text, fields, { maxKeys: 3 }),
    });
    fc.assert(
      fc.property(document, (contract) => {
        // JSON is YAML.
        const source = { file: 'contract.yaml', text: JSON.stringify({ soapwright: 1, ...contract }) };
        const loaded = loadContract(source);
        expect(loaded.contract === undefined).toBe(hasErrors(loaded.diagnostics));
        for (const { line, column, length, message } of loaded.diagnostics) {
          expect(line).toBe(1);
          expect((column ?? 0) + (length ?? 0)).toBeLessThanOrEqual(source.text.length + 2);
          expect(message).not.toMatch(/\p{Cc}/u);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('load if their names are merely unusual', () => {
    const name = fc.stringMatching(/^[A-Za-z_é名][-.\wé名]{0,8}$/);
    fc.assert(
      fc.property(fc.uniqueArray(name, { minLength: 1, maxLength: 6 }), (names) => {
        const request = Object.fromEntries(names.map((field) => [`${field}`, 'int']));
        const loaded = loadContract({
          file: 'contract.yaml',
          text: `${head}operations: { A: { request: ${JSON.stringify(request)}, result: R } }\nrecords: { R: {} }\n`,
        });
        // Two names that only a trailing "_" tells apart may clash; nothing else does.
        const codes = new Set(loaded.diagnostics.map(({ code }) => code));
        expect([...codes].filter((code) => code !== 'SW1503')).toEqual([]);
      }),
    );
  });
});

describe('diagnostics of damaged or unusual files', () => {
  const diagnosticsOf = (text: string, files: Readonly<Record<string, string>> = {}) =>
    loadContract(
      { file: 'a/contract.yaml', text },
      {
        read: (file) =>
          file in files ? { source: { file, text: files[file] ?? '' }, diagnostics: [] } : { diagnostics: [] },
      },
    ).diagnostics.map(({ code, file, line, column }) => [code, `${file}:${line}:${column}`]);
  const operations = 'operations: { Get: { result: R } }\nrecords: { R: { b: int } }\n';

  it.each([
    ['A: { record: { a: { element: A } } }', '7:13'],
    [
      'A: { record: { $choice c: { a: { element: A }, b: { element: B } } } }, B: { record: { a: { element: A } } }',
      '7:13',
    ],
    ['A: { record: { r: { record: { a: { element: A } } } } }', '7:13'],
  ])('reports elements that contain themselves: %s', (elements, at) => {
    const text = `${head}${operations}elements: { ${elements} }\n`;
    expect(diagnosticsOf(text)).toContainEqual(['SW1315', `a/contract.yaml:${at}`]);
  });

  it.each([
    'A: { record: { a: { element: A, optional: true } } }',
    'A: { nillable: true, record: { a: { element: A } } }',
    'A: { record: { $choice c: { a: { element: A }, b: int } } }',
  ])('accepts elements with finite values: %s', (elements) => {
    const text = `${head}operations: { Get: { request: { x: { element: A } }, result: R } }\nrecords: { R: { b: int } }\n`;
    expect(diagnosticsOf(`${text}elements: { ${elements} }\n`)).toEqual([]);
  });

  it.each([
    ['a list in lists', `x: ${'['.repeat(5000)}${']'.repeat(5000)}`],
    ['maps in maps', `x: ${'{a: '.repeat(5000)}b${'}'.repeat(5000)}`],
    ['implicit maps', `x: [${'a: '.repeat(5000)}]`],
    ['keys of keys', `x:\n  ${'? '.repeat(5000)}a`],
    ['block lists', `x:\n  ${'- '.repeat(5000)}a`],
  ])('limits the depth of %s', (_, text) => {
    expect(diagnosticsOf(`${head}${text}\n`).map(([code]) => code)).toEqual(['SW1112']);
  });

  it.each([
    ['in a text', `${head}doc: a\0b\n`, '5:7'],
    ['in a comment', `${head}# a\0b\n`, '5:4'],
    ['at the end', `${head}${operations}\0`, '7:1'],
  ])('rejects NUL %s', (_, text, at) => {
    expect(diagnosticsOf(text)).toEqual([['SW1114', `a/contract.yaml:${at}`]]);
  });

  it('have a position in empty files', () => {
    expect(diagnosticsOf('')).toEqual([['SW1012', 'a/contract.yaml:1:1']]);
    expect(diagnosticsOf('# nothing\n\n')).toEqual([['SW1012', 'a/contract.yaml:1:1']]);
    expect(diagnosticsOf('{}')).toEqual([['SW1202', 'a/contract.yaml:1:1']]);
  });

  it('have a position in included files', () => {
    const including = (path: string): string => `include: [${path}]\n${head}${operations}`;
    const files = { 'a/empty.yaml': '', '../outside.yaml': '# nothing\n' };
    expect(diagnosticsOf(including('empty.yaml'), files)).toEqual([['SW1012', 'a/empty.yaml:1:1']]);
    expect(diagnosticsOf(including('../../outside.yaml'), files)).toEqual([['SW1012', '../outside.yaml:1:1']]);
    expect(diagnosticsOf(including('none.yaml'), files)).toEqual([['SW1013', 'a/contract.yaml:1:11']]);
    expect(diagnosticsOf(including('/etc/passwd'), files)).toEqual([['SW1335', 'a/contract.yaml:1:11']]);
  });

  it.each([
    ['one type', () => 'strin', 1],
    ['as many types', (index: number) => `strin${index}`, 50_000],
  ])('are found in 50,000 fields of %s in linear time', (_, type, count) => {
    const fields = Array.from(
      { length: 50_000 },
      (_, index) => `    F${index}: { type: ${type(index)}, optional: true }\n`,
    );
    const time = cpuMilliseconds(() => {
      const found = diagnosticsOf(`${head}operations: { Get: { result: R } }\nrecords:\n  R:\n${fields.join('')}`);
      expect(found).toHaveLength(count);
    });
    expect(time).toBeLessThan(25_000);
  });
});
