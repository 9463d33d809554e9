import { type Diagnostic, demands, hasErrors, inFileOrder, type Marks } from '../../diagnostics/index.ts';
import { checkContract } from '../check/check-contract.ts';
import { forgivenCheck } from '../check/forgiven-checks.ts';
import {
  type ComponentNames,
  type Contract,
  chosenPrefixes,
  inputClashErrors,
  inputClashes,
  inputClashWarnings,
  metDemands,
  nameClashes,
  type Schema,
} from '../model/index.ts';
import type { LoadedContract } from '../yaml/load.ts';
import { withAddressing } from './addressing-policy.ts';
import { assignNames } from './assign-names.ts';
import type { XmlFile } from './document.ts';
import { endpointDemands } from './endpoint-demands.ts';
import { readWsdl, type WsdlOptions } from './read-wsdl.ts';
import { type SelectedService, type ServiceChoice, selectService } from './select-service.ts';
import { unmetAssertions } from './unmet-assertions.ts';

export interface LoadWsdlOptions extends WsdlOptions {
  readonly choice?: ServiceChoice | undefined;
  /** Whether somebody implements the WSDL: what only a server cannot do is then an error. */
  readonly server?: boolean | undefined;
  /** Names that components had before. */
  readonly names?: ComponentNames | undefined;
  /** Applies an overlay to the contract; returns undefined if that failed, which the caller has reported. */
  readonly annotate?: ((contract: Contract, marks: Marks) => AnnotatedContract | undefined) | undefined;
}

/** A contract with some objects replaced by copies. */
export interface AnnotatedContract {
  readonly contract: Contract;
  /** By the original objects. */
  readonly copies: ReadonlyMap<object, object>;
}

/** From a WSDL to the contract of one of its services, or to everything that is wrong with it. Pure but for `read`. */
export function loadWsdl(
  file: XmlFile,
  { choice, server = false, names: previous, annotate, ...options }: LoadWsdlOptions = {},
): LoadedContract {
  const { contract: complete, isComplete, marks, main, diagnostics, sources } = readWsdl(file, options);
  const failed = (more: readonly Diagnostic[] = []): LoadedContract => ({
    diagnostics: inFileOrder([...diagnostics(), ...more]),
    variables: [],
    sources,
  });
  if (complete === undefined || main === undefined) return failed();
  const annotated = annotate === undefined ? { contract: complete, copies: new Map() } : annotate(complete, marks);
  if (annotated === undefined) return failed();
  for (const [part, copy] of annotated.copies) marks.copy(part, copy);
  const select = (extent: ServiceChoice['extent']): SelectedService =>
    selectService(annotated.contract, { ...choice, extent }, isComplete);
  const extent = choice?.extent ?? (server ? 'service' : 'all');
  const whole = select(extent);
  // Operations of two port types that one server cannot tell apart.
  const isAmbiguous = extent === 'service' && whole.contract?.portTypes[1] !== undefined && hasClash(whole.contract);
  const { contract: selected, diagnostics: found } = isAmbiguous ? select('port type') : whole;
  if (selected === undefined) return failed(found);
  const checks = { marks, main, hasErrors: () => hasErrors(diagnostics()), forgive: forgivenCheck };
  const contract = checkContract(selected, checks);
  const all = inFileOrder([...diagnostics(), ...found]);
  if (hasErrors(all)) return failed(found);
  const { contract: named, names } = assignNames(contract, previous);
  const left = [...nameClashes(named), ...(server ? inputClashErrors(named) : inputClashWarnings(named))];
  if (hasErrors(left)) return failed([...found, ...left]);
  const prefixed = withAddressing(withPrefixes(named));
  const met = metDemandCodes(prefixed);
  const isMet = ({ code }: Diagnostic): boolean => met.has(code);
  const demanded = [...endpointDemands(named), ...unmetAssertions(named)].filter((one) => !isMet(one));
  return {
    contract: prefixed,
    names,
    diagnostics: inFileOrder([...all, ...left, ...demanded]),
    variables: [],
    sources,
  };
}

const credentialDemands = [
  demands.clientCertificate,
  demands.httpAuthentication,
  demands.usernameToken,
  demands.timestamp,
  demands.signature,
  demands.encryption,
  demands.securityToken,
] as const;

/** Codes of the demands that generated code meets, at every port that has them. */
function metDemandCodes({ addressing, services }: Contract): ReadonlySet<string> {
  const ports = services.flatMap((service) => service.ports);
  const demanding = ports.flatMap(({ security }) => (security === undefined ? [] : [metDemands(security)]));
  const isMet = demanding.every((one) => one.length > 0);
  const isProtected = ports.every(({ address }) => address.startsWith('https:'));
  return new Set([
    ...(addressing?.required === true ? [demands.addressing.code] : []),
    ...(isProtected ? [demands.transportSecurity.code] : []),
    ...(isMet ? credentialDemands.map(({ code }) => code) : []),
  ]);
}

function hasClash(contract: Contract): boolean {
  return inputClashes(contract).length > 0;
}

/**
 * The contract with a prefix of its own for each schema, but for the WSDL's, which is first, as a contract in YAML has them:
 * the same code comes from both.
 */
function withPrefixes(contract: Contract): Contract {
  const prefixes = chosenPrefixes(contract);
  const prefixed = (schema: Schema): Schema => {
    const { targetNamespace } = schema;
    const isOwn = targetNamespace === contract.targetNamespace;
    return { ...schema, prefix: isOwn ? undefined : (prefixes.get(targetNamespace) ?? schema.prefix) };
  };
  const { schemas, unreached } = contract;
  const isOther = ({ targetNamespace }: Schema): number => Number(targetNamespace !== contract.targetNamespace);
  const ownFirst = schemas.map(prefixed).sort((one, other) => isOther(one) - isOther(other));
  return { ...contract, schemas: ownFirst, ...(unreached && { unreached: unreached.map(prefixed) }) };
}
