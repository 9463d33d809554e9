import { Findings, inFileOrder, overlay as kinds, type Marks, type Source } from '../../diagnostics/index.ts';
import type { ComponentNames, Contract } from '../model/index.ts';
import { applyOverlay, readOverlay } from '../overlay/index.ts';
import { catalogued } from '../wsdl/catalogue/catalogue.ts';
import {
  type AnnotatedContract,
  type LoadWsdlOptions,
  loadWsdl,
  type ServiceChoice,
  type XmlFile,
} from '../wsdl/index.ts';
import { type Environment, type LoadedContract, loadContract, type Overrides } from '../yaml/index.ts';
import type { ContractInput } from './open-input.ts';
import { strictly } from './strict.ts';

export interface LoadInputOptions {
  readonly environment?: Environment | undefined;
  /** Of a contract in YAML. */
  readonly overrides?: Overrides | undefined;
  /** Of a WSDL. */
  readonly choice?: ServiceChoice | undefined;
  /** Whether somebody implements the contract. */
  readonly server?: boolean | undefined;
  /** Names that components of the WSDL had before. */
  readonly names?: ComponentNames | undefined;
  /** Whether warnings about a WSDL are errors. */
  readonly strict?: boolean | undefined;
  /** Whether document type declarations in a WSDL are read, and their internal entities are expanded. */
  readonly internalEntities?: boolean | undefined;
}

/** Loads a contract in YAML or WSDL. */
export function loadInput(
  { source, read, wsdl, overlay }: ContractInput,
  { environment, overrides, strict = false, ...ofWsdl }: LoadInputOptions = {},
): LoadedContract {
  if (wsdl === undefined) return loadContract(source, { environment, overrides, read, server: ofWsdl.server });
  const options = { read: wsdl.read, wellKnown: catalogued, ...ofWsdl };
  const loaded = overlay === undefined ? loadWsdl(wsdl.main, options) : loadAnnotated(wsdl.main, overlay, options);
  return strict ? strictly(loaded) : loaded;
}

/** Loads a WSDL with an overlay, or reports everything that is wrong with either. */
function loadAnnotated(main: XmlFile, source: Source, options: LoadWsdlOptions): LoadedContract {
  const findings = new Findings(source);
  const overlay = readOverlay(findings);
  const { choice } = options;
  if (choice?.operations !== undefined && overlay?.operations !== undefined) {
    findings.add(kinds.operationsTwice, {}, overlay.operations[0]?.at);
  }
  const annotate = (complete: Contract, marks: Marks): AnnotatedContract | undefined => {
    const annotated = overlay && applyOverlay(overlay, complete, marks);
    return findings.hasErrors ? undefined : annotated;
  };
  const operations = choice?.operations ?? overlay?.operations?.map(({ text }) => text);
  const loaded = loadWsdl(main, { ...options, choice: { ...choice, operations }, annotate });
  const sources = new Map([...loaded.sources, [source.file, source.text]]);
  // Checks of the whole contract find mistakes in what the overlay adds.
  const { contract, ...others } = loaded;
  const kept = findings.hasErrors ? others : loaded;
  return { ...kept, diagnostics: [...inFileOrder(findings.diagnostics), ...loaded.diagnostics], sources };
}
