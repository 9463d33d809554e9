import { readTree, type TreeElement, XmlError } from '@soapwright/runtime/xml';
import type { Contract, Extensible, ForeignAttribute } from '../model/index.ts';
import { accepted, type Demanded, demandedBy, isPolicyElement } from './policy-assertions.ts';

/** A component of WSDL that can have policies. */
export interface PolicySubject extends Extensible {
  readonly foreign?: readonly ForeignAttribute[] | undefined;
}

/** Policies, by the identifiers and names that references have. */
export type Policies = ReadonlyMap<string, TreeElement>;

/** The policies in the definitions. */
export function policiesIn({ extensions = [] }: Contract): Policies {
  const found = new Map<string, TreeElement>();
  for (const text of extensions) {
    const element = treeOf(text);
    if (element === undefined || !isPolicyElement(element)) continue;
    for (const { local, value } of element.attributes)
      if (/^(?:Id|id|Name)$/.test(local)) found.set(value.trim(), element);
  }
  return found;
}

/** The policy that a wsp:PolicyReference names. */
export function referredPolicy(reference: TreeElement, policies: Policies): TreeElement | undefined {
  return policies.get(attributeOf(reference, 'URI').replace(/^#/, ''));
}

/** Demands of the policies of a component. */
export function demandsOn(
  subject: PolicySubject,
  policies: Policies,
  resolve: (reference: TreeElement) => TreeElement | undefined = (reference) => referredPolicy(reference, policies),
): readonly Demanded[] {
  return policiesOf(subject, policies).map((element) => {
    const demanded = demandedBy(element, onceEach(resolve));
    return isMerelyKnown(element) ? accepted(demanded) : demanded;
  });
}

/** The policies inside of a component, and those that its attribute PolicyURIs names. */
export function policiesOf(
  { extensions = [], foreign = [] }: PolicySubject,
  policies: Policies,
): readonly TreeElement[] {
  const inside = extensions
    .flatMap((text) => treeOf(text) ?? [])
    .filter((one) => isPolicyElement(one) || isAddressing(one));
  const uris = foreign.find(({ name }) => name.local === 'PolicyURIs')?.value ?? '';
  const named = uris.split(/\s+/).flatMap((uri) => policies.get(uri.replace(/^#/, '')) ?? []);
  return [...inside, ...named];
}

/** Follows each reference once, since policies can refer to each other in a circle. */
function onceEach(resolve: (reference: TreeElement) => TreeElement | undefined) {
  const followed = new Set<string>();
  return (reference: TreeElement): TreeElement | undefined => {
    const uri = attributeOf(reference, 'URI');
    if (followed.has(uri)) return undefined;
    followed.add(uri);
    return resolve(reference);
  };
}

function isAddressing({ local }: TreeElement): boolean {
  return local === 'UsingAddressing';
}

/** Outside of a policy it is a demand only if it says so (WS-Addressing 1.0 WSDL Binding, 3.1). */
function isMerelyKnown(element: TreeElement): boolean {
  const required = element.attributes.find(({ local }) => local === 'required')?.value.trim();
  return isAddressing(element) && required !== 'true' && required !== '1';
}

/** Elements of policies whose content is a text. */
const texts: ReadonlySet<string> = new Set(['XPath', 'XPath2', 'KeyType', 'TokenType']);

export function treeOf(text: string): TreeElement | undefined {
  try {
    return readTree(new TextEncoder().encode(text), { keepsContent: (_, local) => texts.has(local) }).root;
  } catch (error) {
    if (error instanceof XmlError) return undefined;
    throw error;
  }
}

export function attributeOf({ attributes }: TreeElement, local: string): string {
  return attributes.find((one) => one.local === local && one.namespace === '')?.value.trim() ?? '';
}
