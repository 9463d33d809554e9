import { expressHandler } from '@soapwright/runtime/server/express';
import express from 'express';
import { pages } from '../generated/orders/pages.js';
import { createOrdersServer } from '../generated/orders/server.js';
import { handlers } from './handlers/index.js';
import { Orders } from './orders.js';

const orders = new Orders();
const app = express();
// Before body parsers, which would read what SOAP has to read.
app.use('/soap/orders', expressHandler(createOrdersServer(handlers, { pages, state: { orders } })));
app.use(express.json());
app.get('/orders/:number', ({ params: { number } }, response) => {
  const order = /^\d+$/.test(number) ? orders.find(BigInt(number)) : undefined;
  if (order === undefined) response.status(404).json({ error: `There is no order ${number}.` });
  else response.json({ ...order, Number: String(order.Number) });
});
app.listen(3000, () => console.log('http://localhost:3000/soap/orders'));
