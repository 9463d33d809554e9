import type { Contract } from './model.ts';

/**
 * Prefixes by namespace, those of the schemas behind the fixed ones: a schema has its own where that is free, else one
 * with a number, so that another with a prefix of its own moves none.
 *
 * @param fixed namespaces by prefix.
 */
export function schemaPrefixes(
  { schemas }: Pick<Contract, 'schemas'>,
  fixed: Readonly<Record<string, string>>,
): ReadonlyMap<string, string> {
  const prefixes = new Map(Object.entries(fixed).map(([prefix, namespace]) => [namespace, prefix]));
  const taken = new Set(Object.keys(fixed));
  const wanted = new Set(schemas.map(({ prefix }) => prefix));
  let count = 0;
  for (const { targetNamespace, prefix } of schemas) {
    if (targetNamespace === '' || prefixes.has(targetNamespace)) continue;
    let chosen = prefix !== undefined && isFree(prefix, taken) ? prefix : undefined;
    while (chosen === undefined) {
      const next = `ns${++count}`;
      if (!taken.has(next) && !wanted.has(next)) chosen = next;
    }
    taken.add(chosen);
    prefixes.set(targetNamespace, chosen);
  }
  return prefixes;
}

/**
 * Those that begin with xml are reserved; `xsi`, `_t`, `_1` and so on are the writer's own. What envelopes and the WSDL
 * call their namespaces is nothing else anywhere, so that messages and the WSDL name a schema alike.
 */
function isFree(prefix: string, taken: ReadonlySet<string>): boolean {
  const isName = /^[\p{L}_][\p{L}\p{Nd}._-]*$/u.test(prefix);
  const isOurs = /^(?:xml.*|xsi|_t|_\d+)$/i.test(prefix) || /^(?:wsdl|soap|soap12|xs|sw|tns)$/.test(prefix);
  return isName && !isOurs && !taken.has(prefix);
}
