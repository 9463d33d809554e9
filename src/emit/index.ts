/** Contract -> files in memory. Pure: it reads nothing but the contract. */
export { descriptionText, emit, printFiles } from './emit.ts';
export type { EmitOptions, EmittedFile, ImportExtension, PrintedFile, Reading } from './file.ts';
export { generation, specifierOf } from './file.ts';
export { type EmittedHandler, type EmittedHandlers, emitHandlers, type HandlerOptions } from './handlers.ts';
export { serviceFor } from './open-enumerations.ts';
