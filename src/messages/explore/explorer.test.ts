import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Explored, explored } from '../../../test/pages/explored.ts';
import { contractOf } from '../../../test/support/generator/load-contracts.ts';
import { shopContract } from '../../../test/support/generator/shop-contract.ts';
import { Report } from '../../diagnostics/index.ts';
import type { ReceivedRequest } from '../mock/mock-server.ts';
import { type OpenMock, openMock } from '../mock/open-mock.ts';

const contract = contractOf(shopContract);

describe('the page of soapwright explore', () => {
  let mock: OpenMock | undefined;
  let page: Explored;
  const received: ReceivedRequest[] = [];

  beforeAll(async () => {
    const onRequest = (request: ReceivedRequest): void => void received.push(request);
    mock = await openMock(contract, { seed: 'a', strict: false, onRequest }, new Report());
    page = await explored(contract, mock?.listening.url ?? '');
  });

  afterAll(async () => {
    await page?.close();
    await mock?.listening.close(0);
  });

  beforeEach(() => {
    received.length = 0;
  });

  const send = (op: string, entries: Readonly<Record<string, string>>): Promise<Response> =>
    page.fetch(op, new URLSearchParams(entries));

  it('lists the operations and ports', async () => {
    const text = await (await page.fetch('')).text();
    for (const shown of ['?op=Find', '?op=Pay', '?op=Forget', 'SOAP 1.2']) expect(text).toContain(shown);
  });

  it('sends a form, and shows the response', async () => {
    const response = await send('?op=Find', { Number: '007', 'omit:Since': '1', 'omit:Limit': '1' });
    const text = await response.text();
    expect(received).toMatchObject([{ operation: 'Find', soapVersion: '1.1', request: { Number: '007' } }]);
    expect(response.url).toContain('?exchange=1');
    for (const shown of ['HTTP 200', 'Result as a tree', 'Done', 'npx soapwright call shop.yaml Find']) {
      expect(text).toContain(shown);
    }
  });
});
