import { randomBytes } from 'node:crypto';
import { calling as kinds, Report, report } from '../diagnostics/index.ts';
import { SecretPlaces } from '../fetch/index.ts';
import { ServiceTools } from '../messages/index.ts';
import { callDiagnostic } from './call-command.ts';
import { serveLocally } from './local-server.ts';
import { httpTools, serveTools, type ToolServer } from './mcp/index.ts';
import { type ClientFlags, type OpenedClient, openClient } from './open-client.ts';
import { failed, print } from './print.ts';
import { ended, type Terminal } from './terminal.ts';

export interface McpFlags extends ClientFlags {
  readonly allow?: readonly string[];
  readonly maxCharacters: number;
  /** Port of the streamable HTTP transport; true without a number. */
  readonly http?: number | true;
  readonly host: string;
  /** Where the token is. */
  readonly tokenFrom?: string;
}

const defaultPort = 8808;

/** Serves the operations of a service as tools of agents, on standard input and output or by HTTP. */
export async function runMcp(place: string, flags: McpFlags, terminal: Terminal, version: string): Promise<number> {
  const to = new Report();
  const fail = (): number => print(failed(to.diagnostics, to.sources), flags, terminal);
  let opened: OpenedClient | undefined;
  try {
    opened = await openClient(place, flags, { command: 'soapwright mcp', terminal, to });
    if (opened === undefined || to.hasErrors) return fail();
    const { client } = opened;
    const { allow, maxCharacters } = flags;
    const tools = toolsOf(() => new ServiceTools(client, { allow, maxCharacters }), to);
    if (tools === undefined) return fail();
    const server: ToolServer = {
      name: client.service.name,
      version,
      instructions: client.service.doc?.trim() ?? `The SOAP service ${client.service.name}.`,
      tools: tools.tools,
      call: (name, input) => tools.call(name, input),
    };
    if (flags.http !== undefined) await serveByHttp(server, flags, terminal, to);
    else await serveTools(server);
    return to.hasErrors ? fail() : 0;
  } catch (error) {
    to.add(callDiagnostic(error, place, ''));
    return fail();
  } finally {
    opened?.close();
  }
}

async function serveByHttp(server: ToolServer, flags: McpFlags, terminal: Terminal, to: Report): Promise<void> {
  const places = new SecretPlaces({ current: process.cwd(), environment: process.env });
  const { tokenFrom, host, http, quiet } = flags;
  const token =
    tokenFrom === undefined ? randomBytes(24).toString('base64url') : places.secret('--token-from', tokenFrom);
  to.add(...places.diagnostics);
  if (token === undefined) return;
  const respond = httpTools(server, token);
  const local = await serveLocally({ host, port: http === true || http === undefined ? defaultPort : http, respond });
  if (!('address' in local)) {
    to.add(local);
    return;
  }
  const over = ended();
  const shown = tokenFrom === undefined ? `\nAuthorization: Bearer ${token}` : '';
  if (quiet !== true || tokenFrom === undefined) terminal.message(`${server.name} at ${local.address}mcp${shown}\n`);
  await over;
  local.close();
}

function toolsOf(make: () => ServiceTools, to: Report): ServiceTools | undefined {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    to.add(report(kinds.badData, { option: '--allow', reason: error.message.replace(/\.$/, '') }));
    return undefined;
  }
}
