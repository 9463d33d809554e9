import { description } from '@soapwright/generated/remote-file-service/description';

const contractPath = new URL(description.address).pathname;

/** The base of all addresses of a service, without a `/` at its end, from the address of its SOAP operations. */
export function serviceBase(apiUrl: string): string {
  return apiUrl.slice(0, -contractPath.length);
}

/** The path of the page where people of a directory sign in. */
export const signInPath = '/sign-in/';
