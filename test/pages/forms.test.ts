import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { required } from '../interop/foreign.ts';
import { type RunningService, startService } from '../interop/running-service.ts';
import { type Filling, fillByKeyboard, hasBrowser, picture, startBrowser } from './browser.ts';
import { type RichService, startRichService } from './rich-service.ts';

/** The test forms in a real browser, filled in and sent with the keyboard alone. */

const APIKey = 'demo-api-key';
const anna = 'anna@demo.example';
const admin = (field: string): string => `AdminAuthParameters/${field}`;

interface Call extends Filling {
  readonly operation: string;
  /** Rows of the table of the response. */
  readonly answer: Readonly<Record<string, string | RegExp>>;
}

const hidden = /not shown/;

/** All nine operations. @param unique part of the names that the service keeps. */
async function calls(service: RunningService, unique: string): Promise<readonly Call[]> {
  const [SAMLToken, code] = await Promise.all([service.token('saml'), service.token('oidc')]);
  return [
    {
      operation: 'GetClientID',
      values: { APIKey, 'Parameters/CompanyCode': 'DEMO' },
      answer: { 'GetClientIDResult / ClientID': '1001' },
    },
    {
      operation: 'GetAPIURL',
      values: { APIKey, ClientId: '1001' },
      answer: { 'GetAPIURLResult / APIURL': /^http/ },
    },
    {
      operation: 'AccountCreateFreeFromPromotion',
      values: {
        API_KEY: APIKey,
        PromoCode: 'DEMO-WELCOME',
        EmailAddress: `${unique}@example.org`,
        UserName: unique,
        Password: 'a long password <&>',
      },
      answer: { 'AccountCreateFreeResult / Result': 'true' },
    },
    {
      operation: 'AdminCreateFolder',
      values: {
        [admin('APIKey')]: APIKey,
        [admin('OrgID')]: '9007199254740993',
        [admin('AdminUserID')]: 'admin',
        [admin('AdminPassword')]: 'admin-demo-password',
        'Parameters/Path': '/anna',
        'Parameters/FolderName': `${unique} <&>`,
      },
      answer: { 'AdminCreateFolderResult / FolderName': `${unique} <&>` },
    },
    {
      operation: 'AppendChunkWithFolderAccessKey',
      values: {
        APIKey,
        FolderAccessKey: 'demo-folder-key',
        FileName: `${unique}.bin`,
        ChunkData: Uint8Array.of(0, 1, 13, 10, 255),
        Offset: '0',
        BytesRead: '5',
        isLastChunk: 't',
        LastWriteTimeUtc: '2019-03-31T02:30:00.1234567+02:00',
      },
      answer: {
        'ChunkUploadResult / ChunkAppended': 'true',
        'ChunkUploadResult / UploadToken': hidden,
        'ChunkUploadResult / LastWriteTimeUtc': '2019-03-31T00:30:00.1234567Z',
      },
    },
    {
      operation: 'SSOLoginURL',
      values: { APIKey, EmailAddress: anna },
      answer: { 'SSOLoginURL / SSOType': 'OIDC' },
    },
    {
      operation: 'SSOLoginWebURL',
      values: { APIKey, EmailAddress: 'sam@saml.example' },
      answer: { 'SSOLoginURL / SSOType': 'SAML2' },
    },
    {
      operation: 'SAMLAccountLogin',
      values: { APIKey, EmailAddress: 'sam@saml.example', SAMLToken },
      answer: { 'LoginResult / Token': hidden },
    },
    {
      operation: 'ExternalOAuthAccountLogin',
      values: { APIKey, EmailAddress: anna, ExternalOAuthCode: code, ApplicationType: '1' },
      answer: { 'LoginResult / Token': hidden },
    },
  ];
}

describe.skipIf(!hasBrowser && !required)('the forms of the Remote File Service', () => {
  let service: RunningService;
  let browser: Browser;

  beforeAll(async () => {
    [service, browser] = await Promise.all([startService(), startBrowser()]);
  });

  afterAll(async () => {
    await browser?.close();
    expect(await service?.stop()).toBe(0);
  });

  it.each([
    ['with JavaScript, over SOAP 1.1', true, '1.1'],
    ['without JavaScript, over SOAP 1.2', false, '1.2'],
  ] as const)(
    'P3: every operation is filled in and sent by keyboard, %s',
    async (_, javaScriptEnabled, soap) => {
      const context = await browser.newContext({ javaScriptEnabled });
      const all = await calls(service, `form-${soap.replace('.', '')}-${process.pid}`);
      for (const { operation, values, answer: response } of all) {
        const { rows, html, heading, fault } = await exchange(context, `${service.address}?op=${operation}`, {
          values,
          soap,
        });
        expect(fault, fault).toBe('');
        expect(heading).toBe('Response HTTP 200');
        for (const [path, value] of Object.entries(response)) {
          if (typeof value === 'string') expect(rows[path]).toBe(value);
          else expect(rows[path]).toMatch(value);
        }
        for (const [name, value] of Object.entries(values)) {
          if (/key|password|token|code$/i.test(name) && !/Company/.test(name)) expect(html).not.toContain(value);
        }
      }
      await context.close();
    },
    // A browser alone takes a minute on a machine that does more.
    300_000,
  );

  it('P3: the checkbox reveals the secret values of the response, which are usable', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const values = { APIKey, EmailAddress: anna };
    const ask = (secrets: boolean): Promise<ShownResponse> =>
      exchange(context, `${service.address}?op=SSOLoginURL`, { values, secrets });
    const path = 'SSOLoginURL / LoginURL';
    const hiddenResponse = await ask(false);
    expect(hiddenResponse.rows[path]).toMatch(hidden);
    expect(hiddenResponse.html).not.toContain('state=');
    const { rows, html } = await ask(true);
    const [url = '', badge] = rows[path]?.split(' ') ?? [];
    expect(badge).toBe('sensitive');
    expect(new URL(url).searchParams.get('state')).toBeTruthy();
    expect(html).toContain('state=');
    // Never the caller's input.
    expect(html).not.toContain(APIKey);
    await context.close();
  });

  it('P3: a rejection is shown as a fault', async () => {
    const context = await browser.newContext();
    const values = { [admin('APIKey')]: APIKey, [admin('OrgID')]: '1', 'Parameters/FolderName': 'x' };
    const { heading, fault } = await exchange(context, `${service.address}?op=AdminCreateFolder`, {
      values,
    });
    expect(heading).toBe('Response HTTP 500');
    expect(fault).toContain('AccessDenied');
    await context.close();
  });
});

