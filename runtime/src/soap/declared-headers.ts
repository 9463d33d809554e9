import type { ReaderOptions } from '../xml/bytes-reader.ts';
import type { HeaderBlock } from './header-block.ts';
import { HeaderFault } from './header-fault.ts';
import type { HeaderUse } from './header-type.ts';
import type { AnyServerOperation } from './operation.ts';
import type { QName } from './qname.ts';

/**
 * Reads the header blocks that an operation declares, so that `HeaderType.of` has them.
 *
 * @throws {SoapFault} `Sender` for one that is required and missing, is there twice, or does not read.
 */
export function checkHeaders(
  declared: readonly HeaderUse[],
  blocks: readonly HeaderBlock[],
  options: ReaderOptions,
): void {
  for (const { header, required } of declared) {
    if (header.read(blocks, options) === undefined && required) throw HeaderFault.missing(header.tag);
  }
}

/** What the operations of a service declare for their requests: any of it may ask to be understood (rule D5). */
export function declaredHeaders(operations: readonly AnyServerOperation<unknown, unknown>[]): {
  readonly understood: readonly QName[];
  readonly roles: readonly string[];
} {
  const understood: QName[] = [];
  const roles = new Set<string>();
  for (const { headers } of operations) {
    for (const { header } of headers?.input ?? []) {
      const { namespace, local } = header.tag;
      if (!understood.some((name) => name.local === local && name.namespace === namespace)) {
        understood.push({ namespace, local });
      }
      if (header.role !== undefined) roles.add(header.role);
    }
  }
  return { understood, roles: [...roles] };
}
