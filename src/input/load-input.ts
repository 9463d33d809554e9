import type { ComponentNames } from '../contract/index.ts';
import { type Environment, type LoadedContract, loadContract, type Overrides } from '../schema/index.ts';
import { catalogued } from '../wsdl/catalogue/catalogue.ts';
import { loadWsdl, type ServiceChoice } from '../wsdl/index.ts';
import type { ContractInput } from './open-input.ts';

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
}

/** Loads a contract in YAML or WSDL. */
export function loadInput(
  { source, read, wsdl }: ContractInput,
  { environment, overrides, ...ofWsdl }: LoadInputOptions = {},
): LoadedContract {
  if (wsdl === undefined) return loadContract(source, { environment, overrides, read });
  return loadWsdl(wsdl.main, { read: wsdl.read, wellKnown: catalogued, ...ofWsdl });
}
