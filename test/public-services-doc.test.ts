import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { GeneratedFolder } from './generate-here.ts';
import { typeErrors } from './support/type-errors.ts';

const page = readFileSync(new URL('../docs/reference/public-services.md', import.meta.url), 'utf8');

/** The options of each row: code without a link. */
const rows = [...page.matchAll(/^\| ([^|]+) \| [^|]+ \| ([^|]+) \| ([^|]+) \|$/gm)]
  .slice(1)
  .map(([, service = '', options = '', missing = '']) => ({
    service,
    options: [...options.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code),
    missing,
  }));

/** What a program of a user has. */
const given = `
import type { ClientOptions } from '@soapwright/runtime/client';
import { addressing } from '@soapwright/runtime/client/addressing';
import { basic, bearer, digest } from '@soapwright/runtime/client/authentication';
import { negotiate, ntlm } from '@soapwright/runtime/client/authentication/node';
import { mtom } from '@soapwright/runtime/client/mtom';
import { httpTransport } from '@soapwright/runtime/client/node';
import { security } from '@soapwright/security';
import type { SigningKey } from '@soapwright/security/keys';
import { messageSecurity, signatureProfiles } from '@soapwright/security/messages';
import type { StsClient } from '@soapwright/security/sts';
import { amadeus, AmadeusSession, docusign, exchange, gematik, netsuite, onvif, salesforce, workday } from '@soapwright/security/profiles';
declare const user: string, password: string, tenant: string, token: string, passphrase: string, domain: string;
declare const integratorKey: string, officeId: string, from: string, ca: string, pfx: Buffer, value: never;
declare const addresses: { readonly SistemaVerifactuPruebas: string };
declare const headers: { readonly RequestHeader: { block(value: never): string } };
declare const key: SigningKey;
declare const sts: StsClient;
declare const session: () => Promise<{ readonly sessionId: string }>;
declare const deviceTime: () => Promise<number>;
declare const caller: Parameters<typeof gematik>[0];
declare const tokens: Parameters<typeof netsuite>[0];
const amadeusSession = new AmadeusSession();
`;

it('docs/reference/public-services.md: the options of each row compile', () => {
  expect(rows.length).toBeGreaterThanOrEqual(20);
  const folder = new GeneratedFolder('public-services');
  try {
    const all = rows.map(({ options }, at) => `export const row${at}: ClientOptions = { ${options.join(', ')} };`);
    writeFileSync(
      join(folder.path, 'rows.ts'),
      `${given}${all.join('\n')}\nexport const used = [
  basic, bearer, digest, negotiate, ntlm, mtom, httpTransport, security, messageSecurity, signatureProfiles, amadeus, docusign, exchange, gematik,
  netsuite, onvif,
  salesforce, workday, addressing, amadeusSession,
];\n`,
    );
    expect(typeErrors(folder.path, {})).toBe('');
  } finally {
    folder.remove();
  }
});

it('docs/reference/public-services.md: a row without options says that nothing is needed, or what is missing', () => {
  const without = rows.filter(({ options }) => options.length === 0).map(({ service }) => service);
  expect(without).toEqual(['EU VIES', 'Magento 1', 'Peppol AS4, eDelivery']);
});
