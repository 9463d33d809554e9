import type { FaultCode } from '@soapwright/runtime';
import type { TreeElement } from '@soapwright/runtime/xml';
import { contentText } from './element-content.ts';

/** The code and reason of a fault in either version (SOAP 1.1, 4.4; SOAP 1.2 part 1, 5.4). */
export function readFault(
  fault: TreeElement | undefined,
  data: Uint8Array,
): { readonly code: FaultCode; readonly reason: string } {
  const at = (parent: TreeElement | undefined, ...names: readonly string[]): TreeElement | undefined =>
    names.reduce((element, name) => element?.children.find(({ local }) => local === name), parent);
  const code = at(fault, 'faultcode') ?? at(fault, 'Code', 'Value');
  const reason = at(fault, 'faultstring') ?? at(fault, 'Reason', 'Text');
  const name = code === undefined ? '' : contentText(code, data).trim().replace(/^.*:/, '');
  return { code: codes[name] ?? 'Receiver', reason: reason === undefined ? '' : contentText(reason, data) };
}

const codes: Readonly<Record<string, FaultCode>> = {
  Client: 'Sender',
  Sender: 'Sender',
  Server: 'Receiver',
  VersionMismatch: 'VersionMismatch',
  MustUnderstand: 'MustUnderstand',
  DataEncodingUnknown: 'DataEncodingUnknown',
};
