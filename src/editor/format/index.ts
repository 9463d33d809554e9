/** Formats contracts and other YAML files of the project. */
export { type FormattedFile, type FormattedFiles, formatFiles, formatSource } from './format-files.ts';
