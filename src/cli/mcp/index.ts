/** The Model Context Protocol: the only module that loads its SDK. */
export { httpTools } from './http-tools.ts';
export { serveTools } from './serve-tools.ts';
export type { ToolServer } from './tool-server.ts';
