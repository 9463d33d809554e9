import type { Agent } from 'node:http';
import type { AgentOptions } from 'node:https';
import type { ConnectingTransport } from '../connecting-transport.ts';

/** A proxy of `httpTransport()`. */
export interface HttpProxy {
  /** The agent for an address: through a tunnel, or to the proxy; undefined if the address is reached directly. */
  agent(url: URL, options: AgentOptions): Agent | undefined;
  /** The proxy's address, if it is sent whole addresses: those of http. */
  withoutTunnel(url: URL): URL | undefined;
  /** Answers the proxy's challenges to requests that it is sent whole. */
  over<Own extends ConnectingTransport & { close(): void }>(transport: Own): ConnectingTransport & { close(): void };
}
