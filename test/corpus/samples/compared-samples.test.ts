import { describe, expect, it } from 'vitest';
import { serviceFor } from '../../../src/emit/index.ts';
import { compareRecorded } from '../../../src/messages/samples/compare-recorded.ts';
import { recordedSamples } from '../../support/generator/recorded-samples.ts';
import { corpusEntries, corpusFolder } from '../entries.ts';
import { loaderOf } from '../load-entry.ts';

/** The distance between the entries checked with the other tests. */
const step = 40;
const corpus = corpusFolder();
const entries =
  corpus === undefined ? [] : corpusEntries(corpus).filter(({ expectation }) => expectation === 'must-accept');
const chosen = entries.filter(({ operations }, index) => index % step === 0 && operations < 100);

describe.skipIf(corpus === undefined)('samples of the messages of WSDLs of others', () => {
  it.each(chosen.map(({ id, path }) => [id, path]))('%s: deviate in nothing', (_, path) => {
    const { contract } = loaderOf(corpus ?? '')(path);
    if (contract === undefined) return;
    const service = serviceFor(contract);
    const { findings, messages } = compareRecorded(recordedSamples(contract, service), contract, service);
    expect(messages).toBeGreaterThanOrEqual(service.operations.length);
    expect(findings.filter(({ severity }) => severity === 'error').map(({ message }) => message)).toEqual([]);
  });
});
