import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { required } from '../interop/foreign.ts';
import { fillByKeyboard, findings, hasBrowser, overflow, picture, startBrowser } from './browser.ts';
import { type EverythingService, startEverythingService } from './everything-service.ts';

/** The forms of the contract that uses every construct, in a real browser. */

describe.skipIf(!hasBrowser && !required)('the forms of every construct', () => {
  let service: EverythingService;
  let browser: Browser;

  beforeAll(async () => {
    [service, browser] = await Promise.all([startEverythingService(), startBrowser()]);
  });

  beforeEach(() => {
    service.received.length = 0;
  });

  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });

  it.each([true, false])(
    'P3: choices, groups and XML are filled in and sent by keyboard, JavaScript %s',
    async (javaScriptEnabled) => {
      const context = await browser.newContext({ javaScriptEnabled });
      const page = await context.newPage();
      await page.goto(`${service.address}?op=EchoContent`);
      await page.getByRole('button', { name: 'Add another history' }).focus();
      await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
      expect(await page.isVisible('[name="Payment/method/transfer/iban"]')).toBe(false);
      await fillByKeyboard(page, {
        values: {
          'Payment/amount': '12.34',
          'Payment/tags': 'one\ntwo',
          'Payment/status': 'p',
          'Payment/lines/0/sku': 'pen',
          'Payment/lines/0/n': '2',
          'omit:Payment/sizes': true,
          'Payment/size': 'light blue',
          'Payment/title': 'x',
          'Payment/kind': 'p',
          'Payment/anything': '<b>1 &lt; 2</b>',
          'case:Payment/method': { radio: 'transfer' },
          'Payment/method/transfer/iban': 'DE1',
          'omit:Payment/method/transfer/bic': true,
          'case:Payment/history/0': { radio: 'refused' },
          'Payment/history/0/refused': 'no',
          'case:Payment/history/1': { radio: 'paid' },
          'Payment/history/1/paid': '2026-01-31T12:00:00Z',
          'Payment/rows/0/a': '1',
          'Payment/rows/0/b': '2',
          'omit:Payment/contact': true,
          'case:Payment/either': { radio: 'right' },
          'Payment/either/right': '7',
          'Payment/extra': '<x:y xmlns:x="urn:x"/>',
        },
      });
      expect(await page.textContent('#answer-heading')).toBe('Response HTTP 200');
      expect(service.received[0]?.input).toMatchObject({
        Payment: {
          amount: '12.34',
          tags: ['one', 'two'],
          status: 'paid',
          lines: [{ sku: 'pen', n: 2 }],
          sizes: undefined,
          size: 'light blue',
          when: undefined,
          title: 'x',
          kind: 'payment',
          anything: { local: 'anything' },
          method: { case: 'transfer', value: { iban: 'DE1', bic: undefined } },
          history: [{ case: 'refused', value: 'no' }, { case: 'paid' }],
          rows: [{ a: 1, b: 2 }],
          contact: undefined,
          either: { case: 'right', value: 7 },
          extra: [{ namespace: 'urn:x', local: 'y' }],
        },
      });
      expect(await page.content()).not.toContain('12.34');
      // It comes again as it was sent.
      expect(await page.isChecked('[name="case:Payment/method"][value="transfer"]')).toBe(true);
      expect(await page.isVisible('[name="Payment/method/transfer/iban"]')).toBe(true);
      expect(await page.inputValue('[name="Payment/extra"]')).toBe('<x:y xmlns:x="urn:x"/>');
      await picture(page, `everything-content-${javaScriptEnabled}`);
      await context.close();
    },
    60_000,
  );

  it('P3: types of a hierarchy and header blocks are filled in by keyboard', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${service.address}?op=EchoAnimals`);
    await fillByKeyboard(page, {
      soap: '1.2',
      values: {
        'case:Animals/0': { radio: 'Puppy' },
        'Animals/0/Puppy/@chip': '7',
        'Animals/0/Puppy/name': 'Rex',
        'Animals/0/Puppy/weeks': '8',
        'omit:Favourite': true,
        'omit:Tree': true,
      },
    });
    expect(await page.textContent('#answer-heading')).toBe('Response HTTP 200');
    expect(service.received[0]?.input).toMatchObject({
      Animals: [{ $type: 'Puppy', chip: '7', name: 'Rex', weeks: 8 }],
      Favourite: undefined,
      Tree: undefined,
    });
    await page.goto(`${service.address}?op=Notify`);
    await fillByKeyboard(page, { values: { '$headers/Session/Token': 'who I am', Text: 'hello' } });
    expect(await page.textContent('#answer-heading')).toBe('Response HTTP 202');
    expect(service.received[1]).toEqual({
      operation: 'Notify',
      input: { Text: 'hello' },
      session: { Token: 'who I am' },
    });
    expect(await page.content()).not.toContain('who I am');
    await context.close();
  });

  it.each([
    ['telephone', { width: 360, height: 740 }, ['EchoContent', 'EchoMarkup', 'Find', 'Notify']],
    ['desk', { width: 1280, height: 900 }, ['EchoAnimals', 'EchoCommon', 'Describe', 'Ping']],
  ] as const)(
    'P5: a page with a response has no finding of axe-core and no overflow, %s',
    async (where, viewport, operations) => {
      const context = await browser.newContext({ viewport });
      const page = await context.newPage();
      for (const name of operations) {
        await page.goto(`${service.address}?op=${name}`);
        await page.getByRole('button', { name: 'Send unchecked' }).click();
        await picture(page, `everything-${name}-${where}`);
        expect((await findings(page)).violations).toEqual([]);
        expect(await overflow(page)).toBe(0);
      }
      await context.close();
    },
    60_000,
  );
});
