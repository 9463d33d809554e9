import type { ComponentNames, Contract } from '../contract/index.ts';
import { type Diagnostic, hasErrors, overlay as kinds, report } from '../diagnostics/index.ts';
import { applyOverlay, readOverlay } from '../overlay/index.ts';
import { type Environment, type LoadedContract, loadContract, type Overrides, type Source } from '../schema/index.ts';
import { catalogued } from '../wsdl/catalogue/catalogue.ts';
import { type LoadWsdlOptions, loadWsdl, type ServiceChoice, type XmlFile } from '../wsdl/index.ts';
import type { ContractInput } from './open-input.ts';
import { strictly } from './strict.ts';

export interface LoadInputOptions {
  readonly environment?: Environment | undefined;
  /** Of a contract in YAML. */
  readonly overrides?: Overrides | undefined;
  /** Of a WSDL. */
  readonly choice?: ServiceChoice | undefined;
  /** Whether somebody implements the WSDL. */
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
  if (wsdl === undefined) return loadContract(source, { environment, overrides, read });
  const options = { read: wsdl.read, wellKnown: catalogued, ...ofWsdl };
  const loaded = overlay === undefined ? loadWsdl(wsdl.main, options) : loadAnnotated(wsdl.main, overlay, options);
  return strict ? strictly(loaded) : loaded;
}

/** Loads a WSDL with an overlay. What is wrong with the overlay alone does not hide what is wrong with the WSDL. */
function loadAnnotated(main: XmlFile, source: Source, options: LoadWsdlOptions): LoadedContract {
  const { overlay, diagnostics } = readOverlay(source);
  const listed = overlay?.operations?.map(({ text }) => text);
  const { choice } = options;
  const loaded = loadWsdl(main, {
    ...options,
    choice: { ...choice, operations: choice?.operations ?? listed },
    ...(overlay && { annotate: (contract: Contract) => applyOverlay(overlay, contract) }),
  });
  const found: readonly Diagnostic[] = [
    ...diagnostics,
    ...(listed !== undefined && choice?.operations !== undefined
      ? [report(kinds.operationsTwice, {}, { file: source.file })]
      : []),
  ];
  const sources = new Map([...loaded.sources, [source.file, source.text]]);
  const { contract, ...rest } = loaded;
  const all = { ...rest, diagnostics: [...found, ...loaded.diagnostics], sources };
  return contract === undefined || hasErrors(found) ? all : { ...all, contract };
}
