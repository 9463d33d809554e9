import { type SoapVersion, versionNamed } from '../soap/version.ts';
import type { OperationDescription, PagesDescription } from './pages-description.ts';
import { sampleFault, sampleRequest, sampleResponse } from './samples.ts';

/** A sample message. */
export interface SampleText {
  readonly version: SoapVersion;
  readonly kind: 'request' | 'response' | 'fault';
  /** The element in the detail of a fault; the empty string for any other message. */
  readonly fault: string;
  /** The HTTP head, in lines. */
  readonly head: string;
  /** The envelope; empty for the response of a one-way operation. */
  readonly envelope: string;
}

/** The messages of an operation as pages show them, and its declared faults. */
export function sampleTexts(service: PagesDescription, operation: OperationDescription): readonly SampleText[] {
  const { faults = [] } = operation;
  return service.soapVersions.flatMap((soapVersion) => {
    const version = versionNamed(soapVersion);
    const sample = (kind: SampleText['kind'], text: string, fault = ''): SampleText => {
      const end = text.indexOf('\n\n');
      return { version: soapVersion, kind, fault, head: text.slice(0, end), envelope: text.slice(end + 2) };
    };
    return [
      sample('request', sampleRequest(service, operation, version, service.address)),
      sample('response', sampleResponse(service, operation, version)),
      ...faults.map((fault) => sample('fault', sampleFault(service, fault, version), fault.name)),
    ];
  });
}
