/** Why cases of the suite end differently: the clause, and its effect. */
export interface Difference {
  readonly clause: string;
  readonly reason: string;
  readonly ids: readonly string[];
}

/** Rejected cases that the suite considers well-formed. All of them use parts of XML that SOAP excludes. */
export const refused: readonly Difference[] = [
  {
    clause: 'XML 1.0, 4.3.3',
    reason: 'Processors need to know UTF-8 and UTF-16 alone; another encoding is refused (rule T5).',
    ids: ['010', '012', '022', '026', '030', '034', '036', '040', '044', '046', '050', '052'].map((id) => `rmt-${id}`),
  },
  {
    clause: 'XML 1.0 fifth edition, 2.8',
    reason:
      'A document of another version 1.x may be read as one of 1.0. It is refused, as it was up to the fourth edition.',
    ids: ['x-rmt-008b'],
  },
  {
    clause: 'Namespaces in XML 1.0, 7',
    reason: 'Names in which colons do not stand for prefixes: well-formed, and not namespace-well-formed.',
    ids: [
      'valid-sa-012',
      'o-p04pass1',
      'o-p05pass1',
      'x-ibm-1-0.5-valid-P04-ibm04v01.xml',
      'x-ibm-1-0.5-valid-P05-ibm05v01.xml',
      'x-ibm-1-0.5-valid-P05-ibm05v02.xml',
      'x-ibm-1-0.5-valid-P05-ibm05v03.xml',
    ],
  },
];

/** Cases on which the reader of the tests and saxes differ once the document type declaration is skipped. */
export const validatedDifferently: readonly Difference[] = [
  {
    clause: 'XML 1.0, 2.8 [28]',
    reason: 'Faults of the document type declaration outside of its subset, which saxes never looks for.',
    ids: [
      'not-wf-sa-056',
      'not-wf-sa-085',
      'not-wf-sa-164',
      ...['28-ibm28n01', '28-ibm28n02', '28-ibm28n03', '75-ibm75n02', '75-ibm75n03', '75-ibm75n04'].map(ibm),
      ...['75-ibm75n07', '75-ibm75n08', '75-ibm75n09', '75-ibm75n10', '75-ibm75n11', '75-ibm75n13'].map(ibm),
    ],
  },
  {
    clause: 'XML 1.0, 3.3.3',
    reason: 'A namespace declaration that its subset makes a list of tokens, trimmed then; what saxes trims is text.',
    ids: ['rmt-ns10-012'],
  },
  {
    clause: 'XML 1.0 fifth edition, 2.8',
    reason: 'A version 1.x that is not 1.0, which saxes reads.',
    ids: ['x-rmt-008', 'x-rmt-008b'],
  },
];

function ibm(name: string): string {
  return `ibm-not-wf-P${name}.xml`;
}

/** The cases of differences, in order. */
export function idsOf(differences: readonly Difference[]): readonly string[] {
  return differences.flatMap(({ ids }) => ids).sort();
}
