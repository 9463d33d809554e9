import { afterAll, describe, expect, it } from 'vitest';
import { idsOf, refused, validatedDifferently } from './differences.ts';
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

  it('is complete', () => {
    expect(all).toHaveLength(2585);
  });

  describe('cases that are not well-formed', () => {
    it('rejects all cases without a DOCTYPE', () => {
      const group = notWellFormed.filter(({ doctype }) => !doctype);
      expect(ends('not well-formed, no DOCTYPE', group, ({ plain }) => plain.end)).toEqual({
        'ill-formed': 236,
        encoding: 7,
        // `<!DOC`, and nothing behind it.
        doctype: 1,
      });
    });

    it('rejects cases with a DOCTYPE only for that, unless an error precedes it', () => {
      const group = notWellFormed.filter(({ doctype }) => doctype);
      expect(ends('not well-formed, with a DOCTYPE', group, ({ plain }) => plain.end)).toEqual({
        doctype: 720,
        'ill-formed': 52,
        encoding: 13,
      });
    });

    it('rejects cases with a DOCTYPE, if the reader of the tests skips it, unless all errors are in it', () => {
      const group = notWellFormed.filter(({ doctype }) => doctype);
      const end = (one: Outcome): string => (isRead(one) ? 'read: the fault is in the DTD' : one.skipping.end);
      expect(ends('not well-formed, DOCTYPE passed over', group, end)).toEqual({
        'ill-formed': 384,
        encoding: 13,
        'read: the fault is in the DTD': 388,
      });
    });

    it('reads names that only the fourth edition rejects, and finds the other errors', () => {
      const group = ofVersion10.filter((one) => one.type === 'not-wf' && !inFifthEdition(one));
      expect(ends('not well-formed up to the fourth edition', group, ({ skipping }) => skipping.end)).toEqual({
        read: 302,
        'ill-formed': 9,
        encoding: 1,
      });
    });

    it('rejects violations of namespaces alone', () => {
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
    it('reads cases without a DOCTYPE correctly, except names with undeclared prefixes', () => {
      const group = wellFormed.filter(({ doctype }) => !doctype);
      expect(ends('well-formed, no DOCTYPE', group, ({ plain }) => plain.end)).toEqual({ read: 70, 'ill-formed': 2 });
      for (const { id, plain, saxes } of group) expect(plain.tree, id).toEqual(saxes.tree);
    });

    it('rejects cases with a DOCTYPE for it', () => {
      const group = wellFormed.filter(({ declaration }) => declaration !== '');
      expect(ends('well-formed, with a DOCTYPE', group, ({ plain }) => plain.end)).toEqual({ doctype: 885 });
    });

    it('reads cases with a DOCTYPE correctly by the reader of the tests, if no entity is used', () => {
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

    it('reads the content that the suite states, except attributes declared by a DTD', () => {
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

    it('has a clause for each rejected case', () => {
      const others = wellFormed.filter((one) => !isRead(one) && !usesEntity(one));
      expect(idsIn(others)).toEqual(idsOf(refused));
    });
  });

  it('rejects XML 1.1 with any content', () => {
    const group = all.filter(({ version11 }) => version11);
    expect(ends('XML 1.1', group, ({ skipping }) => skipping.end)).toEqual({ 'ill-formed': 221, encoding: 20 });
  });

  it('rejects or reads optional errors', () => {
    const group = ofVersion10.filter(({ type }) => type === 'error');
    expect(ends('errors that need not be found', group, ({ skipping }) => skipping.end)).toEqual({
      read: 17,
      'ill-formed': 6,
      encoding: 7,
    });
  });

  it('agrees with saxes outside of the DTD, except for cases with a clause', () => {
    // It is given text, and so never sees an encoding.
    const others = ofVersion10.filter(
      ({ skipping, saxes }) => skipping.end !== 'encoding' && (skipping.end === 'read') !== (saxes.end === 'read'),
    );
    expect(idsIn(others)).toEqual(idsOf(validatedDifferently));
  });
});
