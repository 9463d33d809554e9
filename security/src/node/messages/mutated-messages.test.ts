import type { TreeElement } from '@soapwright/runtime/xml';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { issueCertificate } from '../../../../test/support/runtime/certificate.ts';
import { EnvelopeEditor } from '../../../../test/support/security/envelope-editor.ts';
import { canonicalXml } from '../../canonical/canonical-xml.ts';
import { SecurityError } from '../../security-error.ts';
import { elementsWithin } from '../../xml-elements.ts';
import { signingKey, trust } from '../keys/index.ts';
import { readMessage, type SignedPart, type SoapMessage, signMessage, verifyMessage } from './index.ts';
import { elementsOf } from './parts.ts';

const own = issueCertificate('own');
const trusted = trust({ pinned: own.certificate });
const wsa = 'http://www.w3.org/2005/08/addressing';
const parts: readonly SignedPart[] = ['Body', 'Timestamp', { namespace: wsa, local: 'To' }];
const plain = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Header><a:To xmlns:a="${wsa}">urn:good</a:To><b:Other xmlns:b="urn:b" Id="other"><b:C>1</b:C></b:Other></s:Header><s:Body><m:Pay xmlns:m="urn:m"><m:Name a="1">Zoe</m:Name><m:Sum>1</m:Sum></m:Pay></s:Body></s:Envelope>`;

let text: string;
beforeAll(async () => {
  const key = signingKey({ key: own.key, certificates: own.certificate });
  text = Buffer.from(await signMessage(Buffer.from(plain), { key, parts })).toString('latin1');
});

/** What a receiver reads of the signed parts. */
function signedContent(message: SoapMessage): readonly string[] {
  return parts
    .flatMap((part) => elementsOf(part, message))
    .map((element) => Buffer.from(canonicalXml(message.document, element, { method: 'exclusive' })).toString());
}

const places = ['before', 'after', 'first', 'last'] as const;

type Change =
  | {
      readonly kind: 'copy' | 'move';
      readonly from: number;
      readonly to: number;
      readonly place: (typeof places)[number];
    }
  | { readonly kind: 'remove' | 'empty' | 'unwrap' | 'wrap'; readonly from: number }
  | { readonly kind: 'byte'; readonly from: number; readonly byte: number }
  | { readonly kind: 'swap'; readonly from: number; readonly to: number };

const index = fc.nat(80);
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ kind: fc.constantFrom('copy', 'move'), from: index, to: index, place: fc.constantFrom(...places) }),
  fc.record({ kind: fc.constantFrom('remove', 'empty', 'unwrap', 'wrap'), from: index }),
  fc.record({ kind: fc.constant('byte'), from: fc.nat(6000), byte: fc.constantFrom(...Buffer.from('A1 <>/"=:&#-\n')) }),
  fc.record({ kind: fc.constant('swap'), from: index, to: index }),
);

/** The text with a change; it may be malformed then. */
function changed(before: string, one: Change): string {
  if (one.kind === 'byte') {
    const at = one.from % before.length;
    return before.slice(0, at) + String.fromCharCode(one.byte) + before.slice(at + 1);
  }
  const message = new EnvelopeEditor(before);
  const elements = [...elementsWithin(message.root)];
  const element = (number: number): TreeElement => elements[number % elements.length] as TreeElement;
  const from = element(one.from);
  switch (one.kind) {
    case 'remove':
      return message.replaced(from, '');
    case 'empty':
      return message.filled(from, '');
    case 'unwrap':
      return message.replaced(from, message.content(from));
    case 'wrap':
      return message.replaced(from, `<w>${message.xml(from)}</w>`);
    case 'copy':
      return message[one.place](element(one.to), message.xml(from));
    case 'swap': {
      const xml = message.xml(element(one.to));
      return message.replaced(from, xml);
    }
    case 'move': {
      const without = new EnvelopeEditor(message.replaced(from, ''));
      const others = [...elementsWithin(without.root)];
      return without[one.place](others[one.to % others.length] as TreeElement, message.xml(from));
    }
  }
}

it('a message that was changed at random is refused, or reads as it was signed', async () => {
  const original = signedContent(readMessage(Buffer.from(text, 'latin1')));
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
      let forged = text;
      try {
        for (const one of changes) forged = changed(forged, one);
      } catch {
        // Malformed after an earlier change.
      }
      try {
        const message = readMessage(Buffer.from(forged, 'latin1'));
        await verifyMessage(message, { trust: trusted, parts });
        accepted += 1;
        expect(signedContent(message)).toEqual(original);
      } catch (error) {
        if (!(error instanceof SecurityError)) throw error;
      }
    }),
    { numRuns: 500 },
  );
  // Changes of what nobody has signed.
  expect(accepted).toBeGreaterThan(0);
});
