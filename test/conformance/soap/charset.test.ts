import { expect, it } from 'vitest';
import { versionNamed } from '../../../runtime/src/soap/version.ts';
import { validResponse } from '../../support/runtime/sample-binding.ts';
import { callHeaders, getClientID } from '../../support/runtime/test-messages.ts';
import { ask, called, headerOf, message, sentBy, versions } from './exchange.ts';

const mark = '\ufeff';

/** A message with letters beyond ASCII. */
const text = (version: '1.1' | '1.2', before = ''): string =>
  message(version, { before, content: getClientID('ÄÖÜ€') });

function utf16(value: string, bigEndian: boolean): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(value, 'utf16le');
  return new Uint8Array(bigEndian ? bytes.swap16() : bytes);
}

const utf8 = (value: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(value);

/** The value that the handler gets from such a message. */
async function companyCode(version: '1.1' | '1.2', body: Uint8Array<ArrayBuffer>, charset: string): Promise<unknown> {
  let found: unknown;
  const { mediaType } = versionNamed(version);
  const { text: response } = await ask(version, body, {
    headers: { ...callHeaders(version), 'Content-Type': `${mediaType}${charset}` },
    handlers: {
      GetClientID({ Parameters }) {
        found = Parameters;
        return { ClientID: 1 };
      },
    },
  });
  return found ?? response;
}

const right = { CompanyCode: 'ÄÖÜ€' };

it('R1012; R1018; R4001: UTF-8 and UTF-16 are read, with a byte order mark', async () => {
  for (const version of versions) {
    for (const charset of ['', '; charset=utf-8', '; charset="UTF-8"']) {
      for (const before of ['', mark])
        expect(await companyCode(version, utf8(text(version, before)), charset)).toEqual(right);
    }
    for (const charset of ['', '; charset=utf-16', '; charset=UTF-16']) {
      for (const bigEndian of [false, true]) {
        expect(await companyCode(version, utf16(text(version, mark), bigEndian), charset)).toEqual(right);
      }
    }
  }
});

it('R1012: UTF-16 without a byte order mark, and every other charset, is rejected', async () => {
  for (const version of versions) {
    const { mediaType } = versionNamed(version);
    const bare = await companyCode(version, utf16(text(version), false), '; charset=utf-16');
    expect(bare).toContain('byte order mark');
    for (const charset of ['iso-8859-1', 'windows-1252', 'utf-7', 'utf-32']) {
      const headers = { ...callHeaders(version), 'Content-Type': `${mediaType}; charset=${charset}` };
      expect((await ask(version, text(version), { headers })).status).toBe(415);
    }
  }
});

it('R1010; R9701: an XML declaration is read, in either quotes, and XML 1.1 is rejected', async () => {
  for (const version of versions) {
    for (const declaration of ['<?xml version="1.0"?>', "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>\n"]) {
      expect(await companyCode(version, utf8(text(version, declaration)), '; charset=utf-8')).toEqual(right);
      expect(await companyCode(version, utf8(mark + text(version, declaration)), '')).toEqual(right);
    }
    const newer = await companyCode(version, utf8(text(version, '<?xml version="1.1"?>')), '');
    expect(newer).toContain('IllFormedXml');
  }
});

it('R1019: the encoding of the XML declaration is ignored if the Content-Type has a charset', async () => {
  const declaration = '<?xml version="1.0" encoding="iso-8859-1"?>';
  for (const version of versions) {
    expect(await companyCode(version, utf8(text(version, declaration)), '; charset=utf-8')).toEqual(right);
    const body = utf16(text(version, mark + declaration), true);
    expect(await companyCode(version, body, '; charset=utf-16')).toEqual(right);
    // Without a charset it is the only word on it, and must be true.
    expect(await companyCode(version, utf8(text(version, declaration)), '')).toContain('InvalidEncoding');
    const response = utf8(message(version, { before: declaration, content: validResponse }));
    const headers = ['Content-Type', versionNamed(version).contentType];
    expect(await called(version, { status: 200, headers, body: response })).toMatchObject({ ClientID: 7 });
  }
});

it('R1012; R1018; R9700; R9702; R9703; part 2, 7.1: written messages are one envelope in UTF-8, with the charset in the Content-Type', async () => {
  for (const version of versions) {
    const { contentType } = versionNamed(version);
    const handlers = { GetClientID: () => ({ ErrorMessage: 'ÄÖÜ€', ClientID: 1 }) };
    const response = await ask(version, text(version), { handlers });
    expect([
      response.headers.get('Content-Type'),
      response.text.startsWith('<?xml version="1.0" encoding="utf-8"?><'),
    ]).toEqual([contentType, true]);
    expect(response.text).toContain('ÄÖÜ€');
    const sent = await sentBy(version);
    expect(headerOf(sent, 'content-type')).toBe(contentType);
    expect(sent.body).toMatch(/^<\?xml version="1\.0" encoding="utf-8"\?><.*Envelope>$/);
    const fault = await ask(version, 'nothing');
    expect([fault.headers.get('Content-Type'), fault.text.includes(':Fault>')]).toEqual([contentType, true]);
  }
});
