/** The targets: of soapwright.yaml and of the flags that replace it. */
export { loadConfig } from './load-config.ts';
export {
  type Config,
  configFileName,
  configOfFlags,
  defaultImportExtension,
  type Flags,
  type ImportExtension,
  importExtensions,
  type LoadedConfig,
  type Target,
  withFlags,
} from './target.ts';
