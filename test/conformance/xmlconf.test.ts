import { afterAll, describe, expect, it } from 'vitest';
import { idsOf, judgedOtherwise, refused } from './differences.ts';
import { canonicalForm, type Outcome, outcomeOf, withoutAttributes } from './outcome.ts';
import { suiteCases } from './suite.ts';

const all = suiteCases().map(outcomeOf);
const ofVersion10 = all.filter(({ version11 }) => !version11);
const inFifthEdition = ({ editions }: Outcome): boolean => editions.length === 0 || editions.includes('5');
const notWellFormed = ofVersion10.filter((one) => one.type === 'not-wf' && inFifthEdition(one));
const wellFormed = ofVersion10.filter(({ type }) => type === 'valid' || type === 'invalid');

const table: { group: string; cases: number; result: string }[] = [];

/** Counts the ways in which the cases of a group end, and keeps them for the table that is printed. */
function ends(group: string, cases: readonly Outcome[], end: (one: Outcome) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const one of cases) {
    const key = end(one);
    counts[key] = (counts[key] ?? 0) + 1;
  }
  const result = Object.entries(counts).map(([key, count]) => `${count} ${key}`);
  table.push({ group, cases: cases.length, result: result.join(', ') });
  return counts;
}

const idsIn = (cases: readonly Outcome[]): readonly string[] => cases.map(({ id }) => id).sort();
const isRead = ({ skipping }: Outcome): boolean => skipping.end === 'read';
/** Refused for a reference to an entity, which SOAP has no way to declare. */
const usesEntity = ({ skipping, declaration }: Outcome): boolean =>
  skipping.reason.includes('`&` must begin') && /<!ENTITY|SYSTEM|PUBLIC/.test(declaration);

describe('the W3C XML conformance suite', () => {
  afterAll(() => {
    const lines = table.map(({ group, cases, result }) => `${String(cases).padStart(5)}  ${group}: ${result}`);
    console.info(`W3C XML conformance suite, ${all.length} cases\n${lines.join('\n')}`);
  });

  it('is whole', () => {
    expect(all).toHaveLength(2585);
  });

  describe('cases that are not well-formed', () => {
    it('those without a DOCTYPE are refused, all of them', () => {
      const group = notWellFormed.filter(({ doctype }) => !doctype);
      expect(ends('not well-formed, no DOCTYPE', group, ({ plain }) => plain.end)).toEqual({
        'ill-formed': 236,
        encoding: 7,
        // `<!DOC`, and nothing behind it.
        doctype: 1,
      });
    });

    it('those with a DOCTYPE are refused for that alone, unless something is wrong before it', () => {
      const group = notWellFormed.filter(({ doctype }) => doctype);
      expect(ends('not well-formed, with a DOCTYPE', group, ({ plain }) => plain.end)).toEqual({
        doctype: 720,
        'ill-formed': 52,
        encoding: 13,
      });
    });

    it('those with a DOCTYPE, passed over by the reader of the tests: refused unless all that is wrong stands in it', () => {
      const group = notWellFormed.filter(({ doctype }) => doctype);
      const end = (one: Outcome): string => (isRead(one) ? 'read: the fault is in the DTD' : one.skipping.end);
      expect(ends('not well-formed, DOCTYPE passed over', group, end)).toEqual({
        'ill-formed': 384,
        encoding: 13,
        'read: the fault is in the DTD': 388,
      });
    });

    it('those that only the names of the fourth edition made so are read, and what else is wrong is found', () => {
      const group = ofVersion10.filter((one) => one.type === 'not-wf' && !inFifthEdition(one));
      expect(ends('not well-formed up to the fourth edition', group, ({ skipping }) => skipping.end)).toEqual({
        read: 302,
        'ill-formed': 9,
        encoding: 1,
      });
    });

    it('what breaks namespaces alone is refused', () => {
      const group = notWellFormed.filter(({ recommendation }) => recommendation.startsWith('NS1.0'));
      expect(ends('not namespace-well-formed', group, ({ skipping }) => skipping.end)).toEqual({
        'ill-formed': 21,
        read: 3,
      });
      // A declaration that the subset makes a list of tokens, and two names that only the DTD holds.
      expect(idsIn(group.filter(isRead))).toEqual(['rmt-ns10-012', 'rmt-ns10-043', 'rmt-ns10-044']);
    });
  });

  describe('cases that are well-formed', () => {
    it('those without a DOCTYPE are read right, but for names with colons that are no prefixes', () => {
      const group = wellFormed.filter(({ doctype }) => !doctype);
      expect(ends('well-formed, no DOCTYPE', group, ({ plain }) => plain.end)).toEqual({ read: 70, 'ill-formed': 2 });
      for (const { id, plain, saxes } of group) expect(plain.tree, id).toEqual(saxes.tree);
    });

    it('those with a DOCTYPE are refused for it', () => {
      const group = wellFormed.filter(({ declaration }) => declaration !== '');
      expect(ends('well-formed, with a DOCTYPE', group, ({ plain }) => plain.end)).toEqual({ doctype: 885 });
    });

    it('those with a DOCTYPE are read right by the reader of the tests where no entity is used', () => {
      const group = wellFormed.filter(({ doctype }) => doctype);
      const end = (one: Outcome): string => (usesEntity(one) ? 'refused for an entity' : one.skipping.end);
      expect(ends('well-formed, DOCTYPE passed over', group, end)).toEqual({
        read: 800,
        'refused for an entity': 83,
        'ill-formed': 6,
        encoding: 12,
      });
      for (const { id, skipping, saxes } of group.filter(isRead)) expect(skipping.tree, id).toEqual(saxes.tree);
    });

    it('what the suite says of their content is what was read, but for attributes that a DTD declares', () => {
      const group = ofVersion10.filter((one) => one.output !== undefined && isRead(one));
      const end = (one: Outcome): string => {
        const canonical = canonicalForm(one);
        if (JSON.stringify(canonical) === JSON.stringify(one.skipping.tree)) return 'the same';
        if (canonical === undefined || one.skipping.tree === undefined) return 'nothing';
        expect(withoutAttributes(one.skipping.tree), one.id).toEqual(withoutAttributes(canonical));
        expect(one.declaration, one.id).toMatch(/<!ATTLIST|SYSTEM|PUBLIC|%/);
        return 'the same but for declared attributes';
      };
      expect(ends('with a canonical form', group, end)).toEqual({
        'the same': 277,
        'the same but for declared attributes': 44,
      });
    });

    it('those that are refused all the same have a clause', () => {
      const others = wellFormed.filter((one) => !isRead(one) && !usesEntity(one));
      expect(idsIn(others)).toEqual(idsOf(refused));
    });
  });

  it('XML 1.1 is refused, whatever is in it', () => {
    const group = all.filter(({ version11 }) => version11);
    expect(ends('XML 1.1', group, ({ skipping }) => skipping.end)).toEqual({ 'ill-formed': 221, encoding: 20 });
  });

  it('what processors may judge as they like is refused or read', () => {
    const group = ofVersion10.filter(({ type }) => type === 'error');
    expect(ends('errors that need not be found', group, ({ skipping }) => skipping.end)).toEqual({
      read: 17,
      'ill-formed': 6,
      encoding: 7,
    });
  });

  it('saxes judges what stands outside of the DTD alike, but for what has a clause', () => {
    // It is given text, and so never sees an encoding.
    const others = ofVersion10.filter(
      ({ skipping, saxes }) => skipping.end !== 'encoding' && (skipping.end === 'read') !== (saxes.end === 'read'),
    );
    expect(idsIn(others)).toEqual(idsOf(judgedOtherwise));
  });
});
