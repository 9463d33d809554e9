import { defaultAddress } from '@soapwright/generated/remote-file-service/client';
import { UploadError } from './upload-error.ts';

const usualPath = new URL(defaultAddress).pathname;

/**
 * The address of the service from what people pass for it: without a path it gets the usual one, and a slash at the end or
 * the query of its WSDL is left out. Any other path is kept, since a proxy may serve it elsewhere.
 *
 * @throws {UploadError} `invalid-argument`.
 */
export function serviceAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    // The text may contain a password.
    throw new UploadError(
      'invalid-argument',
      'The address of the service must be an http or https URL, such as https://files.example.',
    );
  }
  url.hash = '';
  if (/^\?(?:single)?wsdl$/i.test(url.search)) url.search = '';
  const path = url.pathname.replace(/\/+$/, '');
  url.pathname = path === '' ? usualPath : path;
  return url.href;
}

/** Which address is meant, for an error about one where something else is. */
export function addressHint(address: string): string {
  const { origin, pathname } = new URL(address);
  if (pathname === usualPath) return `Is the Remote File Service at ${origin}?`;
  const below = pathname.toLowerCase().endsWith(usualPath.toLowerCase()) ? '' : pathname;
  const choices = below === '' ? `${origin}${usualPath}` : `${origin}${usualPath} or ${origin}${below}${usualPath}`;
  return `The address of the service ends in ${usualPath}: try ${choices}.`;
}
