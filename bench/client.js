// CPU per call of a client: `node client.js NAME URL CALLS CONCURRENCY`, in its own process. Prints
// {cpuPerCall, perSecond, p50, p99}.
import { Agent, request } from 'node:http';
import { headers, smallRequest, wsdl } from './messages.js';
import { requirePeer } from './peers/npm.js';

const [name, url = '', calls = '10000', concurrency = '32'] = process.argv.slice(2);
const input = { APIKey: 'a-key-of-some-length-0123456789', Parameters: { CompanyCode: 'ACME' } };
const agent = new Agent({ keepAlive: true, maxSockets: Number(concurrency) });
const numberIn = (text) => Number(/<ClientID>(\d+)</.exec(text)?.[1]);

const clients = {
  async soapwright() {
    const { RemoteFileServiceClient } = await import('@soapwright/generated/remote-file-service/client');
    const client = new RemoteFileServiceClient({ address: url });
    return async () => (await client.GetClientID(input)).ClientID;
  },
  async 'soapwright, without generated code'() {
    const { openService } = await import('soapwright/dynamic');
    const client = await openService(wsdl, { address: url });
    return async () => (await client.call('GetClientID', input)).ClientID;
  },
  async 'node-soap'() {
    const soap = await import('soap');
    const client = await soap.createClientAsync(wsdl, {}, url);
    client.setEndpoint(url);
    return async () => {
      const [result] = await client.GetClientIDAsync(input, { httpAgent: agent });
      return Number(result.GetClientIDResult.ClientID);
    };
  },
  async 'strong-soap'() {
    const { soap } = requirePeer('strong-soap');
    const client = await new Promise((resolve, reject) => {
      soap.createClient(wsdl, { endpoint: url }, (error, client) => (error ? reject(error) : resolve(client)));
    });
    client.setEndpoint(url);
    const { GetClientID } = client.RemoteFileService.RemoteFileServiceSoap;
    return () =>
      new Promise((resolve, reject) => {
        GetClientID(
          input,
          (error, result) => (error ? reject(error) : resolve(Number(result.GetClientIDResult.ClientID))),
          { agent },
        );
      });
  },
  async 'easy-soap-request'() {
    const soapRequest = requirePeer('easy-soap-request');
    const options = { url, headers: headers('GetClientID'), xml: smallRequest, extraOpts: { httpAgent: agent } };
    return async () => numberIn((await soapRequest(options)).response.body);
  },
  async 'http.request'() {
    const { hostname, port, pathname: path } = new URL(url);
    const body = Buffer.from(smallRequest);
    const options = { hostname, port, path, method: 'POST', agent };
    options.headers = { ...headers('GetClientID'), 'Content-Length': body.length };
    return () =>
      new Promise((resolve, reject) => {
        const sent = request(options, (response) => {
          let text = '';
          response.setEncoding('utf8');
          response.on('data', (piece) => {
            text += piece;
          });
          response.on('end', () => resolve(numberIn(text)));
        });
        sent.on('error', reject);
        sent.end(body);
      });
  },
  async fetch() {
    const options = { method: 'POST', headers: headers('GetClientID'), body: smallRequest };
    return async () => numberIn(await (await fetch(url, options)).text());
  },
};

const call = await clients[name]();
/** In milliseconds. */
const latencies = [];
const run = async (count) => {
  let left = count;
  latencies.length = 0;
  const worker = async () => {
    while (left-- > 0) {
      const started = performance.now();
      if ((await call()) !== 4711) throw new Error('a wrong answer');
      latencies.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: Number(concurrency) }, worker));
};

await run(Number(calls) / 2);
const before = process.cpuUsage();
const started = performance.now();
await run(Number(calls));
const elapsed = (performance.now() - started) / 1000;
const { user, system } = process.cpuUsage(before);
latencies.sort((a, b) => a - b);
const at = (share) => latencies[Math.floor((latencies.length - 1) * share)];
const cpuPerCall = (user + system) / Number(calls);
process.stdout.write(JSON.stringify({ cpuPerCall, perSecond: Number(calls) / elapsed, p50: at(0.5), p99: at(0.99) }));
process.exit(0);
