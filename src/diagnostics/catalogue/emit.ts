/** Diagnostics of emit (SW6…). */
export const emit = {} as const;
