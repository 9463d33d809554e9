// Requests for GetClientID as other toolkits send them. `real-clients.json` was captured from these programs: PHP 8.2, zeep 4.2,
// SOAP::Lite 1.27, node-soap 1.13, gSOAP 2.8.124, Axis 1.4, JAX-WS 2.3 (wsimport), and Mono 6.8 for .NET, with the WSDL of this
// contract, and curl 7.88 with an envelope of its user; without their headers about the connection. Their values are placeholders there.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** @type {{ client: string, header: boolean, headers: Record<string, string>, body: string }[]} */
const captured = JSON.parse(readFileSync(new URL('real-clients.json', import.meta.url), 'utf8'));

/** All of them in turn, several times, each with a key and a session of its own. */
export const realMessages = (times = 30) =>
  Array.from({ length: times }, () =>
    captured.map(({ headers, body }) => ({
      headers,
      body: body.replace('{key}', randomUUID()).replace('{company}', 'ACME').replace('{session}', randomUUID()),
    })),
  ).flat();
