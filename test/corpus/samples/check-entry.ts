import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { catalogued } from '../../../src/contract/wsdl/catalogue/catalogue.ts';
import { emit } from '../../../src/emit/index.ts';
import type { CorpusEntry } from '../entries.ts';
import { filesOf, loaderOf } from '../load-entry.ts';
import { checkSamples } from './check-samples.ts';
import { OriginalSchemas } from './original-schemas.ts';
import type { SampleResult } from './sample-record.ts';

/**
 * Checks samples of the messages of an entry. Never throws: a crash is a result.
 *
 * @param output where documents are written; they stay if SOAPWRIGHT_KEEP is set.
 */
export async function checkEntry(
  { id, path }: Pick<CorpusEntry, 'id' | 'path'>,
  corpus: string,
  output: string,
): Promise<SampleResult> {
  const folder = join(output, id, 'documents');
  try {
    const { contract } = loaderOf(corpus)(path);
    if (contract === undefined) return { id, failure: 'there is no contract' };
    const emitted = await emit(contract, { source: 'service.wsdl', importExtension: 'ts' });
    const files = new Map(emitted.map((one) => [one.path, one.text]));
    const { file, read } = filesOf(corpus);
    const schemas = new OriginalSchemas(folder, file(path), { read, wellKnown: catalogued });
    return { id, samples: await checkSamples({ folder, schemas, contract, files }) };
  } catch (error) {
    const { message = String(error) } = error as Error;
    return { id, failure: message.split('\n')[0] };
  } finally {
    if (process.env.SOAPWRIGHT_KEEP === undefined) rmSync(folder, { recursive: true, force: true });
  }
}
