import { type QName, sameName } from '../types/qname.ts';
import type { AnyServerOperation } from './operation.ts';

/** The request headers that the operations of a service declare. They count as understood (rule D5). */
export function declaredHeaders(operations: readonly AnyServerOperation<unknown, unknown>[]): {
  readonly understood: readonly QName[];
  readonly roles: readonly string[];
} {
  const understood: QName[] = [];
  const roles = new Set<string>();
  for (const { headers } of operations) {
    for (const { header } of headers?.input ?? []) {
      if (!understood.some((name) => sameName(name, header.tag))) understood.push(header.tag);
      if (header.role !== undefined) roles.add(header.role);
    }
  }
  return { understood, roles: [...roles] };
}
