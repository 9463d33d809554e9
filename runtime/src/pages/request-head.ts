import { soap11, type Version } from '../soap/version.ts';
import type { OperationDescription, PagesDescription } from './pages-description.ts';

/**
 * The Content-Type of a request. Where operations share an element, only the action tells them apart in SOAP 1.2 (rule
 * D3).
 */
export function requestContentType(
  { operations }: PagesDescription,
  { soapAction, inputElement, inputNamespace }: OperationDescription,
  version: Version,
): string {
  const alike = operations.filter((one) => one.inputElement === inputElement && one.inputNamespace === inputNamespace);
  return version !== soap11 && alike.length > 1
    ? `${version.contentType}; action="${soapAction}"`
    : version.contentType;
}
