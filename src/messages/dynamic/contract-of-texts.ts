import { type Contract, type ContractInput, loadInput, type ServiceChoice } from '../../contract/index.ts';
import { type Diagnostic, hasErrors, renderText, type Source } from '../../diagnostics/index.ts';
import { looksLikeXml } from '../samples/recorded-message.ts';
import { ServiceError } from './service-error.ts';

/** A contract that is not on a disk. */
export interface ContractTexts {
  /** Of the main file: a path, or an address that references are relative to. */
  readonly location: string;
  readonly text: string;
  readonly choice?: ServiceChoice | undefined;
  /** Texts of the files that it imports, by their locations. */
  readonly files?: Readonly<Record<string, string>> | undefined;
  /** Fetches further files; undefined for one that cannot be fetched. Called with addresses. */
  readonly fetchText?: ((address: string) => Promise<string | undefined>) | undefined;
}

/** Rounds of fetching: schemas that import schemas. */
const mostRounds = 32;

/** Whether a text is a contract itself, and not the path or the address of one. */
export function isContractText(text: string): boolean {
  return isXml(text) || text.includes('\n');
}

/** Loads a contract in WSDL or YAML from texts. @throws {ServiceError} for one that cannot be read. */
export async function contractOfTexts({
  location,
  text,
  choice,
  files = {},
  fetchText,
}: ContractTexts): Promise<Contract> {
  const known = new Map<string, string | undefined>(Object.entries(files));
  for (let round = 0; ; round++) {
    const missing = new Set<string>();
    const lookUp = (wanted: string): string | undefined => {
      if (!known.has(wanted)) missing.add(wanted);
      return known.get(wanted);
    };
    const { contract, diagnostics, sources } = loadInput(inputOf({ file: location, text }, lookUp), { choice });
    const addresses = fetchText === undefined ? [] : [...missing].filter((one) => /^https?:/i.test(one));
    if (addresses.length === 0 || round === mostRounds) {
      if (contract !== undefined && !hasErrors(diagnostics)) return contract;
      throw failure(diagnostics, sources);
    }
    const fetched = await Promise.all(addresses.map((address) => fetchText?.(address)));
    for (const [index, address] of addresses.entries()) known.set(address, fetched[index]);
  }
}

function inputOf(source: Source, lookUp: (location: string) => string | undefined): ContractInput {
  const read: ContractInput['read'] = (file) => {
    const text = lookUp(file);
    return text === undefined ? { diagnostics: [] } : { source: { file, text }, diagnostics: [] };
  };
  if (!isXml(source.text)) return { source, read };
  const encoder = new TextEncoder();
  const fileOf = (name: string, text: string) => ({
    location: name,
    name,
    // With a byte order mark: a text is no longer in the encoding that its declaration names.
    bytes: encoder.encode(`\u{feff}${text}`),
  });
  return {
    source,
    read,
    wsdl: {
      main: fileOf(source.file, source.text),
      read: (location) => {
        const text = lookUp(location);
        return text === undefined ? { diagnostics: [] } : { file: fileOf(location, text), diagnostics: [] };
      },
    },
  };
}

function isXml(text: string): boolean {
  return looksLikeXml(new TextEncoder().encode(text.slice(0, 1_000)));
}

function failure(diagnostics: readonly Diagnostic[], sources: ReadonlyMap<string, string>): ServiceError {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  return new ServiceError(renderText(errors, { sources }).trim(), errors);
}
