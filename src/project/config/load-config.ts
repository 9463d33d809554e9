import { posix } from 'node:path';
import type { MapEntry, MapNode, Overrides, ServiceChoice, YamlNode } from '../../contract/index.ts';
import {
  sides as allSides,
  checkOverrides,
  checkVersion,
  type Entries,
  importExtensions,
  isNoConfiguration,
  type Located,
  maxParts,
  readConstruct,
  readings,
  readList,
  readMap,
  readName,
  readNames,
  readYaml,
} from '../../contract/index.ts';
import { Findings, inFileOrder, config as kinds, type Source, source as structure } from '../../diagnostics/index.ts';
import { isAbsolute, type LoadedConfig, type Target, targetOf, withForwardSlashes } from './target.ts';

/** Reads a soapwright.yaml. Its paths are relative to the folder of `source.file`. */
export function loadConfig(source: Source): LoadedConfig {
  const findings = new Findings(source);
  const root = readYaml(findings);
  const targets = root === undefined ? [] : readTargets(root, posix.dirname(withForwardSlashes(source.file)), findings);
  checkFolders(targets, findings);
  const diagnostics = inFileOrder(findings.diagnostics);
  return findings.hasErrors
    ? { diagnostics }
    : { config: { targets: targets.map(({ target }) => target) }, diagnostics };
}

interface LocatedTarget {
  readonly target: Target;
  readonly out: Located;
}

function readTargets(root: YamlNode, folder: string, findings: Findings): readonly LocatedTarget[] {
  const map = readMap(root, 'A soapwright.yaml', findings);
  if (map === undefined || isNoConfiguration(map, findings)) return [];
  if (!checkVersion(map, 'soapwright.yaml', findings)) return [];
  const generate = readConstruct(map, 'configuration', findings, { at: startOf(map) }).get('generate');
  const list = generate && readList(generate, findings);
  if (list?.items.length === 0) findings.add(structure.emptyList, { what: '"generate"' }, list.at);
  return list?.items.flatMap((item) => readTarget(item, folder, findings) ?? []) ?? [];
}

function readTarget(item: YamlNode, folder: string, findings: Findings): LocatedTarget | undefined {
  const map = readMap(item, 'An entry of "generate"', findings);
  if (map === undefined) return undefined;
  const entries = readConstruct(map, 'target', findings, { at: startOf(map) });
  const schema = readPath(entries.get('schema'), findings);
  const out = readPath(entries.get('out'), findings);
  const handlers = readPath(entries.get('handlers'), findings);
  const handlersImport = entries.name('handlersImport');
  if (entries.has('handlersImport') && !entries.has('handlers')) {
    findings.add(kinds.importWithoutHandlers, {}, entries.get('handlersImport')?.key.at);
  }
  const importExtension = entries.choice('importExtension', importExtensions, 'import extension');
  const reading = entries.choice('reading', readings, 'way of reading');
  const sides = entries.choice('sides', allSides, 'side');
  if (sides === 'client' && handlers !== undefined) {
    findings.add(kinds.handlersOfClient, {}, entries.get('sides')?.key.at);
  }
  const overrides = readOverrides(entries);
  const choice = readChoiceOfService(entries);
  const overlay = readPath(entries.get('overlay'), findings);
  const allowedPaths = namesOf(entries.get('allowPaths'), findings);
  const plugins = readPaths(entries.get('plugins'), findings);
  const placeOf = (path: Located | undefined) => path && findings.place(path.at);
  if (schema === undefined || out === undefined) return undefined;
  const settings = {
    schema: schema.text,
    out: out.text,
    handlers: handlers?.text,
    handlersImport: handlersImport?.text,
    importExtension,
    reading,
    sides,
    parts: readParts(entries),
    overrides,
    choice,
    overlay: overlay?.text,
    allowedPaths,
    plugins: plugins.map(({ text }) => text),
    places: {
      schema: findings.place(schema.at),
      out: findings.place(out.at),
      handlers: placeOf(handlers),
      overlay: placeOf(overlay),
      plugins: plugins.map(({ at }) => findings.place(at)),
    },
  };
  if (schema !== undefined) checkLanguage(schema.text, entries);
  return { target: targetOf(settings, folder), out };
}

