import type { TreeElement } from '@soapwright/runtime/xml';
import type { MessagePart } from '../model/index.ts';
import type { PartFacts } from './policy-facts.ts';
import { attributeOf } from './policy-subjects.ts';

const envelopes: ReadonlySet<string> = new Set([
  'http://schemas.xmlsoap.org/soap/envelope/',
  'http://www.w3.org/2003/05/soap-envelope',
]);
const securityHeader = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd';

/** The parts of `sp:SignedParts` or `sp:EncryptedParts`; without any, the Body and, of what is signed, all header blocks. */
export function partsOfAssertion(element: TreeElement, use: 'signed' | 'encrypted'): PartFacts {
  const { local, children } = element;
  if (children.length === 0) return use === 'signed' ? { signed: ['Body', 'Headers'] } : { encrypted: ['Body'] };
  const found: MessagePart[] = [];
  const unmet: string[] = [];
  for (const child of children) {
    const part = partOfElement(child);
    if (part === undefined || (use === 'encrypted' && typeof part === 'object' && part.local === undefined)) {
      unmet.push(child.local === 'Header' ? local : child.local);
    } else found.push(part);
  }
  return facts(use, found, unmet);
}

function partOfElement(element: TreeElement): MessagePart | undefined {
  if (element.local === 'Body') return 'Body';
  if (element.local !== 'Header') return undefined;
  const [local, namespace] = [attributeOf(element, 'Name'), attributeOf(element, 'Namespace')];
  if (namespace === '') return undefined;
  return local === '' ? { namespace } : { namespace, local };
}

/** The parts that expressions of XPath mean, where they are paths of names; `unmet` names the assertion otherwise. */
export function partsOfPaths(element: TreeElement, use: 'signed' | 'encrypted' | 'required'): PartFacts {
  const found: MessagePart[] = [];
  const unmet: string[] = [];
  for (const child of element.children) {
    const part = child.local === 'XPath' ? partOfPath(child, use) : undefined;
    if (part === undefined) unmet.push(element.local);
    else found.push(part);
  }
  return facts(use, found, unmet);
}

/** Header blocks that messages must have. */
export function requiredParts({ children }: TreeElement): PartFacts {
  const found = children.flatMap((child) => partOfElement(child) ?? []);
  return facts('required', found, []);
}

function facts(use: 'signed' | 'encrypted' | 'required', found: readonly MessagePart[], unmet: readonly string[]) {
  return { ...(found.length > 0 && { [use]: found }), ...(unmet.length > 0 && { unmet: [...new Set(unmet)] }) };
}

interface Step {
  readonly namespace: string;
  readonly local: string;
}

/** A path from the Envelope to the Body, to a header block or to a UsernameToken; of what is encrypted, to any element. */
function partOfPath(element: TreeElement, use: 'signed' | 'encrypted' | 'required'): MessagePart | undefined {
  const text = (element.content ?? '').trim();
  const isAnywhere = text.startsWith('//');
  const steps = stepsOf(isAnywhere ? text.slice(1) : text, element);
  const last = steps?.at(-1);
  if (steps === undefined || last === undefined) return undefined;
  if (isAnywhere) return use === 'encrypted' && steps.length === 1 ? last : undefined;
  const [envelope, place, block, item, deeper] = steps;
  if (envelope?.local !== 'Envelope' || !envelopes.has(envelope.namespace)) return undefined;
  if (place?.namespace !== envelope.namespace) return undefined;
  if (place.local === 'Body') {
    // Only the content of the Body is encrypted, not the element.
    if (block === undefined) return use === 'signed' ? 'Body' : undefined;
    return use === 'encrypted' ? last : undefined;
  }
  if (place.local !== 'Header' || block === undefined || deeper !== undefined) return undefined;
  if (item === undefined) return block.namespace === securityHeader ? undefined : block;
  const isToken = block.namespace === securityHeader && item.namespace === securityHeader;
  return isToken && item.local === 'UsernameToken' ? 'UsernameToken' : undefined;
}

const nameStep = /^\/(?:([\p{L}_][\p{L}\p{N}._-]*):)?([\p{L}_][\p{L}\p{N}._-]*)/u;
const testStep =
  /^\/\*\[\s*(?:local-name\(\)\s*=\s*(['"])([^'"]*)\1\s+and\s+namespace-uri\(\)\s*=\s*(['"])([^'"]*)\3|namespace-uri\(\)\s*=\s*(['"])([^'"]*)\5\s+and\s+local-name\(\)\s*=\s*(['"])([^'"]*)\7)\s*\]/;

/** The names of a path such as `/s:Envelope/s:Body` or with tests of names; undefined for any other expression. */
function stepsOf(text: string, { scope }: TreeElement): readonly Step[] | undefined {
  const steps: Step[] = [];
  let rest = text;
  while (rest !== '') {
    const test = testStep.exec(rest);
    const name = test === null ? nameStep.exec(rest) : null;
    if (test !== null) steps.push({ namespace: test[4] ?? test[6] ?? '', local: test[2] ?? test[8] ?? '' });
    else if (name !== null) {
      // In XPath 1.0 a name without a prefix is in no namespace.
      const namespace = name[1] === undefined ? '' : namespaceOf(name[1], scope);
      if (namespace === undefined) return undefined;
      steps.push({ namespace, local: name[2] ?? '' });
    } else return undefined;
    rest = rest.slice((test ?? name)?.[0].length);
  }
  return steps;
}

function namespaceOf(prefix: string, scope: TreeElement['scope']): string | undefined {
  for (let at = scope; at !== undefined; at = at.outer) if (at.prefix === prefix) return at.namespace;
  return undefined;
}
