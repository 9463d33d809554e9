import { soapEncoding, soapEncoding12 } from './encoded-types.ts';
import type { Contract, Schema } from './model.ts';
import { namespaceWords } from './namespace-words.ts';
import { isNCName, xmlNamespace } from './qualified-name.ts';

/**
 * A prefix of its own for each namespace: that of the schema, unless another one has it or it is reserved, else a word of
 * the namespace.
 *
 * @param others namespaces without a schema that need prefixes too.
 */
export function chosenPrefixes(
  { schemas, unreached = [] }: Pick<Contract, 'schemas' | 'unreached'>,
  others: readonly string[] = [],
): ReadonlyMap<string, string> {
  const prefixes = new Map<string, string>();
  const taken = new Set<string>();
  const counts = new Map<string, number>();
  const more = others.map((targetNamespace): Pick<Schema, 'targetNamespace' | 'prefix'> => ({ targetNamespace }));
  for (const { targetNamespace, prefix } of [...schemas, ...unreached, ...more]) {
    if (prefixes.has(targetNamespace) || targetNamespace === xmlNamespace) continue;
    for (const candidate of candidatesOf(targetNamespace, prefix, counts)) {
      if (taken.has(candidate)) continue;
      taken.add(candidate);
      prefixes.set(targetNamespace, candidate);
      break;
    }
  }
  return prefixes;
}

/** @param counts the last number of each word, so that a word of many namespaces needs no search. */
function* candidatesOf(namespace: string, prefix: string | undefined, counts: Map<string, number>): Iterable<string> {
  if (namespace === '') yield 'none';
  if (namespace === soapEncoding) yield 'soapenc';
  if (namespace === soapEncoding12) yield 'soapenc12';
  if (prefix !== undefined && isUsable(prefix)) yield prefix;
  const words = namespaceWords(namespace).map((word) => word.charAt(0).toLowerCase() + word.slice(1));
  const usable = words.filter((word) => /^[a-z][A-Za-z0-9]{0,19}$/.test(word) && isUsable(word));
  yield* usable;
  const [word = 'ns'] = usable;
  for (let count = (counts.get(word) ?? 1) + 1; ; count++) {
    counts.set(word, count);
    yield `${word}${count}`;
  }
}

/** Not one that the language, a WSDL or an envelope uses for something else. */
function isUsable(prefix: string): boolean {
  return isNCName(prefix) && !/^(?:xml.*|xsd?|xsi|any|other|none|soap\w*|wsdl|sw|tns|_t|_\d+)$/i.test(prefix);
}
