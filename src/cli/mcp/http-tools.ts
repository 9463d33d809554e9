import { createHash, timingSafeEqual } from 'node:crypto';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { type ToolServer, toolServer } from './tool-server.ts';

/** Where agents reach the tools. */
const path = '/mcp';

/**
 * A handler of the streamable HTTP transport (Model Context Protocol 2025-06-18). Each request stands for itself, and none
 * is answered without the token.
 */
export function httpTools(tools: ToolServer, token: string): (request: Request) => Promise<Response> {
  return async (request) => {
    if (new URL(request.url).pathname !== path) return new Response('The tools are at /mcp.\n', { status: 404 });
    if (!isSame(request.headers.get('authorization') ?? '', `Bearer ${token}`)) {
      const headers = { 'WWW-Authenticate': 'Bearer' };
      return new Response('The token is missing or wrong.\n', { status: 401, headers });
    }
    if (request.method !== 'POST') return new Response(null, { status: 405, headers: { Allow: 'POST' } });
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    const server = toolServer(tools);
    await server.connect(transport);
    try {
      return await transport.handleRequest(request);
    } finally {
      void server.close();
    }
  };
}

/** In the same time, whatever differs. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
