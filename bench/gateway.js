// `node bench/gateway.js` after a build: CPU time a call of `GetClientID` by a client without generated code, and by the
// gateway before it, in this process; the service is a process of its own. Rounds are interleaved: `--rounds 7 --calls 2000`.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const contract = fileURLToPath(new URL('../schema/remote-file-service.yaml', import.meta.url));
const soap = 'http://schemas.xmlsoap.org/soap/envelope/';
const answer = `<?xml version="1.0" encoding="utf-8"?><s:Envelope xmlns:s="${soap}"><s:Body><GetClientIDResponse xmlns="NAMESPACE"><GetClientIDResult><ClientID>4711</ClientID></GetClientIDResult></GetClientIDResponse></s:Body></s:Envelope>`;

if (process.send === undefined) await measure();
else serve();

/** A service whose response is a constant. */
function serve() {
  const text = answer.replace('NAMESPACE', process.argv[2] ?? '');
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => response.writeHead(200, { 'Content-Type': 'text/xml; charset=utf-8' }).end(text));
  });
  server.listen(0, '127.0.0.1', () => process.send?.(server.address().port));
}

async function measure() {
  const { values } = parseArgs({
    options: { rounds: { type: 'string', default: '7' }, calls: { type: 'string', default: '2000' } },
  });
  const { createGateway, openService } = await import('../dist/command/dynamic.mjs');
  const described = await openService(contract, { address: 'http://127.0.0.1:1/' });
  const service = fork(fileURLToPath(import.meta.url), [described.service.namespace]);
  const [port] = await once(service, 'message');
  const client = await openService(contract, { address: `http://127.0.0.1:${port}/` });
  const gateway = createGateway(client);
  const input = { APIKey: 'key', Parameters: { CompanyCode: 'acme' } };
  const body = JSON.stringify(input);
  const init = {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'content-length': String(body.length) },
  };
  const ways = {
    call: async () => await client.call('GetClientID', input),
    gateway: async () => {
      const response = await gateway.fetch(new Request('http://gateway/GetClientID', init));
      if (response.status !== 200) throw new Error(await response.text());
      return await response.text();
    },
  };
  const times = { call: [], gateway: [] };
  for (let round = -1; round < Number(values.rounds); round++) {
    for (const [name, way] of Object.entries(ways)) {
      const before = process.cpuUsage();
      for (let call = 0; call < Number(values.calls); call++) await way();
      const { user, system } = process.cpuUsage(before);
      // The first round compiles.
      if (round >= 0) times[name].push((user + system) / Number(values.calls));
    }
  }
  service.kill();
  const median = (list) => [...list].sort((one, other) => one - other)[Math.floor(list.length / 2)] ?? 0;
  const call = median(times.call);
  const added = median(times.gateway.map((time, round) => time - (times.call[round] ?? 0)));
  console.log(
    `CPU of a call: ${call.toFixed(0)} µs; added by the gateway: ${added.toFixed(0)} µs (${(added / call).toFixed(2)} of it)`,
  );
}
