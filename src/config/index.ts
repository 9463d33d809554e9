/** What to generate: soapwright.yaml, and the flags in its place. */
export { configOfFlags, type Flags, withFlags } from './flags.ts';
export { type Config, type LoadedConfig, loadConfig } from './load.ts';
export {
  configFileName,
  defaultImportExtension,
  type ImportExtension,
  importExtensions,
  type Target,
} from './target.ts';
