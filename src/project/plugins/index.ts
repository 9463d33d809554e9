/** Plugins of targets: modules of users that emit further files. */
export { type LoadedPlugins, loadPlugins } from './load-plugins.ts';
