import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { shopContract } from '../../../test/support/generator/shop-contract.ts';
import { loadInput, openInput } from '../../contract/index.ts';
import { serviceFor } from '../../emit/index.ts';
import { type CacheEntry, ContractCache, DigestedFiles } from './contract-cache.ts';
import type { LoadedService } from './one-operation.ts';
import { ServiceClient } from './service-client.ts';

let folder: string;
const kept = (): string => join(folder, 'soapwright', 'contracts');
const keptFiles = (): readonly string[] => readdirSync(kept()).map((name) => join(kept(), name));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'soapwright-contracts-'));
  writeFileSync(join(folder, 'shop.yaml'), shopContract);
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function entryOf(settings: readonly unknown[] = ['shop.yaml'], mostBytes?: number): CacheEntry {
  const cache = ContractCache.open({ XDG_CACHE_HOME: folder }, mostBytes);
  if (cache === undefined) throw new Error('There is no folder.');
  return cache.entry(settings);
}

function stored(entry: CacheEntry, operation?: string): LoadedService {
  const files = new DigestedFiles();
  const { input } = openInput('shop.yaml', { current: folder, files });
  const contract = input && loadInput(input).contract;
  if (contract === undefined) throw new Error('The contract is wrong.');
  return entry.store({ contract, service: serviceFor(contract, 'standard') }, files, operation);
}

const pay = { Number: '7', Card: '1234-5678', Amount: '1.50' };
const envelopeOf = ({ contract, service }: LoadedService): string =>
  new ServiceClient(contract, {}, service).dryRun('Pay', pay).envelope;

describe('the cache of contracts', () => {
  it('has what was stored, and the part that an operation needs', () => {
    const whole = stored(entryOf());
    expect(entryOf().list()).toMatchObject({
      name: 'Shop',
      operations: [{ name: 'Find' }, { name: 'Pay' }, { name: 'Forget' }],
    });
    const [all, part] = [entryOf().find(), entryOf().find('Pay')];
    expect(all?.service.operations.length).toBe(3);
    expect(part?.service.operations.map(({ name }) => name)).toEqual(['Pay']);
    expect([all, part].map((one) => one && envelopeOf(one))).toEqual([envelopeOf(whole), envelopeOf(whole)]);
  });

  it('keeps the part of the operation that was used, which is smaller', () => {
    stored(entryOf(), 'Pay');
    const sizes = keptFiles().map((path) => statSync(path).size);
    expect(sizes.length).toBe(3);
    rmSync(keptFiles().find((path) => path.endsWith('.all')) ?? '');
    expect(entryOf().find('Pay')?.service.operations.length).toBe(1);
    expect(entryOf().find('Find')).toBeUndefined();
  });

  it('has the whole contract for an operation that it does not have', () => {
    stored(entryOf());
    expect(entryOf().find('Fnd')?.service.operations.length).toBe(3);
  });

  it('has nothing for other settings', () => {
    stored(entryOf());
    expect(entryOf(['other.yaml']).list()).toBeUndefined();
  });

  it('has nothing after a file of the contract has changed, or is gone', () => {
    stored(entryOf());
    writeFileSync(join(folder, 'shop.yaml'), `${shopContract}\n# changed\n`);
    expect(entryOf().find('Pay')).toBeUndefined();
    rmSync(join(folder, 'shop.yaml'));
    expect(entryOf().list()).toBeUndefined();
  });

  it('replaces what it had before', () => {
    stored(entryOf(), 'Pay');
    writeFileSync(join(folder, 'shop.yaml'), `${shopContract}\n# changed\n`);
    stored(entryOf());
    expect(keptFiles().length).toBe(2);
    expect(entryOf().find('Pay')).toBeDefined();
  });

  it('has a contract of an address for ten minutes', () => {
    const files = new DigestedFiles();
    const { input } = openInput('shop.yaml', { current: folder, files });
    const contract = input && loadInput(input).contract;
    if (contract === undefined) throw new Error('The contract is wrong.');
    const whole = { contract, service: serviceFor(contract, 'standard') };
    const at = (minutes: number): ReturnType<CacheEntry['list']> => entryOf().list(Date.now() + minutes * 60_000);
    entryOf().store(whole, undefined);
    expect(at(9)?.name).toBe('Shop');
    expect(at(10)).toBeUndefined();
    expect(at(-1)).toBeUndefined();
  });

  it.each<[string, (path: string) => void]>([
    ['damaged', (path) => writeFileSync(path, Buffer.concat([readFileSync(path).subarray(0, -1), Buffer.from('!')]))],
    ['cut off', (path) => writeFileSync(path, readFileSync(path).subarray(0, 40))],
    ['empty', (path) => writeFileSync(path, '')],
    ['readable by others', (path) => chmodSync(path, 0o644)],
    [
      'links',
      (path) => {
        writeFileSync(`${path}.real`, readFileSync(path), { mode: 0o600 });
        rmSync(path);
        symlinkSync(`${path}.real`, path);
      },
    ],
  ])('does not read files that are %s', (_, spoil) => {
    stored(entryOf(), 'Pay');
    for (const path of keptFiles()) spoil(path);
    expect([entryOf().list(), entryOf().find(), entryOf().find('Pay')]).toEqual([undefined, undefined, undefined]);
  });

  it('uses no folder into which others can write', () => {
    mkdirSync(kept(), { recursive: true });
    chmodSync(kept(), 0o777);
    stored(entryOf());
    expect(readdirSync(kept())).toEqual([]);
  });

  it('writes files that only their user reads', () => {
    stored(entryOf(), 'Pay');
    expect(keptFiles().map((path) => statSync(path).mode & 0o777)).toEqual([0o600, 0o600, 0o600]);
    expect(statSync(kept()).mode & 0o777).toBe(0o700);
  });

  it('removes what was not used for the longest time', () => {
    const total = (): number => keptFiles().reduce((sum, path) => sum + statSync(path).size, 0);
    stored(entryOf(['a']));
    const most = Math.floor(total() * 2.5);
    for (const name of ['b', 'c', 'd']) stored(entryOf([name], most));
    expect(total()).toBeLessThanOrEqual(most);
    expect(entryOf(['a']).find()).toBeUndefined();
    expect(entryOf(['d']).find()).toBeDefined();
  });

  it('loads anew where there is no folder', () => {
    writeFileSync(join(folder, 'soapwright'), 'a file');
    expect(stored(entryOf()).service.operations.length).toBe(3);
    expect(entryOf().find()).toBeUndefined();
  });
});
