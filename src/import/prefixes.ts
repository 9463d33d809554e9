import { type Contract, namespaceWords, type Schema, soapEncoding, xmlNamespace } from '../contract/index.ts';

/**
 * A prefix for each namespace of a contract: that of the file that declares it, unless it is one that tools number or that
 * says nothing, else a word of the namespace.
 */
export function chosenPrefixes({ schemas }: Contract, others: Iterable<string>): ReadonlyMap<string, string> {
  const prefixes = new Map<string, string>();
  const taken = new Set<string>();
  const take = (namespace: string, candidates: Iterable<string>): void => {
    for (const prefix of candidates) {
      if (taken.has(prefix)) continue;
      taken.add(prefix);
      prefixes.set(namespace, prefix);
      return;
    }
  };
  const declared: readonly Pick<Schema, 'targetNamespace' | 'prefix'>[] = schemas;
  for (const { targetNamespace, prefix } of [
    ...declared,
    ...[...others].map((targetNamespace) => ({ targetNamespace, prefix: undefined })),
  ]) {
    if (prefixes.has(targetNamespace) || targetNamespace === xmlNamespace) continue;
    take(targetNamespace, candidatesOf(targetNamespace, prefix));
  }
  return prefixes;
}

function* candidatesOf(namespace: string, prefix: string | undefined): Iterable<string> {
  if (namespace === '') yield 'none';
  if (namespace === soapEncoding) yield 'soapenc';
  if (prefix !== undefined && !meaningless.test(prefix) && !reserved.test(prefix)) yield prefix;
  const words = namespaceWords(namespace).map((word) => word.charAt(0).toLowerCase() + word.slice(1));
  const usable = words.filter((word) => /^[a-z][A-Za-z0-9]{0,19}$/.test(word) && !reserved.test(word));
  yield* usable;
  const [word = 'ns'] = usable;
  for (let count = 2; ; count++) yield `${word}${count}`;
}

/** Prefixes that tools count or use for whatever namespace is at hand. */
const meaningless = /^(?:ns|n|q|s|p|x|ax|tns|typens|impl|intf|this|_)\d*$|[._]\d|^_|\d{3}/i;

/** What the language reserves, and names that would read like one of those. */
const reserved = /^(?:xml.*|xsd?|xsi|any|other|none|soap\w*|wsdl|sw)$/i;
