import { type Configuration, getJwksCache, type JWKS, setJwksCache } from 'openid-client';

/** Keys of a provider, as it published them. */
export interface KeptKeys {
  readonly jwks: JWKS;
  /** Milliseconds since 1970. */
  readonly fetchedAt: number;
}

/** Whoever keeps them. */
export interface KeyHolder {
  keys: KeptKeys | undefined;
}

/** Until they are fetched again: a key that the provider has withdrawn is believed no longer than that. */
const keptFor = 300_000;
/** Seconds from which on openid-client fetches keys again when it meets one that it does not know. */
const refetchedFrom = 60;

/** Lends a configuration the keys that were fetched last. One that is not among them is looked for at once. */
export function lendKeys(configuration: Configuration, holder: KeyHolder, now: number): void {
  const { keys } = holder;
  if (keys === undefined || now - keys.fetchedAt >= keptFor) return;
  setJwksCache(configuration, { jwks: keys.jwks, uat: epochSeconds() - refetchedFrom });
}

/** Keeps the keys that a configuration has fetched meanwhile. */
export function keepKeys(configuration: Configuration, holder: KeyHolder, now: number): void {
  const cache = getJwksCache(configuration);
  // Fetched: as young as they are; lent: given an age above.
  if (cache === undefined || epochSeconds() - cache.uat >= refetchedFrom) return;
  holder.keys = { jwks: cache.jwks, fetchedAt: now };
}

function epochSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
