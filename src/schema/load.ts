import { type Contract, clashes } from '../contract/index.ts';
import { type Diagnostic, inFileOrder } from '../diagnostics/index.ts';
import { type EffectiveVariable, type Environment, readAddressing } from './address.ts';
import { buildContract } from './build.ts';
import { checkTypes } from './check-types.ts';
import { Findings, type Source } from './findings.ts';
import { checkOverrides, type Overrides } from './overrides.ts';
import { readDocument } from './read-document.ts';
import { readYaml } from './yaml.ts';

export interface LoadOptions {
  /** What `${NAME:-default}` is expanded with; nothing by default, so that every default counts. */
  readonly environment?: Environment | undefined;
  readonly overrides?: Overrides | undefined;
}

export interface LoadedContract {
  /** Absent when there are errors. */
  readonly contract?: Contract;
  /** All that was found, in the order of the file. Warnings may stand beside a contract. */
  readonly diagnostics: readonly Diagnostic[];
  /** Variables of the environment that made the contract another one than its defaults do. */
  readonly variables: readonly EffectiveVariable[];
}

/** From the text of a contract to its model, or to everything that is wrong with it. Pure. */
export function loadContract(source: Source, { environment = {}, overrides = {} }: LoadOptions = {}): LoadedContract {
  const findings = new Findings(source);
  findings.addAll(checkOverrides(overrides));
  const root = readYaml(findings);
  const document = root && readDocument(root, findings);
  if (document === undefined) return failed(findings);
  checkTypes(document, findings);
  const addressing = readAddressing(document, environment, overrides, findings);
  const { service, namespace, address } = document;
  if (!addressing || !service || !namespace || !address || findings.hasErrors) return failed(findings);
  const contract = buildContract({ ...document, service, namespace, address }, addressing, ({ at }) => {
    const { line = 1, column = 1, length } = findings.place(at);
    return { file: source.file, line, column, length };
  });
  findings.addAll(clashes(contract));
  if (findings.hasErrors) return failed(findings);
  return { contract, diagnostics: inFileOrder(findings.diagnostics), variables: addressing.variables };
}

function failed(findings: Findings): LoadedContract {
  return { diagnostics: inFileOrder(findings.diagnostics), variables: [] };
}
