import { addressingNamespaces, blockNames } from '../addressing/block-names.ts';
import type { EnvelopeOptions } from '../soap/envelope-reader.ts';
import { type HeaderContent, hasNamespace } from '../soap/header-type.ts';
import type { QName } from '../types/qname.ts';

const addressing: readonly QName[] = addressingNamespaces.flatMap((namespace) => blockNames({ namespace }));

/** WS-Security 1.0 and 1.1. */
const security = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd';

/**
 * Options by which further blocks of a response count as understood: those of WS-Addressing, since nothing is ever sent to an
 * address in them, and one of WS-Security if the call sends one.
 */
export function withUnderstood(
  options: EnvelopeOptions,
  { headerBlocks }: { readonly headerBlocks: readonly HeaderContent[] },
): EnvelopeOptions {
  const sendsSecurity = headerBlocks.some((block) => hasNamespace(block, security));
  const known = sendsSecurity ? [...addressing, { namespace: security, local: 'Security' }] : addressing;
  return { ...options, understood: [...(options.understood ?? []), ...known] };
}
