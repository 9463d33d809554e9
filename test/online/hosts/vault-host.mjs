import { listen } from '@soapwright/runtime/server/node';
import { vault } from './vault.mjs';

await listen(vault, { host: '127.0.0.1', port: Number(process.env.SERVED_AT) });
