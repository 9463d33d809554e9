import { describe, expect, it } from 'vitest';
import { demandText, isMetBy, type SecurityDemand } from './security.ts';

const body = ['Body'] as const;
const signed: SecurityDemand = { signature: { request: body, response: body }, algorithmSuite: 'Basic256Sha256' };
const oneWay: SecurityDemand = { signature: { request: body }, algorithmSuite: 'Basic256Sha256' };
const hidden: SecurityDemand = { ...signed, encryption: { request: body, response: body } };
const wider: SecurityDemand = {
  ...signed,
  signature: { request: ['Body', { namespace: 'urn:a', local: 'To' }], response: body },
};

describe('messages of old clients', () => {
  it.each<[string, SecurityDemand, SecurityDemand, boolean]>([
    ['that are signed meet the same demand', signed, signed, true],
    [
      'meet a demand with its parts in another order',
      wider,
      { ...wider, signature: { request: [...(wider.signature?.request ?? [])].reverse(), response: body } },
      true,
    ],
    ['do not meet a new demand of signatures', signed, {}, false],
    ['do not meet one of more parts', wider, signed, false],
    ['do not meet one of encryption', hidden, signed, false],
    ['do not meet one of another suite', { ...signed, algorithmSuite: 'Basic256GCMSha256' }, signed, false],
    ['do not meet one of other references to keys', { ...signed, callerKey: 'thumbprint' }, signed, false],
    ['do not meet one of an assertion', { assertion: 'bearer' }, {}, false],
    ['meet a demand of nothing where only requests are signed', {}, oneWay, true],
    ['are those of clients that wait for signed responses', {}, signed, false],
    ['meet a demand of a Timestamp that they send as well', { timestamp: true }, { ...oneWay, timestamp: true }, true],
  ])('%s', (_, demand, sent, expected) => {
    expect(isMetBy(demand, sent)).toBe(expected);
  });
});

it('a demand is said in the words of contracts', () => {
  const { signature } = wider;
  expect(demandText({ ...hidden, timestamp: true, signature: { ...signature, confirmed: true } })).toBe(
    'timestamp, signature of Body + {urn:a}To in requests, Body in responses, encryption of Body, confirmed signatures, algorithmSuite: Basic256Sha256',
  );
  expect(demandText({})).toBe('nothing');
});
