import type { Findings } from '../../diagnostics/index.ts';
import { addressingVersions } from '../language/index.ts';
import { type ContractAddressing, type ContractOptions, mappings, type Port } from '../model/index.ts';
import { readSecurity } from '../yaml/build/security.ts';
import { type Entries, readConstruct } from '../yaml/entries.ts';
import { checkVersion, type Located, readIdentifier, readMap, readName, readNames } from '../yaml/values.ts';
import { readYaml } from '../yaml/yaml.ts';
import type { MapEntry } from '../yaml/yaml-node.ts';

/** An overlay as read, before it meets a contract. */
export interface Overlay {
  readonly name: string | undefined;
  readonly doc: string | undefined;
  /** Namespaces by their prefixes. */
  readonly prefixes: ReadonlyMap<string, string>;
  readonly options: Partial<ContractOptions>;
  readonly operations: readonly Located[] | undefined;
  readonly addressing: ContractAddressing['version'] | undefined;
  readonly security: Port['security'];
  readonly headers: readonly HeaderEntry[];
  readonly components: readonly AnnotatedPath[];
  readonly findings: Findings;
}

/** One entry of `headers`. */
export interface HeaderEntry {
  readonly entry: MapEntry;
  readonly entries: Entries;
}

/** One entry of `components`. */
export interface AnnotatedPath {
  readonly path: Located;
  readonly entries: Entries;
}

/** Reads an overlay: whatever of it can be understood, so that one run finds all mistakes. */
export function readOverlay(findings: Findings): Overlay | undefined {
  const root = readYaml(findings);
  const map = root && readMap(root, 'An overlay', findings);
  if (map === undefined || !checkVersion(map, 'overlay', findings)) return undefined;
  const entries = readConstruct(map, 'overlay', findings);
  const operations = entries.get('operations');
  return {
    name: readIdentifier(entries.get('name'), 'top', findings),
    doc: entries.doc(),
    prefixes: readPrefixes(entries.get('namespaces'), findings),
    options: readOptions(entries.get('options'), findings),
    operations: operations && readNames(operations, findings),
    addressing: entries.choice('addressing', addressingVersions, 'version of WS-Addressing'),
    security: readSecurity(entries.get('security'), findings),
    headers: readHeaders(entries.get('headers'), findings),
    components: readComponents(entries.get('components'), findings),
    findings,
  };
}

function readPrefixes(entry: MapEntry | undefined, findings: Findings): ReadonlyMap<string, string> {
  const prefixes = new Map<string, string>();
  for (const one of entriesOf(entry, '"namespaces"', findings)) {
    const uri = readName(one, findings);
    if (uri !== undefined) prefixes.set(one.key.text, uri.text);
  }
  return prefixes;
}

/** Only those that the overlay has: the WSDL decides the others. */
function readOptions(entry: MapEntry | undefined, findings: Findings): Partial<ContractOptions> {
  const map = entry && readMap(entry.value, '"options"', findings);
  if (map === undefined) return {};
  const entries = readConstruct(map, 'options', findings);
  const options: Record<string, string> = {};
  for (const key of Object.keys(mappings) as (keyof typeof mappings)[]) {
    const word = entries.choice(key, mappings[key], `mapping of ${key}`);
    if (word !== undefined) options[key] = word;
  }
  return options;
}

function readHeaders(section: MapEntry | undefined, findings: Findings): readonly HeaderEntry[] {
  return entriesOf(section, '"headers"', findings).flatMap((entry) => {
    const map = readMap(entry.value, `The header block "${entry.key.text}"`, findings);
    return map === undefined ? [] : [{ entry, entries: readConstruct(map, 'addedHeader', findings) }];
  });
}

function readComponents(entry: MapEntry | undefined, findings: Findings): readonly AnnotatedPath[] {
  return entriesOf(entry, '"components"', findings).flatMap(({ key, value }) => {
    const map = readMap(value, `The component "${key.text}"`, findings);
    return map === undefined ? [] : [{ path: key, entries: readConstruct(map, 'component', findings) }];
  });
}

function entriesOf(entry: MapEntry | undefined, what: string, findings: Findings): readonly MapEntry[] {
  return (entry && readMap(entry.value, what, findings)?.entries) ?? [];
}
