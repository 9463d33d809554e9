import { afterAll, beforeAll, describe, it } from 'vitest';
import * as node from '../../runtime/src/bytes/node/node-bytes.ts';
import { bytesCases } from './bytes-cases.ts';
import { nodeCases } from './node-cases.ts';
import { type Served, serveNode } from './serve-node.ts';
import { siteHandler } from './site.ts';
import { suite } from './suite.ts';

/** The suite of all runtimes on the Node that runs the tests. */
describe('the suite on this Node', () => {
  let served: Served;
  beforeAll(async () => {
    served = await serveNode(siteHandler());
  });
  afterAll(() => served.close());

  for (const { name, run } of [...bytesCases('node', node), ...suite, ...nodeCases]) {
    it(name, async () => {
      await run({ origin: served.origin, browser: false, transport: 'http' });
    });
  }
});
