import type { Contract } from '../../../src/contract/model/index.ts';
import { catalogued } from '../../../src/contract/wsdl/catalogue/catalogue.ts';
import { componentDifferences } from '../../../src/contract/wsdl/component-differences.ts';
import { loadWsdl } from '../../../src/contract/wsdl/index.ts';
import { emit } from '../../../src/emit/index.ts';
import { wsdlText } from '../../../src/emit/wsdl.ts';
import { checkedImport } from '../../../src/project/generate/checked-import.ts';
import type { LoadEntry } from '../read-entry.ts';
import type { ImportResult, ImportStage } from './import-record.ts';

/**
 * Reads a WSDL, imports it as YAML and loads that; the components must be the same, also in the WSDL that is written from
 * the YAML, and the TypeScript must be the same byte for byte. Undefined for a WSDL that cannot be read. Never throws.
 */
export async function importEntry(
  { id, path }: { readonly id: string; readonly path: string },
  load: LoadEntry,
): Promise<ImportResult | undefined> {
  let stage: ImportStage = 'import';
  const failed = (reason: string): ImportResult => ({ id, stage, reason });
  try {
    const { contract } = load(path, { extent: 'port type' });
    if (contract === undefined) return undefined;
    const { imported, loaded: yaml, diagnostics: found } = checkedImport(contract, path);
    const [gap] = imported.gaps;
    if (gap !== undefined) return failed(gap);
    stage = 'load';
    if (yaml === undefined) return failed(found[0]?.message ?? 'no contract');
    stage = 'components';
    const difference = firstDifference(contract, yaml);
    if (difference !== undefined) return failed(difference);
    stage = 'wsdl';
    const written = readAgain(yaml);
    const other = typeof written === 'string' ? written : firstDifference(contract, written);
    if (other !== undefined) return failed(other);
    stage = 'code';
    const file = await firstOtherFile(contract, yaml);
    return file === undefined ? { id } : failed(file);
  } catch (error) {
    return failed(error instanceof Error ? `${error.name}: ${error.message.split('\n')[0]}` : String(error));
  }
}

/** The contract of the WSDL that is written from another one, or the first error. */
function readAgain(contract: Contract): Contract | string {
  const bytes = new TextEncoder().encode(wsdlText(contract, { source: 'contract.yaml' }));
  const again = loadWsdl({ location: 'own.wsdl', name: 'own.wsdl', bytes }, { wellKnown: catalogued });
  const error = again.diagnostics.find(({ severity }) => severity === 'error');
  return again.contract ?? (error === undefined ? 'no contract' : `${error.code} ${error.message}`);
}

/** Names in TypeScript are no components: the code tells whether they are the same. */
function firstDifference(before: Contract, after: Contract): string | undefined {
  const [first] = componentDifferences(before, after, { names: false });
  return first && `${first.path}: ${short(first.before)}, then ${short(first.after)}`;
}

function short(value: string | undefined): string {
  return value === undefined ? 'nothing' : value.slice(0, 60);
}

/**
 * The path of the first generated file that differs. The text of the WSDL does not count, in its own file and in
 * description.ts: its components are compared, and their order and prefixes mean nothing.
 */
async function firstOtherFile(before: Contract, after: Contract): Promise<string | undefined> {
  const options = { source: 'contract', importExtension: 'ts', reading: 'standard' } as const;
  const codeOf = async (contract: Contract): Promise<ReadonlyMap<string, string>> => {
    const files = (await emit(contract, options)).filter(({ path }) => !path.endsWith('.wsdl'));
    return new Map(files.map(({ path, text }) => [path, path === 'description.ts' ? withoutWsdl(text) : text]));
  };
  const [one, other] = [await codeOf(before), await codeOf(after)];
  for (const path of new Set([...one.keys(), ...other.keys()])) {
    if (one.get(path) !== other.get(path)) return `${path} ${lineOf(one.get(path), other.get(path))}`;
  }
  return undefined;
}

/** The text of description.ts without its WSDL, which is in template literals, split at the places of the address or packed. */
export function withoutWsdl(text: string): string {
  const emptied = text.replace(/`[^`\\]*(?:\\[\s\S][^`\\]*)*`/g, '``');
  return emptied.replace(
    /^ {2}wsdl: (?:\[\n(?: {4}``,\n)+ {2}\]|\{\n {4}length: \d+,\n {4}packed: ``,\n {2}\}),$/m,
    '  wsdl,',
  );
}

/** The first line that differs. */
function lineOf(before = '', after = ''): string {
  const lines = after.split('\n');
  const index = before.split('\n').findIndex((line, at) => line !== lines[at]);
  return `${index + 1}: ${(before.split('\n')[index] ?? '').trim().slice(0, 50)} / ${(lines[index] ?? '').trim().slice(0, 50)}`;
}
