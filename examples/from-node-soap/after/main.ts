import { faults, TicketsClient } from '../generated/tickets/client.js';

const client = new TicketsClient();

for (const number of [42n, 9007199254740993n, 404n]) {
  try {
    const ticket = await client.FindTicket({ number });
    const { title, status, opened, due, cost, reply } = ticket;
    console.log(`title ${title}, ${status}, ${reply.length} replies`);
    console.log(`number ${ticket.number}`);
    console.log(`opened ${opened.toISOString()}`);
    console.log(`due ${due}`);
    console.log(`cost ${cost}`);
  } catch (error) {
    if (!faults.NotFound.is(error)) throw error;
    console.log(`not found: ${error.value.number}`);
  }
}
