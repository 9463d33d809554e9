/** The formats for other programs. */
export const machineFormats = ['json', 'github', 'gitlab', 'junit', 'sarif'] as const;
export type MachineFormat = (typeof machineFormats)[number];

/** The formats of results. */
export type OutputFormat = 'text' | MachineFormat;
export const outputFormats: readonly OutputFormat[] = ['text', ...machineFormats];
