import type { MapNode, YamlNode } from '../../contract/index.ts';
import { type Findings, source } from '../../diagnostics/index.ts';

/**
 * The entries of a map. Another value than a map, and unknown keys, are reported.
 *
 * @param known keys; undefined for any.
 * @param where names the map in messages, as in `An example`.
 */
export function knownEntries(
  node: YamlNode,
  known: readonly string[] | undefined,
  where: string,
  findings: Findings,
): MapNode['entries'] | undefined {
  if (node.kind !== 'map') {
    findings.add(source.notAMap, { what: where }, node.at);
    return undefined;
  }
  for (const { key } of node.entries) {
    if (known === undefined || known.includes(key.text)) continue;
    const parameters = { key: key.text, where: where.toLowerCase(), known };
    findings.add(source.unknownKey, parameters, key.at, { didYouMean: { name: key.text, among: known } });
  }
  return node.entries;
}
