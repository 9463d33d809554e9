import { afterAll, expect, it } from 'vitest';
import type { Contract, ResolvedOperation } from '../../src/contract/model/index.ts';
import { componentDifferences } from '../../src/contract/wsdl/component-differences.ts';
import { compareContracts } from '../../src/rules/breaking/index.ts';
import { GeneratedFolder } from '../generate-here.ts';
import { changedContract } from './changed-contracts.ts';
import { type ContractTexts, contracts } from './contracts.ts';
import { type Draw, drawn } from './draw.ts';
import { call, drawExchange, type Exchange } from './exchange.ts';
import { type Generated, generateIn } from './generated.ts';
import { load } from './loading.ts';
import { again, runs, samples } from './runs.ts';
import { NoValue } from './simple-values.ts';
import { Known } from './values.ts';

/** Random changes of random contracts: where no rule for messages reports a change, old clients and the new server agree. */
const folder = new GeneratedFolder('compatible');
afterAll(() => folder.remove());

const changesOfEach = 12;

it('strict clients of an old contract call strict servers of a new one that breaks no rule for messages', async () => {
  const figures = { changed: 0, compatible: 0, exchanges: 0 };
  const failures: string[] = [];
  for (const [index, texts] of samples(contracts, runs(12)).entries()) {
    const { contract } = load(texts);
    if (contract === undefined) continue;
    let old: Generated | undefined;
    const changes = drawn((draw) => changedContract(draw, texts));
    for (const [number, changed] of samples(changes, changesOfEach, index * 100).entries()) {
      const next = changed && loaded(changed);
      if (next === undefined || componentDifferences(contract, next).length === 0) continue;
      figures.changed++;
      if (compareContracts(contract, next).findings.length > 0) continue;
      figures.compatible++;
      old ??= await generateIn(folder, contract);
      const exchanges = exchangesOf(old, await generateIn(folder, next), index * 100 + number);
      for (const { sides, exchange } of exchanges) {
        figures.exchanges++;
        try {
          await call(sides, exchange, { soap: '1.1', strict: true });
        } catch (error) {
          const differences = componentDifferences(contract, next).map((one) => JSON.stringify(one));
          failures.push(
            `${again(index)}, change ${number}, ${exchange.operation.name}: ${error}\n${differences.join('\n')}`,
          );
        }
      }
    }
  }
  expect(failures).toEqual([]);
  expect(figures.compatible).toBeGreaterThan(runs(4));
  expect(figures.exchanges).toBeGreaterThan(figures.compatible);
}, 600_000);

function loaded(texts: ContractTexts): Contract | undefined {
  try {
    return load(texts).contract;
  } catch {
    return undefined;
  }
}

/** Calls of the operations that both contracts have: what clients send is of the old one, what servers send of the new one. */
function exchangesOf(
  old: Generated,
  next: Generated,
  seed: number,
): readonly { readonly sides: Generated; readonly exchange: Exchange }[] {
  const sides: Generated = {
    ...next,
    client: old.client,
    requestHeaders: { client: old.requestHeaders.client, server: readable(next.requestHeaders.server) },
    responseHeaders: { client: readable(old.responseHeaders.client), server: next.responseHeaders.server },
    faults: { client: old.faults.client, server: next.faults.server },
  };
  return old.service.operations.flatMap((operation, number) => {
    const other = next.service.operations.find(({ name }) => name === operation.name);
    if (other === undefined) return [];
    const exchanges = drawn((draw) => drawBoth(draw, [old, operation], [next, other]));
    return samples(exchanges, 2, seed * 100 + number).flatMap((exchange) => (exchange ? [{ sides, exchange }] : []));
  });
}

/** Without the header blocks that this side only writes: the other contract may have them in the other direction. */
function readable<Header extends object>(headers: Readonly<Record<string, Header>>): Readonly<Record<string, Header>> {
  return Object.fromEntries(Object.entries(headers).filter(([, header]) => 'of' in header));
}

type Side = readonly [generated: Generated, operation: ResolvedOperation];

function drawBoth(draw: Draw, [old, operation]: Side, [next, other]: Side): Exchange | undefined {
  try {
    const { input, headers } = drawExchange(draw, new Known(old.service, old.contract), operation);
    const { output, answerHeaders, fault } = drawExchange(draw, new Known(next.service, next.contract), other);
    return { operation, input, headers, output, answerHeaders, fault };
  } catch (error) {
    if (error instanceof NoValue) return undefined;
    throw error;
  }
}
