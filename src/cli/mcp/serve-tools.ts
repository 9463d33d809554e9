import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { type ToolServer, toolServer } from './tool-server.ts';

/** Serves tools on standard input and output, until that is closed. */
export async function serveTools(tools: ToolServer): Promise<void> {
  const server = toolServer(tools);
  const ended = new Promise<void>((resolve) => {
    server.onclose = resolve;
    process.stdin.once('end', resolve);
  });
  await server.connect(new StdioServerTransport());
  await ended;
}
