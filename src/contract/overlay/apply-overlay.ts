import { overlay as kinds, type Marks } from '../../diagnostics/index.ts';
import { ComponentIndex, type Contract } from '../model/index.ts';
import { addHeaders } from './added-headers.ts';
import { type Annotation, annotationOf } from './annotations.ts';
import { checkOperations } from './check-operations.ts';
import { ComponentPaths } from './component-paths.ts';
import type { Component } from './components.ts';
import type { AnnotatedPath, Overlay } from './read-overlay.ts';

/** A contract as an overlay changes it. */
export interface Annotated {
  readonly contract: Contract;
  /** Objects of the contract that were copied, with their copies. All others are the same objects. */
  readonly copies: ReadonlyMap<object, object>;
}

/**
 * Applies an overlay to a contract with all its components, those included that are not chosen later. Mistakes are
 * among the findings of the overlay.
 *
 * @param marks get the positions of what the overlay adds.
 */
export function applyOverlay(overlay: Overlay, given: Contract, marks: Marks): Annotated {
  const copies = new Map<object, object>();
  const contract = addHeaders(overlay, given, marks, copies);
  const { findings, prefixes, name, doc, options, operations, addressing, security } = overlay;
  const index = new ComponentIndex(contract);
  const paths = new ComponentPaths(contract, prefixes);
  const annotations = new Map<object, Annotation>();
  for (const one of overlay.components) annotate(one, paths, annotations, index);
  checkOperations(operations ?? [], paths.operations, findings);
  if (name !== undefined) for (const service of contract.services) annotations.set(service, { typeScriptName: name });
  if (security !== undefined) {
    for (const port of contract.services.flatMap(({ ports }) => ports)) annotations.set(port, { security });
  }
  annotations.set(contract, {
    ...(doc !== undefined && { doc }),
    // What the WSDL says goes before it.
    ...(addressing !== undefined && { addressing: { version: addressing, required: true } }),
    options: { ...contract.options, ...options },
  });
  const changed = copyWith(contract, annotations, copies);
  return { contract: changed, copies };
}

function annotate(
  { path, entries }: AnnotatedPath,
  paths: ComponentPaths,
  annotations: Map<object, Annotation>,
  index: ComponentIndex,
): void {
  for (const component of findComponents({ path, entries }, paths)) {
    const annotation = annotationOf(component, entries, index);
    const existing = annotations.get(component.target) ?? {};
    const key = Object.keys(annotation).find((one) => one in existing);
    if (key !== undefined) {
      const shown = { typeScriptName: 'name', returns: 'unwrap' }[key] ?? key;
      entries.findings.add(kinds.saidTwice, { key: shown, path: path.text }, path.at);
    }
    annotations.set(component.target, { ...existing, ...annotation });
  }
}

function findComponents({ path, entries: { findings } }: AnnotatedPath, paths: ComponentPaths): readonly Component[] {
  const found = paths.find(path.text);
  const parameters = { path: path.text };
  switch (found.kind) {
    case 'found':
      return found.components;
    case 'typed': {
      const { element, type, instead } = found;
      findings.add(kinds.pathThroughType, { ...parameters, element, type, instead }, path.at);
      return [];
    }
    case 'ambiguous':
      findings.add(kinds.ambiguousPath, { ...parameters, candidates: found.candidates }, path.at);
      return [];
    case 'prefix':
      findings.add(kinds.unknownPrefix, { ...parameters, prefix: found.prefix }, path.at);
      return [];
    default: {
      const { name, owner, among } = found;
      const details = { didYouMean: { name: path.text, among } };
      findings.add(kinds.unknownPath, { ...parameters, name: `"${name}"`, owner }, path.at, details);
      return [];
    }
  }
}

/** Copies plain data with annotations added to some objects. Parts without any are shared, not copied. */
function copyWith<T>(part: T, annotations: ReadonlyMap<object, Annotation>, copies: Map<object, object>): T {
  if (typeof part !== 'object' || part === null) return part;
  const existing = copies.get(part);
  if (existing !== undefined) return existing as T;
  let changes: Record<string, unknown> | undefined = annotations.has(part) ? {} : undefined;
  for (const key in part) {
    if (key === 'origin') continue;
    const inner = part[key];
    const copy = copyWith(inner, annotations, copies);
    if (copy === inner) continue;
    changes ??= {};
    changes[key] = copy;
  }
  if (changes === undefined) return part;
  const copy = Array.isArray(part)
    ? Object.assign([...part], changes)
    : { ...part, ...changes, ...annotations.get(part) };
  copies.set(part, copy);
  return copy as T;
}
