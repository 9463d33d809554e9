import { type Contract, type MtomUse, nameKey, type Port, type Service } from '../model/index.ts';
import { allOf } from './policy-assertions.ts';
import { demandsOn, type Policies, policiesIn, treeOf } from './policy-subjects.ts';

const policyNamespace = 'http://www.w3.org/ns/ws-policy';
const assertionNamespace = 'http://schemas.xmlsoap.org/ws/2004/09/policy/optimizedmimeserialization';

/**
 * The policy for `mtom` of a port, as XML text; undefined where it has none, or where policies of the contract say it
 * already.
 */
export function mtomPolicy(contract: Contract, service: Service, port: Port): string | undefined {
  const { mtom } = port;
  if (mtom === undefined || mtomByPolicies(contract, service, port, policiesIn(contract)) !== undefined)
    return undefined;
  const optional = mtom === 'optional' ? ' wsp:Optional="true"' : '';
  const assertion = `<wsoma:OptimizedMimeSerialization xmlns:wsoma="${assertionNamespace}"${optional}/>`;
  return `<wsp:Policy xmlns:wsp="${policyNamespace}">${assertion}</wsp:Policy>`;
}

/** The contract with `mtom` of each port, as the policies of the service, the port and the binding say (WS-MTOMPolicy 1.0). */
export function withMtom(contract: Contract): Contract {
  const policies = policiesIn(contract);
  return {
    ...contract,
    services: contract.services.map((service) => ({
      ...service,
      ports: service.ports.map((port) => {
        const mtom = mtomByPolicies(contract, service, port, policies);
        return mtom === undefined ? port : withoutOwnPolicy({ ...port, mtom });
      }),
    })),
  };
}

/** As the policies that the WSDL was written with say; undefined if they do not mention it. */
function mtomByPolicies(contract: Contract, service: Service, port: Port, policies: Policies): MtomUse | undefined {
  const binding = contract.bindings.find(({ name }) => nameKey(name) === nameKey(port.binding));
  const subjects = [service, port, ...(binding === undefined ? [] : [binding])];
  const demanded = allOf(subjects.flatMap((subject) => demandsOn(subject, policies)));
  const found = [...demanded.values()].find(({ kind }) => kind === 'optimizedTransmission');
  if (found === undefined) return undefined;
  return found.required ? 'required' : 'optional';
}

/** Without the policy that the emitter writes: `mtom` says the same. */
function withoutOwnPolicy(port: Port): Port {
  const others = port.extensions?.filter((text) => !isOwnPolicy(text));
  const { extensions: _, ...rest } = port;
  return others === undefined || others.length === 0 ? rest : { ...rest, extensions: others };
}

function isOwnPolicy(text: string): boolean {
  const root = treeOf(text);
  const [assertion, ...others] = root?.children ?? [];
  return (
    root?.namespace === policyNamespace &&
    root.local === 'Policy' &&
    root.attributes.length === 0 &&
    others.length === 0 &&
    assertion?.namespace === assertionNamespace &&
    assertion.children.length === 0 &&
    assertion.attributes.every((one) => one.namespace === policyNamespace && one.local === 'Optional')
  );
}
