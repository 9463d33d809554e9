import { recordedTransport } from 'soapwright/mock';
import { expect, test } from 'vitest';
import { TicketsClient } from '../generated/tickets/client.js';
import { overview } from '../src/overview.js';

const transport = await recordedTransport('wsdl/tickets.wsdl', {
  folder: 'test/exchanges',
  record: process.env.RECORD,
});
const client = new TicketsClient({ transport });

test('lists open, closed and missing tickets', async () => {
  expect(await overview(client, [42n, 43n, 404n], new Date('2026-03-11T12:00:00Z'))).toBe(
    '42 Printer on fire, open for 10 days\n43 Monitor is dark, closed\n404 not found',
  );
});

test.skipIf(process.env.RECORD)('sends nothing that is not recorded', async () => {
  await expect(client.FindTicket({ number: 1n })).rejects.toThrow('No exchange of FindTicket is recorded');
});
