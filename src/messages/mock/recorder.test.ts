import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contractOf } from '../../../test/support/generator/load-contracts.ts';
import { shopContract } from '../../../test/support/generator/shop-contract.ts';
import { digestGuard } from '../../../test/support/runtime/sign-in-server.ts';
import { Report } from '../../diagnostics/index.ts';
import { LiveAccess } from '../../fetch/index.ts';
import { type MockService, mockService } from './mock-service.ts';
import { type OpenMock, openMock } from './open-mock.ts';

const soap = 'http://schemas.xmlsoap.org/soap/envelope/';

describe('mock --record', () => {
  let folder: string;
  let real: MockService;
  let proxy: OpenMock;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'soapwright-record-'));
    writeFileSync(join(folder, 'shop.yaml'), shopContract);
    real = await mockService(join(folder, 'shop.yaml'));
    const options = { seed: 'a', strict: true, examples: join(folder, 'examples'), record: real.url };
    const opened = await openMock(contractOf(shopContract), options, new Report());
    if (opened === undefined) throw new Error('The proxy does not start.');
    proxy = opened;
  });

  afterEach(async () => {
    await proxy.listening.close(0);
    await real.close();
    rmSync(folder, { recursive: true });
  });

  const call = async (operation: string, fields: string): Promise<string> => {
    const body = `<${operation} xmlns="https://shop.example/v1/">${fields}</${operation}>`;
    const response = await fetch(proxy.listening.url, {
      method: 'POST',
      headers: { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: `"https://shop.example/v1/${operation}"` },
      body: `<s:Envelope xmlns:s="${soap}"><s:Body>${body}</s:Body></s:Envelope>`,
    });
    return (await response.text()).replace(/>\s+</g, '><');
  };

  const recorded = (): string => readFileSync(join(folder, 'examples/Find.yaml'), 'utf8');

  it('passes requests on, and writes each exchange once, in the order in which they came', async () => {
    real
      .on('Find')
      .respond({ Number: '007', Status: 'paid', Total: '12.50', contact: { case: 'Phone', value: 'null' } });
    real.on('Find', { Number: '2' }).respond(() => undefined);
    expect(await call('Find', '<Number>007</Number><Since>2026-01-31</Since>')).toContain('<Total>12.50</Total>');
    await call('Find', '<Number>2</Number>');
    await call('Find', '<Number>007</Number><Since>2026-01-31</Since>');
    expect(recorded()).toBe(`- when:
    Number: 007
    Since: 2026-01-31
  respond:
    Number: 007
    Status: paid
    Total: 12.50
    contact:
      case: Phone
      value: "null"
- when:
    Number: 2
  respond: null
`);
  });

  it('writes another response to the same request as a sequence', async () => {
    real.on('Find').fault({ name: 'NotFound', reason: 'Gone: now.', detail: { Number: '1' }, code: 'Sender' });
    real
      .on('Find')
      .respond({ Number: '1', Status: 'open', Total: 1, contact: { case: 'Email', value: 'a' } }, { times: 1 });
    await call('Find', '<Number>1</Number>');
    expect(await call('Find', '<Number>1</Number>')).toContain('<faultstring>Gone: now.</faultstring>');
    expect(recorded()).toBe(`- when:
    Number: 1
  sequence:
    - respond:
        Number: 1
        Status: open
        Total: 1
        contact:
          case: Email
          value: a
    - fault:
        name: NotFound
        reason: "Gone: now."
        code: Sender
        status: 500
        detail:
          Number: 1
`);
  });

  it('R5: masks sensitive fields', async () => {
    real.on('Find').respond({ Note: 'a secret', Status: 'open' });
    expect(await call('Find', '<Number>1</Number>')).toContain('<Note>a secret</Note>');
    expect(recorded()).not.toContain('a secret');
    expect(recorded()).toMatch(/^ {4}Note: .+$/m);
  });

  it('can be replayed', async () => {
    const answer = await call('Find', '<Number>7</Number>');
    const replay = await mockService(join(folder, 'shop.yaml'), { examples: join(folder, 'examples'), seed: 'other' });
    const again = await fetch(replay.url, {
      method: 'POST',
      headers: { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: '"https://shop.example/v1/Find"' },
      body: `<s:Envelope xmlns:s="${soap}"><s:Body><Find xmlns="https://shop.example/v1/"><Number>7</Number></Find></s:Body></s:Envelope>`,
    });
    const text = (await again.text()).replace(/>\s+</g, '><');
    const masked = (xml: string): string => xml.replace(/<Note>[^<]*/, '<Note>');
    await replay.close();
    expect(masked(text)).toBe(masked(answer));
  });

  it('refuses a response with an unknown field, and records nothing', async () => {
    const other = createServer((_, response) => {
      response.setHeader('Content-Type', 'text/xml; charset=utf-8');
      response.end(
        `<s:Envelope xmlns:s="${soap}"><s:Body><FindResponse xmlns="https://shop.example/v1/"><Invoice><Extra/></Invoice></FindResponse></s:Body></s:Envelope>`,
      );
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { port: number };
    const options = { seed: 'a', strict: true, examples: join(folder, 'none'), record: `http://127.0.0.1:${port}/` };
    await proxy.listening.close(0);
    proxy = (await openMock(contractOf(shopContract), options, new Report())) as OpenMock;
    expect(await call('Find', '<Number>1</Number>')).toContain(
      'was not recorded. FindResponse/Invoice/Extra: the contract has no such element here;',
    );
    expect(() => readFileSync(join(folder, 'none/Find.yaml'))).toThrow('ENOENT');
    other.close();
  });

  it('signs in to the service', async () => {
    const answer = await call('Find', '<Number>7</Number>');
    const guard = digestGuard({ user: 'anna', password: 'geheim' });
    const other = createServer((request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        const refused = guard(request, Buffer.concat(pieces), response);
        if (refused !== undefined) response.writeHead(401, refused.flat()).end();
        else response.writeHead(200, { 'Content-Type': 'text/xml; charset=utf-8' }).end(answer);
      });
    });
    await new Promise<void>((resolve) => other.listen(0, 'localhost', resolve));
    const record = `http://localhost:${(other.address() as AddressInfo).port}/`;
    const signIn = { user: 'anna', passwordFrom: 'env:PASSWORD', auth: ['digest'] } as const;
    const { access } = LiveAccess.open(record, signIn, { current: folder, environment: { PASSWORD: 'geheim' } });
    const options = { seed: 'a', strict: true, examples: join(folder, 'signed'), record, access };
    await proxy.listening.close(0);
    proxy = (await openMock(contractOf(shopContract), options, new Report())) as OpenMock;
    expect(await call('Find', '<Number>7</Number>')).toContain('<Number>7</Number>');
    expect(readFileSync(join(folder, 'signed/Find.yaml'), 'utf8')).toContain('Number: 7');
    await access?.close();
    other.close();
  });

  it('responds with a fault when the service cannot be reached', async () => {
    await real.close();
    expect(await call('Find', '<Number>1</Number>')).toContain('The service cannot be reached: ECONNREFUSED.');
  });
});
