import * as node from '../../runtime/src/bytes/node/node-bytes.ts';
import { bytesCases } from './bytes-cases.ts';
import { runCases } from './case.ts';
import { nodeCases } from './node-cases.ts';
import { serveBun } from './serve-bun.ts';
import { serveDeno } from './serve-deno.ts';
import { serveNode } from './serve-node.ts';
import { siteHandler } from './site.ts';
import { suite } from './suite.ts';

/** Runs the suite on Node, Bun or Deno, the server being the platform's own, and prints what came of it as JSON. */
const serve = 'Bun' in globalThis ? serveBun : 'Deno' in globalThis ? serveDeno : serveNode;
const served = await serve(siteHandler());
const cases = [...bytesCases('node', node), ...suite, ...nodeCases];
const transport = serve === serveNode ? 'http' : 'fetch';
console.log(JSON.stringify(await runCases(cases, { origin: served.origin, browser: false, transport })));
process.exit(0);
