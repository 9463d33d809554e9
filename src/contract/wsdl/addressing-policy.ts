import { readTree, type TreeElement, XmlError } from '@soapwright/runtime/xml';
import type { Contract, ContractAddressing, Extensible, ForeignAttribute } from '../model/index.ts';
import { demandedBy, isPolicyElement } from './policy-assertions.ts';

/** Versions by the namespaces of the assertions Addressing and UsingAddressing. */
const versions: Readonly<Record<string, ContractAddressing['version']>> = {
  'http://www.w3.org/2007/05/addressing/metadata': '1.0',
  'http://www.w3.org/2006/05/addressing/wsdl': '1.0',
  'http://www.w3.org/2006/02/addressing/wsdl': '1.0',
  'http://schemas.xmlsoap.org/ws/2004/08/addressing/policy': '2004-08',
  'http://schemas.xmlsoap.org/ws/2004/08/addressing': '2004-08',
};

type Subject = Extensible & { readonly foreign?: readonly ForeignAttribute[] | undefined };
type Resolve = (reference: TreeElement) => TreeElement | undefined;

/** The contract with what its ports say about WS-Addressing, in policies or beside them. */
export function withAddressing(contract: Contract): Contract {
  const addressing = addressingOf(contract);
  return addressing === undefined ? contract : { ...contract, addressing };
}

function addressingOf({ services, bindings, portTypes, extensions = [] }: Contract): ContractAddressing | undefined {
  const policies = new Map<string, TreeElement>();
  for (const policy of extensions.flatMap(treeOf).filter(isPolicyElement)) {
    for (const { local, value } of policy.attributes)
      if (/^(?:Id|id|Name)$/.test(local)) policies.set(value.trim(), policy);
  }
  const ofPorts = services.flatMap((service) =>
    service.ports.map((port) => {
      const binding = bindings.find(({ name }) => isSame(name, port.binding));
      const portType = portTypes.find(({ name }) => binding !== undefined && isSame(name, binding.portType));
      const subjects = [port, binding, portType, service].flatMap((one) => one ?? []);
      const found = subjects.flatMap((subject) => addressingIn(subject, policies));
      return found.find(({ required }) => required) ?? found[0];
    }),
  );
  const found = ofPorts.find((one) => one?.required === true) ?? ofPorts.find((one) => one !== undefined);
  return found && { version: found.version, required: ofPorts.every((one) => one?.required === true) };
}

/** What a component says in its extensions, and in policies that its attribute PolicyURIs names. */
function addressingIn(
  { extensions = [], foreign = [] }: Subject,
  policies: ReadonlyMap<string, TreeElement>,
): readonly ContractAddressing[] {
  const uris = foreign.find(({ name }) => name.local === 'PolicyURIs')?.value ?? '';
  const named = uris.split(/\s+/).flatMap((uri) => policies.get(uri.replace(/^#/, '')) ?? []);
  return [...extensions.flatMap(treeOf), ...named].flatMap((element) => {
    const version = versionIn(element, onceEach(policies));
    if (version === undefined) return [];
    const demanded = [...demandedBy(element, onceEach(policies)).values()].find(({ kind }) => kind === 'addressing');
    // Outside of a policy it is a demand only if it says so (WS-Addressing 1.0 WSDL Binding, 3.1).
    const isDemand = isPolicyElement(element) || /^(?:true|1)$/.test(attributeOf(element, 'required'));
    return [{ version, required: demanded?.required === true && isDemand }];
  });
}

function versionIn(element: TreeElement, resolve: Resolve): ContractAddressing['version'] | undefined {
  const { local, namespace, children } = element;
  if (local === 'Addressing' || local === 'UsingAddressing') return versions[namespace];
  if (!isPolicyElement(element)) return undefined;
  const referred = local === 'PolicyReference' ? resolve(element) : undefined;
  for (const part of referred === undefined ? children : [referred]) {
    const version = versionIn(part, resolve);
    if (version !== undefined) return version;
  }
  return undefined;
}

/** Follows each reference once, since policies can refer to each other in a circle. */
function onceEach(policies: ReadonlyMap<string, TreeElement>): Resolve {
  const followed = new Set<string>();
  return (reference) => {
    const uri = attributeOf(reference, 'URI');
    if (followed.has(uri)) return undefined;
    followed.add(uri);
    return policies.get(uri.replace(/^#/, ''));
  };
}

function attributeOf({ attributes }: TreeElement, local: string): string {
  return attributes.find((one) => one.local === local)?.value.trim() ?? '';
}

function isSame(one: { readonly namespace: string; readonly local: string }, other: typeof one): boolean {
  return one.local === other.local && one.namespace === other.namespace;
}

/** Few texts are policies, and only those are parsed. */
function treeOf(text: string): readonly TreeElement[] {
  if (!/Policy|Addressing/.test(text)) return [];
  try {
    return [readTree(new TextEncoder().encode(text)).root];
  } catch (error) {
    if (error instanceof XmlError) return [];
    throw error;
  }
}
