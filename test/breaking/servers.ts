import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Listening, listen } from '@soapwright/runtime/server/node';
import { usernameTokens } from '@soapwright/security';
import type { Contract } from '../../src/contract/model/index.ts';
import { wsdlText } from '../../src/emit/wsdl.ts';
import type { GeneratedFolder } from '../generate-here.ts';
import { type Handlers, type ServerModule, serverIn } from '../support/generator/generated-modules.ts';
import { address, type BreakingCase } from './case.ts';

/** A strict server of a case's new contract, and the WSDL of the old one with its address. */
export interface NewServer {
  readonly address: string;
  /** Path of the old WSDL. */
  readonly oldWsdl: string;
  /** Requests that reached a handler since the last time. */
  take(): readonly unknown[];
  close(): Promise<void>;
}

/** Generates and starts the server of a case. */
export async function startNewServer(one: BreakingCase, generated: GeneratedFolder): Promise<NewServer> {
  const { folder } = await generated.write(one.new);
  const server = await serverIn(folder);
  const arrived: unknown[] = [];
  const handlers = handlersOf(one, server, arrived);
  const created = server.create(handlers, { strict: true, ...(demandsToken(one.new) && { authentication: anybody }) });
  const listening: Listening = await listen(created, { port: 0, host: '127.0.0.1' });
  const oldWsdl = join(folder, 'old.wsdl');
  const text = wsdlText(one.clients, { source: 'old.yaml' });
  writeFileSync(oldWsdl, text.replaceAll(`location="${address}"`, `location="${listening.url}"`));
  return { address: listening.url, oldWsdl, take: () => arrived.splice(0), close: () => listening.close() };
}

/** Lets in whoever sends a UsernameToken. */
const anybody = usernameTokens<string>({ authenticate: ({ user }) => user });

function demandsToken({ services }: Contract): boolean {
  return services.some(({ ports }) => ports.some(({ security }) => security?.every((one) => one.usernameToken)));
}

/** Handlers that record the request, and return the response or throw the fault of the case. */
function handlersOf(one: BreakingCase, server: ServerModule, arrived: unknown[]): Handlers {
  const { newKeys, response, responseHeaders = {}, fault } = one;
  const handler: Handlers[string] = async (request, context) => {
    arrived.push(request);
    for (const [name, value] of Object.entries(responseHeaders)) {
      const block = server.headers[name]?.block(value);
      if (block !== undefined) context.responseHeaderBlocks.push(block);
    }
    const reason = 'The handler throws this.';
    if (fault !== undefined) throw server.faults[fault.name]?.create(fault.value, { reason, code: 'Sender' });
    return response;
  };
  return Object.fromEntries(Object.keys(newKeys.operations).map((operation) => [operation, handler]));
}
