import { writeFileSync } from 'node:fs';
import { loadYamlPackage } from '../contract/index.ts';
import { output as kinds, Report, report } from '../diagnostics/index.ts';
import { openApiOf } from '../emit/index.ts';
import { loadOneContract, type OneContractFlags } from './one-contract.ts';
import { failed, print } from './print.ts';
import type { Terminal } from './terminal.ts';

export interface OpenApiFlags extends OneContractFlags {
  readonly out?: string;
  readonly yaml?: boolean;
  readonly server?: string;
  readonly apiVersion?: string;
}

/** Prints or writes the OpenAPI document of a contract. */
export function runOpenApi(contract: string | undefined, flags: OpenApiFlags, terminal: Terminal): number {
  const to = new Report();
  const chosen = contract === undefined ? flags : { ...flags, schema: contract };
  const loaded = loadOneContract(chosen, 'soapwright openapi', terminal, to);
  if (loaded === undefined) return print(failed(to.diagnostics, to.sources), flags, terminal);
  const { out, server, apiVersion: version, yaml = /\.ya?ml$/.test(out ?? '') } = flags;
  const api = openApiOf(loaded.service, { server, version });
  const text = yaml
    ? loadYamlPackage().stringify(api, { aliasDuplicateObjects: false })
    : `${JSON.stringify(api, undefined, 2)}\n`;
  if (out === undefined) {
    terminal.out(text);
    return 0;
  }
  try {
    writeFileSync(out, text);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    to.add(report(kinds.cannotWrite, { file: out, reason: String(error.code) }, { file: out }));
    return print(failed(to.diagnostics, to.sources), flags, terminal);
  }
  const operations = loaded.service.operations.length;
  const summary = `Wrote ${out}: ${operations} ${operations === 1 ? 'operation' : 'operations'}.`;
  return print({ exitCode: 0, files: [], diagnostics: [], summary }, flags, terminal);
}
