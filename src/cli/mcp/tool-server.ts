import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { Tool, ToolResult } from '../../messages/index.ts';

/** What agents are offered. */
export interface ToolServer {
  readonly name: string;
  readonly version: string;
  /** What the service is, for agents. */
  readonly instructions: string;
  readonly tools: readonly Tool[];
  call(name: string, input: Readonly<Record<string, unknown>>): Promise<ToolResult>;
}

/** The server of one connection. */
export function toolServer({ name, version, instructions, tools, call }: ToolServer): Server {
  const server = new Server({ name, version }, { capabilities: { tools: {} }, instructions });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map((tool) => ({ ...tool })) as never }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const { text, isError } = await call(params.name, params.arguments ?? {});
    return { content: [{ type: 'text', text }], isError };
  });
  return server;
}
