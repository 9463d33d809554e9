// The generated server, with the compiled packages, as the README writes it. With the argument `memory`, the server of the
// same contract without `stream: true`.
import { listen } from '@soapwright/runtime/server/node';
import { reportUsage } from './control.js';
import { benchmarkedServer } from './generated-server.js';

const { port } = await listen(await benchmarkedServer(process.argv[2] === 'memory'));
reportUsage(port);
