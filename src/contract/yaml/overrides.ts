import { type Diagnostic, contract as kinds, report } from '../../diagnostics/index.ts';
import { httpUrlFault, namespaceFault } from './syntax.ts';

/** Values of the command line or soapwright.yaml that replace those of the contract. */
export interface Overrides {
  /** Replaces `namespace`. */
  readonly namespace?: string | undefined;
  /**
   * Replaces everything in the address before its version segment: `https://files.example/soap` makes
   * `http://localhost:8080/v2/fileservice.asmx` into `https://files.example/soap/v2/fileservice.asmx`. The version
   * segment is the last one of the form `v2` that another follows; in an address without one the last segment stays.
   */
  readonly baseUrl?: string | undefined;
  /** Replaces the last segment's name, without its suffix: `upload` makes `…/fileservice.asmx` into `…/upload.asmx`. */
  readonly serviceFile?: string | undefined;
}

/** Validates the overrides without a contract. */
export function checkOverrides({ namespace, baseUrl, serviceFile }: Overrides): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  if (namespace !== undefined) {
    const reason = namespace === '' ? 'it is empty' : namespaceFault(namespace);
    if (reason !== undefined) diagnostics.push(report(kinds.badNamespace, { namespace, reason }));
  }
  if (baseUrl !== undefined) {
    const reason = httpUrlFault(baseUrl) ?? (/[?#]/.test(baseUrl) ? 'it has a query or a fragment' : undefined);
    if (reason !== undefined) diagnostics.push(report(kinds.badBaseUrl, { baseUrl, reason }));
  }
  if (serviceFile !== undefined) {
    const reason = serviceFileFault(serviceFile);
    if (reason !== undefined) diagnostics.push(report(kinds.badServiceFile, { serviceFile, reason }));
  }
  return diagnostics;
}

/** The address with base URL and service file replaced. The address is a URL with a path. */
export function overrideAddress(address: string, { baseUrl, serviceFile }: Overrides): string {
  const parts = /^(https?:\/\/[^/?#]*)([^?#]*)(.*)$/is.exec(address);
  if (parts === null) return address;
  const [, origin = '', path = '', rest = ''] = parts;
  // The first is empty: it precedes the leading slash.
  const segments = path.split('/');
  const last = segments.length - 1;
  if (serviceFile !== undefined && last > 0) {
    const file = segments[last] ?? '';
    const dot = file.lastIndexOf('.');
    segments[last] = dot === -1 ? serviceFile : `${serviceFile}${file.slice(dot)}`;
  }
  if (baseUrl === undefined) return `${origin}${segments.join('/')}${rest}`;
  const version = segments.findLastIndex((segment, index) => index < last && /^v\d+(?:\.\d+)*$/i.test(segment));
  const kept = segments.slice(version === -1 ? Math.max(1, last) : version);
  return [baseUrl.replace(/\/+$/, ''), ...kept].join('/') + rest;
}

function serviceFileFault(name: string): string | undefined {
  if (name === '') return 'it is empty';
  if (/\.asmx$/i.test(name)) return 'it has a suffix, which comes from the address';
  if (/[\\/]/.test(name)) return 'it is a path, not one name';
  return /^[A-Za-z0-9_~-][A-Za-z0-9._~-]*$/.test(name)
    ? undefined
    : 'it holds more than letters, digits, ".", "_", "~" and "-"';
}
