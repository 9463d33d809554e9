import { type Findings, source } from '../../../diagnostics/index.ts';
import { distinctDemands, httpSchemes, type SecurityDemand, tokenTypes } from '../../model/index.ts';
import { readConstruct } from '../entries.ts';
import { readMap } from '../values.ts';
import type { MapEntry, YamlNode } from '../yaml-node.ts';
import { readMessageDemand } from './message-security.ts';

/** The alternatives of `security`; undefined without the key. */
export function readSecurity(entry: MapEntry | undefined, findings: Findings): readonly SecurityDemand[] | undefined {
  if (entry === undefined) return undefined;
  const { value } = entry;
  const alternatives = value.kind === 'list' ? value.items : [value];
  if (alternatives.length === 0) findings.add(source.emptyList, { what: '"security"' }, value.at);
  return distinctDemands(alternatives.flatMap((one) => readDemand(one, findings) ?? []));
}

/** Whether callers need, or may send, anything. */
export function isDemanding(security: readonly SecurityDemand[]): boolean {
  return security.some((one) => Object.keys(one).length > 0);
}

function readDemand(node: YamlNode, findings: Findings): SecurityDemand | undefined {
  const map = readMap(node, '"security"', findings);
  if (map === undefined) return undefined;
  const entries = readConstruct(map, 'security', findings);
  const usernameToken = entries.choice('usernameToken', tokenTypes, 'type of password');
  const httpAuthentication = entries.choice('httpAuthentication', httpSchemes, 'scheme of HTTP authentication');
  return {
    ...(usernameToken && { usernameToken }),
    ...(entries.flag('timestamp') && { timestamp: true }),
    ...(httpAuthentication && { httpAuthentication }),
    ...(entries.flag('clientCertificate') && { clientCertificate: true }),
    ...readMessageDemand(entries, map.at, findings),
  };
}
