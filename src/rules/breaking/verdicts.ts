import type { Verdicts } from './rule.ts';

/** Any old peer fails, and whoever generates code again has other code. */
export const fails: Verdicts = { wire: 'fails', toolkits: 'changes', typescript: 'changes' };

/** Peers that validate fail. */
export const failsValidated: Verdicts = { ...fails, wire: 'fails if validated' };

/** Messages are the same, and generated code is not. */
export const regenerates: Verdicts = { ...fails, wire: 'works' };

/** Only code that uses our TypeScript changes. */
export const ours: Verdicts = { wire: 'works', toolkits: 'same', typescript: 'changes' };
