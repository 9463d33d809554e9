import { listen } from '@soapwright/runtime/server/node';
import { pages } from '../generated/greeter/pages.js';
import { createGreeterServer } from '../generated/greeter/server.js';
import { handlers } from './handlers/index.js';

const server = createGreeterServer(handlers, { pages, state: {} });
const { url, close } = await listen(server, { port: Number(process.env.PORT ?? 8080) });
console.log(`Test forms: ${url}\nWSDL: ${url}?wsdl`);
process.once('SIGTERM', () => void close());
process.once('SIGINT', () => void close());