describe.skipIf(!hasBrowser && !required)('the form of a contract with every kind of field', () => {
  let service: RichService;
  let browser: Browser;

  beforeAll(async () => {
    [service, browser] = await Promise.all([startRichService(), startBrowser()]);
  });

  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });

  it.each([true, false])(
    'P5: it is filled in by keyboard, JavaScript %s',
    async (javaScriptEnabled) => {
      const context = await browser.newContext({ javaScriptEnabled });
      const page = await context.newPage();
      await page.goto(`${service.address}?op=Everything`);
      await page.getByRole('button', { name: 'Add another Lines' }).focus();
      await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
      await fillByKeyboard(page, {
        values: {
          Text: 'a </textarea> & "b"',
          Words: 'one\ntwo',
          Secret: 'never shown 1',
          Secrets: 'never shown 2',
          Count: '-7',
          Size: '9223372036854775807',
          Sure: 't',
          When: '2026-01-31T12:30:00.1234567',
          'nil:Until': true,
          Numbers: '1\n\n-3',
          'nil:Numbers': true,
          Picture: Uint8Array.of(1, 2, 3),
          'Address/Street': 'Main Street',
          'nil:Other': true,
          'Hidden/Street': 'never shown 3',
          'Lines/0/Item': 'pen',
          'Lines/0/Amount': '2',
          'Lines/1/Item': 'ink',
          'Lines/1/Amount': '1',
          'omit:Tree': true,
        },
      });
      expect(await page.textContent('#answer-heading')).toBe('Response HTTP 200');
      const [last] = service.received.splice(0);
      expect(last).toMatchObject({
        Text: 'a </textarea> & "b"',
        Words: ['one', 'two'],
        Secret: 'never shown 1',
        Secrets: ['never shown 2'],
        Count: -7,
        Size: 9223372036854775807n,
        Sure: true,
        Perhaps: undefined,
        Until: null,
        Numbers: [1, null, -3],
        More: [],
        Picture: Uint8Array.of(1, 2, 3),
        Address: { Street: 'Main Street', Town: '' },
        Other: null,
        Hidden: { Street: 'never shown 3' },
        Tree: undefined,
        Lines: [
          { Item: 'pen', Amount: 2 },
          { Item: 'ink', Amount: 1 },
        ],
      });
      expect(String(last?.When)).toBe('2026-01-31T12:30:00.1234567');
      const html = await page.content();
      expect(html).not.toContain('never shown');
      expect(html).not.toContain('a token of the answer');
      expect(await page.inputValue('[name="Lines/1/Item"]')).toBe('ink');
      expect(await page.inputValue('[name="Words"]')).toBe('one\ntwo');
      expect(await page.inputValue('[name="Secret"]')).toBe('');
      await picture(page, `rich-answer-${javaScriptEnabled}`);
      await context.close();
    },
    90_000,
  );
});

interface ShownResponse {
  readonly heading: string | null;
  /** Values in the table of the response, by path. */
  readonly rows: Readonly<Record<string, string>>;
  readonly fault: string;
  readonly html: string;
}

/** Fills in the form at an address, sends it, and reads the page that comes. */
async function exchange(context: BrowserContext, address: string, filling: Filling): Promise<ShownResponse> {
  const page = await context.newPage();
  await page.goto(address);
  await fillByKeyboard(page, filling);
  const rows = await page.$$eval('.result tbody tr', (all) =>
    all.map((row) => [row.children[0]?.textContent ?? '', row.children[1]?.textContent ?? '']),
  );
  const name = new URL(address).searchParams.get('op');
  await picture(page, `answer-${name}-${filling.soap ?? 'fault'}`);
  const shown = {
    heading: await page.textContent('#answer-heading'),
    rows: Object.fromEntries(rows),
    fault: (await page.$$eval('.note.bad', (all) => all.map(({ textContent }) => textContent))).join(' '),
    html: await page.content(),
  };
  await page.close();
  return shown;
}
