import type { EnvelopeOptions } from '../soap/envelope-reader.ts';
import type { HeaderContent } from '../soap/header-type.ts';
import type { QName } from '../types/qname.ts';

const addressing: readonly QName[] = [
  'http://www.w3.org/2005/08/addressing',
  'http://schemas.xmlsoap.org/ws/2004/08/addressing',
].flatMap((namespace) =>
  ['To', 'From', 'ReplyTo', 'FaultTo', 'Action', 'MessageID', 'RelatesTo'].map((local) => ({ namespace, local })),
);

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
  // A text that names the namespace is such a block, or contains one.
  const sendsSecurity = headerBlocks.some((block) =>
    typeof block === 'string' ? block.includes(security) : block.type.tag.namespace === security,
  );
  const known = sendsSecurity ? [...addressing, { namespace: security, local: 'Security' }] : addressing;
  return { ...options, understood: [...(options.understood ?? []), ...known] };
}
