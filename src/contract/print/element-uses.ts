import { type Contract, nameKey, namesReferredTo } from '../model/index.ts';
import type { BoundOperation } from './bodies.ts';

/** How often messages, headers, faults and types of a contract refer to each global element, by the keys of their names. */
export function elementUses(contract: Contract, operations: readonly BoundOperation[]): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  const count = (key: string): void => {
    uses.set(key, (uses.get(key) ?? 0) + 1);
  };
  for (const { parts } of contract.messages) {
    for (const { content } of parts) if (content.kind === 'element') count(nameKey(content.name));
  }
  // Several operations can have the same message.
  const seen = new Set<string>();
  for (const { request, response } of operations) {
    for (const body of [request, response]) {
      const key = body && nameKey(body.message.name);
      if (key === undefined) continue;
      if (seen.has(key))
        for (const { content } of body?.parts ?? []) if (content.kind === 'element') count(nameKey(content.name));
      seen.add(key);
    }
  }
  // A fault can have the message of a body.
  const ofFaults = operations.flatMap(({ operation }) => operation.faults.map(({ message }) => nameKey(message)));
  const shared = new Set(ofFaults.filter((key) => seen.has(key)));
  for (const { name, parts } of contract.messages) {
    if (!shared.has(nameKey(name))) continue;
    for (const { content } of parts) if (content.kind === 'element') count(nameKey(content.name));
  }
  for (const name of namesReferredTo(contract.schemas, 'element')) count(nameKey(name));
  for (const { substitutionGroup } of contract.schemas.flatMap(({ elements }) => elements)) {
    if (substitutionGroup !== undefined) count(nameKey(substitutionGroup));
  }
  return uses;
}
