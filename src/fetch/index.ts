/** Fetches WSDLs, and posts messages to services (post-message.ts): the only part of the generator that opens connections. */
export type { AccessOptions } from './access.ts';
export { type ClientAccess, clientAccess } from './client-access.ts';
export type { ComponentChange } from './compare-components.ts';
export { findFetched } from './find-fetched.ts';
export { LiveAccess } from './live-access.ts';
export { type PostedResponse, postMessage } from './post-message.ts';
export {
  type CheckOutcome,
  checkContracts,
  type FetchOptions,
  type FetchOutcome,
  fetchContracts,
} from './run-fetch.ts';
export { SecretPlaces } from './secret-places.ts';
export { readCredentials, type SchemeName } from './sign-in.ts';
export { textAt } from './web-text.ts';
