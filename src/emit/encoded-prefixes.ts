import { type QName, type ResolvedService, soapEncoding, soapEncoding12, xmlNamespace } from '../contract/index.ts';

const instance = 'http://www.w3.org/2001/XMLSchema-instance';

/** Prefixes that every root of encoded content declares, and that of the envelope. */
const fixed: ReadonlyMap<string, string> = new Map([
  ['http://www.w3.org/2001/XMLSchema', 'xsd'],
  // The prefix is that of the encoding of the message.
  [soapEncoding, 'soapenc'],
  [soapEncoding12, 'soapenc'],
]);
const reserved: ReadonlySet<string> = new Set([...fixed.values(), 'xsi', 'soap']);

type Prefixes = ResolvedService['prefixes'];

const known: WeakMap<Prefixes, Prefixes> = new WeakMap();

/** The prefixes of the contract's namespaces in encoded messages, other than `xsd`, `soapenc` and `xsi`. */
export function encodedPrefixes({ prefixes }: Pick<ResolvedService, 'prefixes'>): Prefixes {
  const existing = known.get(prefixes);
  if (existing !== undefined) return existing;
  const taken = new Set([...prefixes.values(), ...reserved]);
  const own = new Map<string, string>();
  for (const [namespace, prefix] of prefixes) {
    if (namespace === '' || namespace === xmlNamespace || namespace === instance || fixed.has(namespace)) continue;
    let chosen = prefix;
    while (reserved.has(prefix) && taken.has(chosen)) chosen += '_';
    taken.add(chosen);
    own.set(namespace, chosen);
  }
  known.set(prefixes, own);
  return own;
}

/** A name of a type as xsi:type and arrayType have it; undefined for one of no schema of the contract. */
export function prefixedName(
  { namespace, local }: QName,
  service: Pick<ResolvedService, 'prefixes'>,
): string | undefined {
  if (namespace === '') return local;
  const prefix = fixed.get(namespace) ?? encodedPrefixes(service).get(namespace);
  return prefix === undefined ? undefined : `${prefix}:${local}`;
}
