import { ClientError, memoryTransport, SoapFault } from '@soapwright/runtime/client';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MarketClient } from '../golden/tolerant/expected/client.ts';
import { runs, seed } from './runs.ts';

const offer = `<Offer grade="good" xsi:type="New"><stock>2</stock><size>1</size><colour>blue</colour><number>1</number>
  <contact/><names>n</names><seller xsi:nil="true"/><email>e</email><amount>1.5</amount><x:y xmlns:x="urn:x"><z/></x:y>
  <sold>1</sold><again><mark>dark</mark><between>1</between><mark>light</mark></again></Offer>`;
const message = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><s:Header/><s:Body><FindResponse xmlns="urn:market/">${offer}</FindResponse></s:Body></s:Envelope>`;

/** Parts of the message in another order, twice, or not at all; and other bytes. */
const changed = fc
  .array(
    fc.record({
      from: fc.nat(),
      length: fc.nat(40),
      to: fc.nat(),
      kind: fc.constantFrom('move', 'copy', 'cut', 'byte'),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((changes) => {
    let text = message;
    for (const { from, length, to, kind } of changes) {
      // From tag to tag, so that most of them stay well-formed.
      const tags = [...text.matchAll(/<\w+[^>]*>[^<]*<\/\w+>|<[^>]+>|\w+/g)];
      const at = tags[from % tags.length];
      if (at === undefined) break;
      const without = text.slice(0, at.index) + text.slice(at.index + at[0].length);
      const target = (kind === 'copy' ? text : without).length;
      const place = tags[to % tags.length]?.index ?? to % target;
      if (kind === 'byte') text = text.slice(0, place) + String.fromCharCode(length + 32) + text.slice(place + 1);
      else if (kind === 'cut') text = without;
      else
        text =
          (kind === 'copy' ? text : without).slice(0, place) + at[0] + (kind === 'copy' ? text : without).slice(place);
    }
    return text;
  });

it('whatever a service sends, a tolerant client returns a result or an error of the response', async () => {
  let results = 0;
  let told = 0;
  await fc.assert(
    fc.asyncProperty(changed, async (text) => {
      const response = { status: 200, headers: ['Content-Type', 'text/xml'], body: new TextEncoder().encode(text) };
      const client = new MarketClient({ transport: memoryTransport(() => response), onDeviation: () => told++ });
      try {
        const found = await client.Find({ Query: { shade: 'dark' } });
        expect(found.names.length + found.rows.length + found.events.length).toBeGreaterThanOrEqual(0);
        results++;
      } catch (error) {
        if (error instanceof SoapFault) return;
        if (!(error instanceof ClientError)) throw error;
        expect(error.code).toMatch(/^(?:bad-answer|not-soap|truncated)$/);
        expect(error.message).not.toContain('its codec failed');
      }
    }),
    { numRuns: runs(1500), seed },
  );
  expect(results).toBeGreaterThan(0);
  expect(told).toBeGreaterThan(results);
});
