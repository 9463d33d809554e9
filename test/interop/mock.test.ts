import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MockService, mockService } from '../../src/messages/mock/mock-service.ts';
import { shopContract } from '../support/generator/shop-contract.ts';
import { foreignClients, required } from './foreign.ts';

/** Clients of other toolkits, made from the WSDL of a mock, call it. */

let folder: string;
let mock: MockService;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'soapwright-mock-interop-'));
  writeFileSync(join(folder, 'shop.yaml'), shopContract);
  mock = await mockService(join(folder, 'shop.yaml'));
});

afterAll(async () => {
  await mock.close();
  rmSync(folder, { recursive: true });
});

for (const client of foreignClients) {
  for (const version of ['1.1', '1.2'] as const) {
    describe.skipIf(!client.available && !required)(`a mock called by ${client.name} over SOAP ${version}`, () => {
      it('responds with values that the client reads, and with declared faults', async () => {
        mock.reset();
        mock.on('Find', { Number: '404' }).fault({ name: 'NotFound', reason: 'Not found.', code: 'Sender' });
        const [found, failed, paid] = await client.call({
          wsdl: `${mock.url}?wsdl`,
          soap: version,
          calls: [
            { operation: 'Find', input: { Number: 'A-7' } },
            { operation: 'Find', input: { Number: '404' } },
            { operation: 'Pay', input: { Number: 'A-7', Card: '1234-5678', Amount: '12.50' } },
          ],
        });
        expect(found?.fault).toBeUndefined();
        expect(JSON.stringify(found?.result)).toContain('A-7');
        expect(JSON.stringify(found?.result)).toMatch(/open|paid|late/);
        expect(failed?.fault?.reason).toBe('Not found.');
        expect(paid?.fault).toBeUndefined();
        expect(paid?.response).toMatch(/<Receipt>\d+<\/Receipt>/);
        expect(mock.requestsOf('Pay')).toEqual([{ Number: 'A-7', Card: '1234-5678', Amount: '12.50' }]);
        expect(mock.requests.map(({ deviations }) => deviations)).toEqual([[], [], []]);
      });
    });
  }
}
