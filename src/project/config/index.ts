/** The targets: of soapwright.yaml and of the flags that replace it. */
export { loadConfig } from './load-config.ts';
export {
  type Config,
  configFileName,
  configOfFlags,
  type Flags,
  type ImportExtension,
  type LoadedConfig,
  overridesOf,
  type Target,
  type WsdlFlags,
  withFlags,
  wsdlFlagsOf,
} from './target.ts';
export { atNames, type TargetPlaces } from './target-places.ts';
