import { calling as kinds, Report, report } from '../diagnostics/index.ts';
import { ServiceTools } from '../messages/index.ts';
import { callDiagnostic } from './call-command.ts';
import { serveTools } from './mcp/index.ts';
import { type ClientFlags, type OpenedClient, openClient } from './open-client.ts';
import { failed, print } from './print.ts';
import type { Terminal } from './terminal.ts';

export interface McpFlags extends ClientFlags {
  readonly allow?: readonly string[];
  readonly maxCharacters: number;
}

/** Serves the operations of a service as tools of agents, on standard input and output. */
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
    await serveTools({
      name: client.service.name,
      version,
      instructions: client.service.doc?.trim() ?? `The SOAP service ${client.service.name}.`,
      tools: tools.tools,
      call: (name, input) => tools.call(name, input),
    });
    return 0;
  } catch (error) {
    to.add(callDiagnostic(error, place, ''));
    return fail();
  } finally {
    opened?.close();
  }
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
