import { TicketsClient } from '../generated/tickets/client.js';
import { overview } from './overview.js';

const client = new TicketsClient({ address: process.env.TICKETS });
console.log(await overview(client, [42n, 43n, 404n], new Date('2026-03-11T12:00:00Z')));
