import { calling as kinds, Report, report } from '../diagnostics/index.ts';
import { createGateway, type Gateway, type GatewayCall, ServiceError } from '../messages/index.ts';
import { callDiagnostic } from './call-command.ts';
import { serveLocally } from './local-server.ts';
import { type ClientFlags, type OpenedClient, openClient } from './open-client.ts';
import { failed, print } from './print.ts';
import { ended, type Terminal } from './terminal.ts';

export interface GatewayFlags extends Omit<ClientFlags, 'port'> {
  readonly port: number;
  readonly host: string;
  /** The port of the service. */
  readonly wsdlPort?: string;
  readonly operation?: readonly string[];
  readonly safe?: readonly string[];
  readonly forward?: readonly string[];
  /** In bytes. */
  readonly maxBody: number;
  /** In seconds. */
  readonly timeout: number;
}

/** Serves the operations of a service as JSON, until the process is told to end. */
export async function runGateway(place: string, flags: GatewayFlags, terminal: Terminal): Promise<number> {
  const to = new Report();
  const fail = (): number => print(failed(to.diagnostics, to.sources), flags, terminal);
  let opened: OpenedClient | undefined;
  try {
    const { wsdlPort, port, host, ...rest } = flags;
    const access = wsdlPort === undefined ? rest : { ...rest, port: wsdlPort };
    opened = await openClient(place, access, { command: 'soapwright gateway', terminal, to });
    if (opened === undefined || to.hasErrors) return fail();
    const gateway = gatewayOf(opened, flags, terminal, to);
    if (gateway === undefined) return fail();
    const server = await serveLocally({ host, port, respond: (request) => gateway.fetch(request) });
    if (!('address' in server)) {
      to.add(server);
      return fail();
    }
    const over = ended();
    const { name, operations } = opened.client.service;
    const count = flags.operation?.length ?? operations.length;
    const offered = `${name} with ${count} ${count === 1 ? 'operation' : 'operations'}`;
    if (flags.quiet !== true)
      terminal.message(`${offered} at ${server.address}, its OpenAPI at ${server.address}openapi.json\n`);
    await over;
    server.close();
    return 0;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    to.add(callDiagnostic(error, place, ''));
    return fail();
  } finally {
    opened?.close();
  }
}

function gatewayOf({ client }: OpenedClient, flags: GatewayFlags, terminal: Terminal, to: Report): Gateway | undefined {
  const { operation: operations, safe, forward, maxBody: maxBodyBytes, timeout, quiet = false } = flags;
  const log = ({ operation, status, milliseconds }: GatewayCall): void => {
    if (operation !== '') terminal.out(`${operation} ${status}, ${Math.round(milliseconds)} ms\n`);
  };
  try {
    return createGateway(client, {
      operations,
      safe,
      forward: forward?.map((name) => name.toLowerCase()),
      maxBodyBytes,
      timeout: timeout * 1_000,
      onCall: quiet ? undefined : log,
      onError: (error, operation) => terminal.message(`${operation}: ${error instanceof Error ? error.message : ''}\n`),
    });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    to.add(report(kinds.badData, { option: '--operation or --safe', reason: error.message.replace(/\.$/, '') }));
    return undefined;
  }
}
