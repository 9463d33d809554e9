import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { httpTransport } from '@soapwright/runtime/client/node';
import type { Contract } from '../../src/contract/index.ts';
import { serviceFor } from '../../src/emit/index.ts';
import { Explorer, readEnvironments, ServiceClient, serveExplorer } from '../../src/messages/index.ts';

/** A page of `soapwright explore`, for tests. */
export interface Explored {
  /** With the token. */
  readonly url: string;
  readonly port: number;
  /** What lets a browser in. */
  readonly cookie: string;
  /** A folder with `probes`, `recorded` and `environments.yaml`. */
  readonly folder: string;
  /** Sends as a browser does that has opened the page. @param body a form; without one, GET. */
  fetch(query: string, body?: FormData | URLSearchParams): Promise<Response>;
  close(): Promise<void>;
}

/** @param address of the service. */
export async function explored(contract: Contract, address: string): Promise<Explored> {
  const service = serviceFor(contract, 'standard');
  const folder = mkdtempSync(join(tmpdir(), 'soapwright-explore-'));
  const environments = join(folder, 'environments.yaml');
  const explorer = new Explorer({
    contract,
    service,
    place: 'shop.yaml',
    connect: (target, around) => {
      const transport = httpTransport();
      const own = { address: target.address, soap: target.version.name, transport: around(transport) };
      return { client: new ServiceClient(contract, own, service), close: () => transport.close() };
    },
    command: { address, timeout: 20 },
    environments,
    probes: join(folder, 'probes'),
    record: join(folder, 'recorded'),
    process: { SHOP_NUMBER: 'secret-number' },
  });
  // An environment that cannot be read is not silently ignored.
  if (readEnvironments(environments, {}).diagnostics.length > 0) throw new Error('The environments have errors.');
  const { url, port, close } = await serveExplorer(explorer, 0);
  const entered = await fetch(url, { redirect: 'manual' });
  const cookie = (entered.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const origin = `http://127.0.0.1:${port}`;
  return {
    url,
    port,
    cookie,
    folder,
    fetch: (query, body) =>
      fetch(`${origin}/${query}`, {
        headers: { cookie, ...(body && { origin, 'sec-fetch-site': 'same-origin' }) },
        ...(body && { method: 'POST', body }),
      }),
    close: async () => {
      await close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
