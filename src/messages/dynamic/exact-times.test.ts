import { memoryTransport } from '@soapwright/runtime/client';
import { expect, it } from 'vitest';
import { openService } from './open-service.ts';

const contract = `soapwright: 1
service: Log
namespace: urn:log/
address: http://log.example/
soap: ["1.1"]
operations:
  Last:
    request: { Since: dateTime? }
    result: Entry
records:
  Entry: { At: dateTime, Day: date, Lasted: duration }
`;

const times = { At: '2026-03-01T08:30:00.1234567+02:00', Day: '2026-03-01+01:00', Lasted: 'P1DT0.5S' };

const response = `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>
<LastResponse xmlns="urn:log/"><Entry>${Object.entries(times)
  .map(([name, text]) => `<${name}>${text}</${name}>`)
  .join('')}</Entry></LastResponse></e:Body></e:Envelope>`;

it('times keep their digits and zones without generated code, both ways', async () => {
  const sent: string[] = [];
  const client = await openService(contract, {
    transport: memoryTransport({
      async fetch(request) {
        sent.push(await request.text());
        return new Response(response, { headers: { 'content-type': 'text/xml' } });
      },
    }),
  });
  expect(await client.call('Last', { Since: times.At })).toEqual(times);
  await client.call('Last', { Since: new Date(0) });
  await client.call('Last', { Since: '2026-03-01T08:30:00' });
  expect(sent.map((text) => /<Since>(.*)<\/Since>/.exec(text)?.[1])).toEqual([
    times.At,
    '1970-01-01T00:00:00Z',
    '2026-03-01T08:30:00',
  ]);
});
