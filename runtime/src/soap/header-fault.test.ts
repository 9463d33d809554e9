import { describe, expect, it } from 'vitest';
import { both, envelope } from '../../../test/support/runtime/sample-envelopes.ts';
import { openEnvelope } from './envelope-reader.ts';
import { HeaderFault } from './header-fault.ts';
import { versionNamed } from './version.ts';

const names = (count: number): { namespace: string; local: string }[] =>
  Array.from({ length: count }, (_, index) => ({ namespace: 'urn:a', local: `B${index}` }));

describe('a MustUnderstand fault', () => {
  it('D5: names each block once, in any order', () => {
    const [a = { namespace: '', local: '' }, b = a] = names(2);
    const fault = HeaderFault.mustUnderstand([b, a, b, a, { namespace: '', local: 'B0' }]);
    expect(fault.reason).toBe('Header blocks that must be understood are not: {urn:a}B1, {urn:a}B0, {}B0.');
    expect(fault.names).toEqual([b, a, { namespace: '', local: 'B0' }]);
  });

  it('D5: names twenty of a flood, and the number of the others', () => {
    expect(HeaderFault.mustUnderstand(names(20)).reason).toMatch(/\{urn:a\}B19\.$/);
    const fault = HeaderFault.mustUnderstand([...names(5_000), ...names(5_000)]);
    expect(fault.reason).toMatch(/\{urn:a\}B19 and 4980 more\.$/);
    expect(fault.names).toEqual(names(20));
  });

  it('D5: precedes the fault for a block with an invalid mustUnderstand', () => {
    const unclear = '<a xmlns="urn:a" s:mustUnderstand="maybe"/>';
    const mandatory = '<b xmlns="urn:a" s:mustUnderstand="1"/>';
    for (const version of both) {
      const open = (header: string) =>
        openEnvelope(new TextEncoder().encode(envelope(version, '<x/>', header)), versionNamed(version));
      expect(() => open(unclear + mandatory)).toThrow('understood are not: {urn:a}b.');
      expect(() => open(mandatory + unclear)).toThrow('understood are not: {urn:a}b.');
      expect(() => open(unclear)).toThrow('{urn:a}a is neither true nor false');
    }
  });
});
