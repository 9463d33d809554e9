import { type Findings, source as kinds } from '../../diagnostics/index.ts';
import { documentWithKey } from '../language/habits.ts';
import type { MapNode } from './yaml-node.ts';

/** Reports a document other than a contract. */
export function isNoContract(map: MapNode, findings: Findings): boolean {
  const has = (name: string): boolean => map.entries.some(({ key }) => key.text === name);
  const isConfiguration = has('generate') && !has('service');
  return reportOther(map, 'a contract', isConfiguration ? 'generate' : undefined, 'a configuration', findings);
}

/** Reports a document other than a soapwright.yaml. */
export function isNoConfiguration(map: MapNode, findings: Findings): boolean {
  const has = (name: string): boolean => map.entries.some(({ key }) => key.text === name);
  const isContract = has('operations') && has('service') && !has('generate');
  return reportOther(map, 'a soapwright.yaml', isContract ? 'operations' : undefined, 'a contract', findings);
}

/** @param telling the key that tells that the document is of the kind `found`. */
function reportOther(
  { entries }: MapNode,
  expected: string,
  telling: string | undefined,
  found: string,
  findings: Findings,
): boolean {
  const other = entries.find(({ key }) => key.text === telling || documentWithKey(key.text) !== undefined);
  if (other === undefined) return false;
  findings.add(kinds.otherDocument, { expected, found: documentWithKey(other.key.text) ?? found }, other.key.at);
  return true;
}
