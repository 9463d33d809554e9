import type { SoapVersion } from '../../../runtime/src/soap/version.ts';
import { versionNamed } from '../../../runtime/src/soap/version.ts';

export const both: readonly SoapVersion[] = ['1.1', '1.2'];

/** An envelope with the prefix `s`. */
export function envelope(version: SoapVersion, body: string, header = ''): string {
  const { namespace } = versionNamed(version);
  const head = header === '' ? '' : `<s:Header>${header}</s:Header>`;
  return `<s:Envelope xmlns:s="${namespace}">${head}<s:Body>${body}</s:Body></s:Envelope>`;
}

/** The body of a fault of some other service, with this inside of its detail. */
export function faultBody(version: SoapVersion, detail: string): string {
  return version === '1.1'
    ? `<s:Fault><faultcode>s:Server</faultcode><faultstring>r</faultstring><detail>${detail}</detail></s:Fault>`
    : `<s:Fault><s:Code><s:Value>s:Receiver</s:Value></s:Code><s:Reason><s:Text xml:lang="en">r</s:Text></s:Reason><s:Detail>${detail}</s:Detail></s:Fault>`;
}
