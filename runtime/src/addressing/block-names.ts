import type { QName } from '../types/qname.ts';

/** Namespaces of WS-Addressing: 1.0, and the submission before it. */
export const addressingNamespaces = [
  'http://www.w3.org/2005/08/addressing',
  'http://schemas.xmlsoap.org/ws/2004/08/addressing',
] as const;

/** Names of the header blocks of a version. */
export function blockNames({ namespace }: Pick<QName, 'namespace'>): readonly QName[] {
  return ['To', 'From', 'ReplyTo', 'FaultTo', 'Action', 'MessageID', 'RelatesTo'].map((local) => ({
    namespace,
    local,
  }));
}
