import { describe, expect, expectTypeOf, it } from 'vitest';
import { BlobError, type BlobErrorCode, ClientError, type ClientErrorCode } from '../runtime/src/client/index.ts';
import { DateTimeError, type DateTimeErrorCode } from '../runtime/src/types/date-time.ts';
import { XmlError, type XmlErrorCode } from '../runtime/src/xml/error.ts';
import type { runtimeErrors } from '../src/diagnostics/index.ts';
import { pageOf } from '../src/rules/explain/index.ts';

describe('errors of the runtime', () => {
  it('have an entry for each code, and no other entries', () => {
    expectTypeOf<keyof typeof runtimeErrors.ClientError>().toEqualTypeOf<ClientErrorCode>();
    expectTypeOf<keyof typeof runtimeErrors.XmlError>().toEqualTypeOf<XmlErrorCode>();
    expectTypeOf<keyof typeof runtimeErrors.BlobError>().toEqualTypeOf<BlobErrorCode>();
    expectTypeOf<keyof typeof runtimeErrors.DateTimeError>().toEqualTypeOf<DateTimeErrorCode>();
  });

  it.each([
    new ClientError('timeout', 'text'),
    new XmlError('type', 'text'),
    new BlobError('changed', 'text'),
    new DateTimeError('range', 'text'),
  ])('$name has the command that explains it', (error) => {
    expect(error.help).toBe(`npx soapwright explain ${error.name}.${error.code}`);
    expect(pageOf(error.help.replace('npx soapwright explain ', ''))?.id).toBe(`${error.name}.${error.code}`);
  });
});
