/** The Model Context Protocol: the only module that loads its SDK. */
export { serveTools, type ToolServer } from './serve-tools.ts';
