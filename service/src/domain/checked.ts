import type { Caller } from './access.ts';

/** How long what was checked for a request holds, in milliseconds: one that takes longer to arrive is checked again. */
const holds = 10_000;

/** Keys that were checked for a request, so that asking before its bytes are taken in and after costs once. */
export class Checked<Key> {
  readonly #found = new WeakMap<Caller, { readonly presented: string; readonly key: Key; readonly at: number }>();

  /** What was presented with this request, if it was found to be this key a moment ago. */
  find(caller: Caller, presented: string | undefined): Key | undefined {
    const found = this.#found.get(caller);
    return found !== undefined && found.presented === presented && performance.now() - found.at < holds
      ? found.key
      : undefined;
  }

  keep(caller: Caller, presented: string | undefined, key: Key): Key {
    if (presented !== undefined) this.#found.set(caller, { presented, key, at: performance.now() });
    return key;
  }
}
