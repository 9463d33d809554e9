import { listen } from '@soapwright/runtime/server/node';
import { stock } from './stock';

listen(stock, { port: 3000 }).then(({ url }) => console.log(url));
