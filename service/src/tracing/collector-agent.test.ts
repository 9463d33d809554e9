import { once } from 'node:events';
import { type Agent, createServer, request, type ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { quietFor } from '../../../test/support/quiet-for.ts';
import { collectorAgent, collectorTimeout } from './collector-agent.ts';

describe('connections to a collector', () => {
  const ends: (() => void)[] = [];
  afterEach(() => {
    for (const end of ends.splice(0)) end();
  });
  const collector = async (respond: (response: ServerResponse) => void) => {
    const server = createServer((_request, response) => respond(response)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    ends.push(() => server.close().closeAllConnections());
    const address = server.address();
    const connections: string[] = [];
    server.on('connection', (socket) => {
      connections.push('open');
      socket.on('close', () => connections.push('closed'));
    });
    return { port: typeof address === 'object' && address !== null ? address.port : 0, connections };
  };
  const agentOf = (milliseconds: number): Agent => {
    const agent = collectorAgent('http:', milliseconds, {});
    ends.push(() => agent.destroy());
    return agent;
  };
  const send = async (port: number, agent: Agent): Promise<string> =>
    await new Promise((resolve) => {
      const sent = request({ port, host: '127.0.0.1', agent, method: 'POST' }, (response) => {
        response.resume().on('end', () => resolve('end'));
        response.on('error', () => resolve('cut off'));
      });
      sent.on('error', () => resolve('no response')).end('x');
    });

  it('are closed when a response takes too long, although bytes arrive', async () => {
    const { port, connections } = await collector((response) => {
      const timer = setInterval(() => response.write('x'), 20);
      response.writeHead(200).on('close', () => clearInterval(timer));
    });
    expect(await send(port, agentOf(200))).toBe('cut off');
    await expect.poll(() => connections).toEqual(['open', 'closed']);
  });

  it('are kept between requests, each with its own time', async () => {
    const { port, connections } = await collector((response) => response.end('{}'));
    const agent = agentOf(700);
    expect(await send(port, agent)).toBe('end');
    // The connection is free for longer than a request may take.
    await quietFor(800);
    expect(await send(port, agent)).toBe('end');
    expect(connections).toEqual(['open']);
  });

  it("have the time of OpenTelemetry's variables", () => {
    expect(collectorTimeout({})).toBe(10_000);
    expect(collectorTimeout({ OTEL_EXPORTER_OTLP_TIMEOUT: '300' })).toBe(300);
    const both = { OTEL_EXPORTER_OTLP_TIMEOUT: '300', OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: '5' };
    expect(collectorTimeout(both)).toBe(5);
    expect(collectorTimeout({ OTEL_EXPORTER_OTLP_TIMEOUT: 'soon' })).toBe(10_000);
  });
});
