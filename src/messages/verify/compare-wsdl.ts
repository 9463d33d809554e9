import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Contract } from '../../contract/index.ts';
import { loadInput, openInput } from '../../contract/index.ts';
import { type Diagnostic, verifying as kinds, Report, report } from '../../diagnostics/index.ts';
import { fetchContracts } from '../../fetch/index.ts';
import { type BreakingFinding, compareContracts } from '../../rules/index.ts';

/** The contract that the WSDL of a live service says; a text with the reason if it cannot be read. */
export type LiveWsdl = Contract | string;

/** Fetches the WSDL of a service with everything that it imports, into a temporary folder. @param header as in `Name: value`. */
export async function liveContract(url: string, header: readonly string[]): Promise<LiveWsdl> {
  const current = mkdtempSync(join(tmpdir(), 'soapwright-verify-'));
  try {
    const to = new Report();
    const request = { address: `${url}?wsdl`, out: 'wsdl', header, current, environment: process.env, report: to };
    // With a contract, no configuration is written.
    const fetched = await fetchContracts({ ...request, contracts: ['fetched'], configuration: '' }, 0);
    const [path] = fetched.contracts;
    if (path === undefined) return reasonOf(to.diagnostics);
    const { input, diagnostics } = openInput(path, { current });
    if (input === undefined) return reasonOf(diagnostics);
    const loaded = loadInput(input);
    return loaded.contract ?? reasonOf(loaded.diagnostics);
  } finally {
    rmSync(current, { recursive: true, force: true });
  }
}

/** What the WSDL of a live service breaks for callers of the contract, each at its place in the contract. */
export function wsdlFindings(contract: Contract, live: LiveWsdl): readonly Diagnostic[] {
  if (typeof live === 'string') return [report(kinds.noWsdl, { reason: live })];
  return compareContracts(contract, live).findings.map(inContract);
}

/** The files of the WSDL are gone: the finding is where the contract says otherwise. */
function inContract(finding: BreakingFinding): Diagnostic {
  const {
    file: _file,
    line: _line,
    column: _column,
    length: _length,
    endLine: _end,
    endColumn: _to,
    ...rest
  } = finding;
  const { related: [place] = [], ...found } = rest;
  if (place === undefined) return found;
  const { message: _message, ...location } = place;
  return { ...found, ...location };
}

function reasonOf(diagnostics: readonly Diagnostic[]): string {
  const error = diagnostics.find(({ severity }) => severity === 'error');
  return (error?.message ?? 'it could not be fetched').replace(/\.$/, '');
}
