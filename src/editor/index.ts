/** What editors show of a contract: the language server and the formatter. */
export { type FormattedFile, type FormattedFiles, formatFiles, formatSource } from './format/index.ts';
export { serve } from './lsp/index.ts';