/** Keys that only a WSDL, or only a contract in YAML, has. */
const keysOfWsdl = ['service', 'port', 'operations', 'overlay', 'allowPaths'] as const;
const keysOfYaml = ['namespace', 'baseUrl', 'serviceFile'] as const;

/** Reports keys that do not fit the language of the contract, by the name of its file. */
function checkLanguage(schema: string, entries: Entries): void {
  const isYaml = /\.(?:ya?ml|json)$/i.test(schema);
  const isWsdl = /\.wsdl$/i.test(schema);
  const wrong = isYaml ? keysOfWsdl : isWsdl ? keysOfYaml : [];
  for (const key of wrong) {
    const entry = entries.get(key);
    if (entry === undefined) continue;
    const language = isYaml ? 'a WSDL' : 'a contract in YAML';
    entries.findings.add(kinds.keyOfOtherLanguage, { key, language, schema }, entry.key.at);
  }
}

function readChoiceOfService(entries: Entries): ServiceChoice {
  const service = entries.name('service')?.text;
  const port = entries.name('port')?.text;
  const operations = entries.get('operations');
  return {
    ...(service !== undefined && { service }),
    ...(port !== undefined && { port }),
    ...(operations !== undefined && { operations: namesOf(operations, entries.findings) }),
  };
}

function namesOf(entry: MapEntry | undefined, findings: Findings): readonly string[] {
  return entry === undefined ? [] : readNames(entry, findings).map(({ text }) => text);
}

function readParts(entries: Entries): number | undefined {
  const text = entries.name('parts');
  if (text === undefined) return undefined;
  const parts = /^[1-9]\d{0,2}$/.test(text.text) ? Number(text.text) : 0;
  if (parts >= 1 && parts <= maxParts) return parts;
  entries.findings.add(kinds.badParts, { parts: text.text, most: maxParts }, text.at);
  return undefined;
}

function readPath(entry: MapEntry | undefined, findings: Findings): Located | undefined {
  const path = entry && readName(entry, findings);
  if (entry === undefined || path === undefined) return undefined;
  if (!isAbsolute(path.text) && !path.text.includes('\0')) return path;
  findings.add(kinds.outsidePath, { key: entry.key.text, path: path.text }, path.at);
  return undefined;
}

function readPaths(entry: MapEntry | undefined, findings: Findings): readonly Located[] {
  const paths = entry === undefined ? [] : readNames(entry, findings);
  const key = entry?.key.text ?? '';
  return paths.flatMap((path) => {
    const { text, at } = path;
    if (!isAbsolute(text) && !text.includes('\0')) return [path];
    findings.add(kinds.outsidePath, { key, path: text }, at);
    return [];
  });
}

function readOverrides(entries: Entries): Overrides {
  const { findings } = entries;
  const overrides: Record<string, string> = {};
  for (const key of ['namespace', 'baseUrl', 'serviceFile'] as const) {
    const value = entries.name(key);
    if (value === undefined) continue;
    overrides[key] = value.text;
    const place = findings.place(value.at);
    findings.addAll(checkOverrides({ [key]: value.text }).map((diagnostic) => ({ ...diagnostic, ...place })));
  }
  return overrides;
}

/** Each target owns its output folder: it would delete the files of another target as stale. */
function checkFolders(targets: readonly LocatedTarget[], findings: Findings): void {
  const byFolder = new Map<string, Located>();
  for (const { target, out } of targets) {
    const first = byFolder.get(target.out);
    if (first === undefined) {
      byFolder.set(target.out, out);
      continue;
    }
    const related = [{ at: first.at, message: 'The other one is here.' }];
    findings.add(kinds.sameOut, { out: target.out }, out.at, { related });
  }
  for (const { target, out } of targets) {
    for (const folder of parentsOf(target.out)) {
      if (byFolder.has(folder)) findings.add(kinds.nestedOut, { inner: target.out, outer: folder }, out.at);
    }
  }
}

/** For `a/b/c`: `a/b`, `a` and `.`. */
function parentsOf(path: string): readonly string[] {
  const folders: string[] = [];
  for (let inner = path, outer = posix.dirname(path); outer !== inner; inner = outer, outer = posix.dirname(outer)) {
    folders.push(outer);
  }
  return folders;
}

/** The first key, since the whole map would be too long to underline. */
function startOf(map: MapNode) {
  return map.entries[0]?.key.at ?? map.at;
}
