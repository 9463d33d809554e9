import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lintContract } from './lint-contract.ts';

const contract = `soapwright: 1
service: Shop
doc: Sells things.
namespace: https://shop.example/v1/
address: http://localhost/shop
operations:
  findOrder: { doc: Finds one., request: { Number: int }, response: { Count: int } }
  GetOrder: { doc: Returns one., request: { Number: int }, response: { Count: int } }
  Buy: { doc: Buys one., request: { Number: int }, response: { Count: int } }
`;

describe('lintContract', () => {
  const current = mkdtempSync(join(tmpdir(), 'soapwright-lint-contract-'));
  beforeAll(() => writeFileSync(join(current, 'shop.yaml'), contract));
  afterAll(() => rmSync(current, { recursive: true }));

  it('returns the findings with their places', async () => {
    const { exitCode, findings, sources } = await lintContract('shop.yaml', {
      current,
      settings: { use: ['operation-case'], severity: new Map([['operation-case', 'error']]) },
    });
    expect(findings).toMatchObject([{ code: 'operation-case', severity: 'error', file: 'shop.yaml', line: 7 }]);
    expect([exitCode, [...sources.keys()]]).toEqual([1, ['shop.yaml']]);
  });

  it('leaves out the rules that it is told to', async () => {
    const settings = { use: ['naming'], except: ['naming'] };
    expect((await lintContract('shop.yaml', { current, settings })).findings).toEqual([]);
  });

  it('reports a contract that is missing', async () => {
    const { exitCode, diagnostics } = await lintContract('none.yaml', { current });
    expect([exitCode, diagnostics.map(({ severity }) => severity)]).toEqual([3, ['error']]);
  });
});
