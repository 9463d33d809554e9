import { readFileSync } from 'node:fs';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Duplex } from 'node:stream';

/**
 * An agent for requests to a collector, whose connections are closed when a response takes too long. The exporter's own
 * timeout begins again with each byte, so that a collector that sends single bytes would hold a connection for ever.
 *
 * @param protocol `http:` or `https:`.
 * @param milliseconds until a request must be answered in full.
 */
export function collectorAgent(
  protocol: string,
  milliseconds: number,
  environment: NodeJS.ProcessEnv,
): HttpAgent | HttpsAgent {
  const options = { keepAlive: true };
  const agent = protocol === 'http:' ? new HttpAgent(options) : new HttpsAgent({ ...options, ...files(environment) });
  const timers = new WeakMap<Duplex, NodeJS.Timeout>();
  const start = (socket: Duplex): void => {
    const timer = setTimeout(() => socket.destroy(), milliseconds).unref();
    timers.set(socket, timer);
    socket.once('close', () => clearTimeout(timer));
  };
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (...args) => {
    const socket = connect(...args);
    if (socket) start(socket);
    return socket;
  };
  const keep = agent.keepSocketAlive.bind(agent);
  agent.keepSocketAlive = (socket) => {
    clearTimeout(timers.get(socket));
    return keep(socket);
  };
  const reuse = agent.reuseSocket.bind(agent);
  agent.reuseSocket = (socket, request) => {
    start(socket);
    reuse(socket, request);
  };
  return agent;
}

/** Milliseconds for a request to a collector, as OpenTelemetry's variables say; default 10,000. */
export function collectorTimeout(environment: NodeJS.ProcessEnv): number {
  const names = ['OTEL_EXPORTER_OTLP_TRACES_TIMEOUT', 'OTEL_EXPORTER_OTLP_TIMEOUT'];
  const given = names.map((name) => Number(environment[name])).find((value) => Number.isFinite(value) && value > 0);
  return given ?? 10_000;
}

/** Certificates as OpenTelemetry's variables name them. The exporter warns of files that cannot be read. */
function files(environment: NodeJS.ProcessEnv): Record<'ca' | 'cert' | 'key', Buffer | undefined> {
  const read = (name: string): Buffer | undefined => {
    const path = environment[`OTEL_EXPORTER_OTLP_TRACES_${name}`] || environment[`OTEL_EXPORTER_OTLP_${name}`];
    try {
      return path ? readFileSync(path) : undefined;
    } catch {
      return undefined;
    }
  };
  return { ca: read('CERTIFICATE'), cert: read('CLIENT_CERTIFICATE'), key: read('CLIENT_KEY') };
}
