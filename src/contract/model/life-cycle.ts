/** Keys with a text about the life of a component. A WSDL has each as an attribute of our namespace. */
export const lifeCycleKeys = ['deprecated', 'since'] as const;

export type LifeCycleKey = (typeof lifeCycleKeys)[number];

/** `deprecated` says what to use instead, `since` the version that introduced the component. */
export type LifeCycle = { readonly [Key in LifeCycleKey]?: string | undefined };

/** The texts about the life of a component, undefined where it has none. */
export type ResolvedLifeCycle = { readonly [Key in LifeCycleKey]: string | undefined };

/** @param read gives the text of a key. */
export function readLifeCycle(read: (key: LifeCycleKey) => string | undefined): ResolvedLifeCycle {
  return Object.fromEntries(lifeCycleKeys.map((key) => [key, read(key)])) as ResolvedLifeCycle;
}

/** The life cycle of a component; what it leaves out is that of `otherwise`. */
export function lifeCycleOf(component: LifeCycle, otherwise: LifeCycle = {}): ResolvedLifeCycle {
  return readLifeCycle((key) => component[key] ?? otherwise[key]);
}

/** With the texts that are given only. */
export function givenLifeCycle(read: (key: LifeCycleKey) => string | undefined): LifeCycle {
  return Object.fromEntries(Object.entries(readLifeCycle(read)).filter(([, text]) => text !== undefined));
}
