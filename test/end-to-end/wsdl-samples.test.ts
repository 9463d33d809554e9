import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogued } from '../../src/contract/wsdl/catalogue/catalogue.ts';
import { emit } from '../../src/emit/index.ts';
import { checkSamples } from '../corpus/samples/check-samples.ts';
import { OriginalSchemas } from '../corpus/samples/original-schemas.ts';
import { hasXmllint } from '../interop/schemas.ts';
import { contentCases } from '../support/generator/content-cases.ts';
import { typeCases } from '../support/generator/type-cases.ts';
import { valueCases } from '../support/generator/value-cases.ts';
import { bareOperation, contractOfWsdl, wsdlText } from '../support/generator/wsdl-contract.ts';

const cases = [...valueCases, ...typeCases, ...contentCases];

describe.skipIf(!hasXmllint)('samples of messages are valid, and the same after they were read and written', () => {
  let folder: string;
  let count = 0;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'soapwright-wsdl-samples-'));
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(cases)('P3: %s', async (_, parts) => {
    const text = wsdlText({
      schema: '<xs:element name="Do" type="xs:int"/>',
      ...bareOperation('Do', 't:Do'),
      ...parts,
    });
    const contract = contractOfWsdl(text);
    const emitted = await emit(contract, { source: 'test.wsdl', importExtension: 'ts' });
    const file = { location: 'test.wsdl', name: 'test.wsdl', bytes: new TextEncoder().encode(text) };
    const own = join(folder, String(count++));
    const schemas = new OriginalSchemas(own, file, { wellKnown: catalogued });
    const files = new Map(emitted.map((one) => [one.path, one.text]));
    const { failures, schemaError } = await checkSamples({ folder: own, schemas, contract, files });
    expect([schemaError, failures]).toEqual([undefined, []]);
  });
});
