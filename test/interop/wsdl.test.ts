import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wsdlText } from '../../src/emit/wsdl.ts';
import { strictContract } from '../support/generator/full-contract.ts';
import { php, required, zeep } from './foreign.ts';
import { hasXmllint, SchemaFolder } from './schemas.ts';
import { readByPhp, readByZeep } from './wsdl-readers.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const whole = wsdlText(strictContract, { source: 'contract.yaml' });
const wsdls: Readonly<Record<string, string>> = {
  whole,
  everything: readFileSync(at('../golden/everything/expected/everything.wsdl'), 'utf8'),
  library: readFileSync(at('../golden/library/expected/library.wsdl'), 'utf8'),
  'remote-file-service': readFileSync(at('../../generated/remote-file-service/remote-file-service.wsdl'), 'utf8'),
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'soapwright-wsdl-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function written(text: string): string {
  const file = join(folder, 'contract.wsdl');
  writeFileSync(file, text);
  return file;
}

describe.skipIf(!hasXmllint && !required)('generated WSDL, by xmllint', () => {
  /** Its errors against the WSDL 1.1 schema. */
  const findings = (text: string): string => {
    const args = ['--nonet', '--noout', '--schema', at('wsdl-schema/wsdl.xsd'), written(text)];
    return spawnSync('xmllint', args, { encoding: 'utf8' }).stderr.replaceAll(/.* validates\n/g, '');
  };

  it.each(Object.keys(wsdls))('%s is valid WSDL 1.1', (name) => {
    expect(findings(wsdls[name] ?? '')).toBe('');
  });

  it('is invalid with foreign content where the schema of WSDL does not allow it', () => {
    for (const [right, wrong] of [
      ['<soap:header ', '<soap:header sw:role="x" '],
      ['<wsdl:operation name="Find">', '<wsdl:operation name="Find" sw:name="x">'],
      ['<wsdl:message name="Session">', '<wsdl:message name="Session" sw:name="x">'],
      ['<wsdl:documentation>What it does.', '<sw:reserved/><wsdl:documentation>What it does.'],
      ['<soap:fault name="NotFound" ', '<soap:fault '],
      ['<wsdl:port name="Spare"', '<wsdl:port name="WholeSoap"'],
    ] as const) {
      expect(whole).toContain(right);
      expect(findings(whole.replace(right, wrong)), wrong).not.toBe('');
    }
  });

  it.each(Object.keys(wsdls))('%s has schemas that compile, each alone and all together', (name) => {
    const schemas = new SchemaFolder(wsdls[name] ?? '');
    try {
      for (const { file } of schemas.files) {
        const said = schemas.validate(['<none xmlns="urn:none"/>'], file);
        expect(said).toMatch(
          /^0.xml:1: element none: Schemas validity error : .*No matching global declaration.*\n.*\n$/,
        );
      }
    } finally {
      schemas.remove();
    }
  });

  describe('validates messages', () => {
    let schemas: SchemaFolder;
    beforeAll(() => {
      schemas = new SchemaFolder(whole);
    });
    afterAll(() => schemas.remove());

    const xsi = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
    /** A message, and a wrong replacement for the preceding part. */
    const messages: readonly (readonly [message: string, ...wrong: readonly (readonly [string, string])[]])[] = [
      [
        '<w:Old xmlns:w="urn:whole" xmlns:o="urn:legacy" o:own="a" none="b"><plain>x</plain><o:proper>red</o:proper></w:Old>',
        [' none=', ' o:none='],
        [' o:own=', ' own='],
        ['<plain>x</plain>', '<o:plain>x</o:plain>'],
        ['<o:proper>red</o:proper>', '<proper>red</proper>'],
      ],
      [
        `<Animal xmlns="urn:whole" ${xsi} xsi:type="Dog" tag="t"><Name>Rex</Name></Animal>`,
        ['"Dog"', '"Animal"'],
        ['"Dog"', '"Tree"'],
        [' tag=', ' label='],
      ],
      [
        '<w:Attributes xmlns:w="urn:whole" xmlns:o="urn:legacy" id="a" w:qualified="de" o:origin="here" xml:lang="de" by="me" w:unit="KM"/>',
        ['w:qualified', 'qualified'],
        ['"here"', '"there"'],
        ['xml:lang="de"', 'xml:lang="?"'],
        ['by="me"', 'them="me"'],
        ['"KM"', '"QM"'],
        ['"KM"', '"km"'],
      ],
      ['<Nowhere y="1"><x>a</x></Nowhere>', ['<x>a</x>', '<y>a</y>']],
      [`<Note xmlns="urn:whole" ${xsi} xsi:nil="true"/>`, ['/>', '>x</Note>']],
      [
        '<r:Add xmlns:r="urn:whole:rpc" xmlns:w="urn:whole"><a>1</a><b><w:Branch/></b></r:Add>',
        ['>1<', '>101<'],
        ['w:Branch', 'Branch'],
        ['<a>1</a>', ''],
      ],
      [
        '<r:AddResponse xmlns:r="urn:whole:rpc"><result><plain>x</plain></result></r:AddResponse>',
        ['plain>x</plain', 'plein>x</plein'],
      ],
    ];

    it('accepts valid ones', () => {
      expect(schemas.validate(messages.map(([message]) => message))).toBe('');
    });

    it('rejects invalid ones', () => {
      const broken = messages.flatMap(([message, ...wrong]) =>
        wrong.map(([from, to]) => {
          expect(message).toContain(from);
          return message.replace(from, to);
        }),
      );
      const said = schemas.validate(broken);
      for (const [index, message] of broken.entries()) {
        expect(said, message).toMatch(new RegExp(`^${index}\\.xml:.*Schemas validity error`, 'm'));
      }
    });
  });
});

/** Ports with the names of their operations. */
const operations = {
  WholeSoap: ['Describe', 'Find', 'Notify', 'Raw'],
  WholeSoap12: ['Describe', 'Find', 'Notify', 'Raw'],
  Spare: ['Describe', 'Find', 'Notify', 'Raw'],
  CalculatorSoap: ['Add'],
};

describe.skipIf(!zeep.available && !required)('generated WSDL, by zeep', () => {
  it('names the operations of every port', () => {
    // zeep has no notations.
    const readable = whole.replace(/<xs:notation[\s\S]*?<\/xs:notation>/, '');
    expect(readByZeep([written(readable)])).toEqual([{ operations }]);
  });
});

describe.skipIf(!php.available && !required)('generated WSDL, by PHP', () => {
  const read = (): { readonly functions: readonly string[]; readonly types: readonly string[] } => {
    const { functions = [], types = [] } = readByPhp([written(whole)])[0] ?? {};
    return { functions, types };
  };

  it('names the operations of every port', () => {
    const names = read().functions.map((signature) => / (\w+)\(/.exec(signature)?.[1]);
    expect(names.sort()).toEqual(Object.values(operations).flat().sort());
  });

  it('reads fields with our attributes under their names on the wire', () => {
    const fields = (name: string): readonly (string | undefined)[] => {
      const struct = read().types.find((type) => type.startsWith(`struct ${name} {`)) ?? '';
      return [...struct.matchAll(/ (\S+);/g)].map(([, field]) => field);
    };
    expect(fields('Payment')).toEqual(
      expect.arrayContaining(['size', 'card', 'iban', 'a', 'Note', 'Shape', 'email', 'any']),
    );
    expect(fields('Attributes')).toEqual(expect.arrayContaining(['id', 'qualified', 'origin', 'lang', 'by', 'unit']));
  });
});
