import { createClientAsync } from 'soap';

const client = await createClientAsync('wsdl/tickets.wsdl');

for (const number of ['42', '9007199254740993', '404']) {
  try {
    const [{ ticket }] = await client.FindTicketAsync({ number });
    const { title, status, opened, due, cost, reply } = ticket;
    console.log(`title ${title}, ${status}, ${[reply ?? []].flat().length} replies`);
    console.log(`number ${Number(ticket.attributes.number)}`);
    console.log(`opened ${opened.toISOString()}`);
    console.log(`due ${due instanceof Date ? due.toISOString() : due}`);
    console.log(`cost ${cost}`);
  } catch (error) {
    const { detail } = error.root.Envelope.Body.Fault;
    console.log(`not found: ${detail.NotFound.number}`);
  }
}
