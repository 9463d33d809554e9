import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Contract, ServiceChoice } from '../../contract/index.ts';
import { loadInput, openInput } from '../../contract/index.ts';
import { type Diagnostic, verifying as kinds, Report, report } from '../../diagnostics/index.ts';
import { type AccessOptions, fetchContracts } from '../../fetch/index.ts';
import { type BreakingFinding, compareContracts } from '../../rules/index.ts';

/** The contract that the WSDL of a live service says; a text with the reason if it cannot be read. */
export type LiveWsdl = Contract | string;

/** Fetches a WSDL with everything that it imports, into a temporary folder. @param home where paths of options are relative to. */
export async function liveContract(
  address: string,
  access: AccessOptions,
  home: string,
  choice?: ServiceChoice,
): Promise<LiveWsdl> {
  const current = mkdtempSync(join(tmpdir(), 'soapwright-verify-'));
  try {
    const to = new Report();
    const request = { ...fromHome(access, home), address, out: 'wsdl', current, report: to };
    const environment = process.env;
    // With a contract, no configuration is written.
    const fetched = await fetchContracts({ ...request, environment, contracts: ['fetched'], configuration: '' }, 0);
    const [path] = fetched.contracts;
    if (path === undefined) return reasonOf(to.diagnostics);
    const { input, diagnostics } = openInput(path, { current });
    if (input === undefined) return reasonOf(diagnostics);
    const loaded = loadInput(input, { choice });
    return loaded.contract ?? reasonOf(loaded.diagnostics);
  } finally {
    rmSync(current, { recursive: true, force: true });
  }
}

/** The options with files as they are seen from another folder. */
function fromHome({ cert, key, ca, passphrase, passwordFrom, ...access }: AccessOptions, home: string): AccessOptions {
  const file = (path: string | undefined): string | undefined =>
    path === undefined || path.startsWith('env:') ? path : resolve(home, path.replace(/^file:/, ''));
  const secret = (place: string | undefined): string | undefined =>
    place?.startsWith('file:') === true ? `file:${file(place)}` : place;
  return {
    ...access,
    cert: file(cert),
    key: file(key),
    ca: file(ca),
    passphrase: secret(passphrase),
    passwordFrom: secret(passwordFrom),
  };
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
