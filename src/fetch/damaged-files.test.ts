import fc from 'fast-check';
import { expect, it } from 'vitest';
import { billingWsdl } from '../../test/support/generator/billing-wsdl.ts';
import { referencesOf } from '../contract/wsdl/references.ts';
import { compareComponents } from './compare-components.ts';
import { recognise } from './recognise.ts';
import { locationRange, rewrite } from './rewrite.ts';
import { componentsOf } from './wsdl-components.ts';

const original = Buffer.from(billingWsdl(['types.xsd', 'https://example.com/ü.xsd?a&amp;b']));

const pieces = [
  '<',
  '>',
  '"',
  "'",
  '&',
  '&amp;',
  ' ',
  '\n',
  ':',
  '=',
  'ü',
  '\0',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
].concat(['xmlns=""', 'schemaLocation="a"', '<xs:import schemaLocation="x"/>']);

const damage = fc.oneof(
  fc.record({ at: fc.nat(original.length), insert: fc.constantFrom(...pieces), remove: fc.nat(5) }),
  fc.record({ at: fc.nat(original.length), insert: fc.constant(''), remove: fc.nat(40) }),
);

function parse(bytes: Buffer) {
  return recognise({ address: new URL('http://h/a?wsdl'), bytes, contentType: 'text/xml' }, true).recognised?.document;
}

it('a damaged file is refused, or it is rewritten in its locations and nothing else', () => {
  fc.assert(
    fc.property(fc.array(damage, { minLength: 1, maxLength: 3 }), (all) => {
      let bytes: Buffer = original;
      for (const { at, insert, remove } of all) {
        bytes = Buffer.concat([bytes.subarray(0, at), Buffer.from(insert), bytes.subarray(at + remove)]);
      }
      const document = parse(bytes);
      if (document === undefined) return;
      const references = referencesOf(document.root).filter(({ location }) => location !== undefined);
      const after = parse(
        rewrite(
          bytes,
          references.map((reference, index) => ({ range: locationRange(document, reference), value: `${index}.xsd` })),
        ),
      );
      if (after === undefined) throw new Error('It can no longer be read.');
      const locations = referencesOf(after.root).flatMap(({ location }) => location ?? []);
      expect(locations).toEqual(references.map((_, index) => `${index}.xsd`));
      expect(compareComponents(componentsOf(document), componentsOf(after))).toEqual([]);
    }),
    { numRuns: 1000 },
  );
});
