import { clashes } from '../contract/index.ts';
import { type Diagnostic, hasErrors, inFileOrder } from '../diagnostics/index.ts';
import { checkContract } from '../schema/check/check-contract.ts';
import type { LoadedContract } from '../schema/load.ts';
import type { XmlFile } from './document.ts';
import { readWsdl, type WsdlOptions } from './read-wsdl.ts';
import { type ServiceChoice, selectService } from './select-service.ts';

export interface LoadWsdlOptions extends WsdlOptions {
  readonly choice?: ServiceChoice | undefined;
}

/** From a WSDL to the contract of one of its services, or to everything that is wrong with it. Pure but for `read`. */
export function loadWsdl(file: XmlFile, { choice, ...options }: LoadWsdlOptions = {}): LoadedContract {
  const { contract: complete, marks, main, diagnostics, sources } = readWsdl(file, options);
  const failed = (more: readonly Diagnostic[] = []): LoadedContract => ({
    diagnostics: inFileOrder([...diagnostics(), ...more]),
    variables: [],
    sources,
  });
  if (complete === undefined || main === undefined) return failed();
  const { contract, diagnostics: found } = selectService(complete, choice);
  if (contract === undefined) return failed(found);
  checkContract(contract, { marks, main, hasErrors: () => hasErrors(diagnostics()) });
  const all = inFileOrder([...diagnostics(), ...found]);
  if (hasErrors(all)) return failed(found);
  const named = clashes(contract);
  if (hasErrors(named)) return failed([...found, ...named]);
  return { contract, diagnostics: [...all, ...named], variables: [], sources };
}
