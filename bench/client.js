// CPU per call of a client: `node client.js NAME URL CALLS CONCURRENCY`, in a process of its own. Prints {cpuPerCall}.
import { Agent } from 'node:http';

const [name, url = '', calls = '10000', concurrency = '32'] = process.argv.slice(2);
const input = { APIKey: 'a-key-of-some-length-0123456789', Parameters: { CompanyCode: 'ACME' } };

const clients = {
  async soapwright() {
    const { RemoteFileServiceClient } = await import('@soapwright/generated/remote-file-service/client');
    const client = new RemoteFileServiceClient({ address: url });
    return async () => (await client.GetClientID(input)).ClientID;
  },
  async 'node-soap'() {
    const soap = await import('soap');
    const client = await soap.createClientAsync(
      new URL('../generated/remote-file-service/remote-file-service.wsdl', import.meta.url).pathname,
      {},
      url,
    );
    client.setEndpoint(url);
    const agent = new Agent({ keepAlive: true });
    return async () => {
      const [result] = await client.GetClientIDAsync(input, { httpAgent: agent });
      return Number(result.GetClientIDResult.ClientID);
    };
  },
};

const call = await clients[name]();
const run = async (count) => {
  let left = count;
  const worker = async () => {
    while (left-- > 0) if ((await call()) !== 4711) throw new Error('a wrong answer');
  };
  await Promise.all(Array.from({ length: Number(concurrency) }, worker));
};

await run(Number(calls) / 2);
const before = process.cpuUsage();
await run(Number(calls));
const { user, system } = process.cpuUsage(before);
process.stdout.write(JSON.stringify({ cpuPerCall: (user + system) / Number(calls) }));
process.exit(0);
