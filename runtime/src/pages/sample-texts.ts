import { type SoapVersion, versionNamed } from '../soap/version.ts';
import type { OperationDescription, PagesDescription } from './pages-description.ts';
import { type SampleMessage, sampleFault, sampleRequest, sampleResponse } from './samples.ts';

/** A sample message of an operation. */
export interface SampleText extends SampleMessage {
  readonly version: SoapVersion;
  readonly kind: 'request' | 'response' | 'fault';
  /** The element in the detail of a fault; the empty string for any other message. */
  readonly fault: string;
}

/** The messages of an operation as pages show them, and its declared faults. */
export function sampleTexts(service: PagesDescription, operation: OperationDescription): readonly SampleText[] {
  const { faults = [] } = operation;
  return service.soapVersions.flatMap((soapVersion): readonly SampleText[] => {
    const version = versionNamed(soapVersion);
    return [
      {
        version: soapVersion,
        kind: 'request',
        fault: '',
        ...sampleRequest(service, operation, version, service.address),
      },
      { version: soapVersion, kind: 'response', fault: '', ...sampleResponse(service, operation, version) },
      ...faults.map(
        (fault): SampleText => ({
          version: soapVersion,
          kind: 'fault',
          fault: fault.name,
          ...sampleFault(service, fault, version),
        }),
      ),
    ];
  });
}
