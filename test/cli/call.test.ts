import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MockService, mockService } from '../../src/messages/mock/mock-service.ts';
import { shopContract } from '../support/generator/shop-contract.ts';
import { Project } from './cli.ts';

describe('soapwright call', () => {
  const project = new Project();
  let shop: MockService;

  beforeAll(async () => {
    project.write({ 'shop.yaml': shopContract, 'pay.json': '{"Number":"7","Card":"1234-5678","Amount":"1.50"}' });
    shop = await mockService(`${project.path}/shop.yaml`);
    shop.on('Pay').respond({ Receipt: 9_007_199_254_740_993n, PaidAt: '2026-01-02T03:04:05Z' });
    shop.on('Find', { Number: '0' }).fault({ reason: 'No such invoice.', name: 'NotFound', detail: { Number: '0' } });
  });

  afterAll(async () => {
    await shop.close();
    project.remove();
  });

  const call = (...args: string[]): ReturnType<Project['start']> => project.start(['call', ...args]);
  const wsdl = (): string => `${shop.url}?wsdl`;

  it('lists the operations of a WSDL at an address', async () => {
    const { exitCode, stdout } = await call(wsdl());
    expect(stdout).toBe('Shop\n  Find\n  Pay\n  Forget  (one-way)\n');
    expect(exitCode).toBe(0);
  });

  it('prints the fields of a request, with an example that it takes', async () => {
    const { stdout } = await call('shop.yaml', 'Pay', '--describe');
    expect(stdout).toMatch(/^Pay\n\n {2}Number {2}string {3}required\n {2}Card {4}string {3}required\n/);
    const example = stdout.slice(stdout.indexOf('{'));
    const { exitCode } = await call('shop.yaml', 'Pay', '--address', shop.url, '--data', example);
    expect(exitCode).toBe(0);
  });

  it.each([
    [
      'JSON in a file',
      ['--data', '@pay.json'],
      '{\n  "Receipt": "9007199254740993",\n  "PaidAt": "2026-01-02T03:04:05Z"\n}\n',
    ],
    [
      'YAML, printed as YAML',
      ['-d', '{ Number: 7, Card: 1234-5678, Amount: 1.50 }', '-o', 'yaml'],
      'Receipt: "9007199254740993"\nPaidAt: 2026-01-02T03:04:05Z\n',
    ],
  ])('takes %s', async (_, args, expected) => {
    const { exitCode, stdout, stderr } = await call(wsdl(), 'Pay', ...args);
    expect([stdout, stderr]).toEqual([expected, '']);
    expect(exitCode).toBe(0);
    expect(shop.requestsOf('Pay').at(-1)).toMatchObject({ Number: '7', Card: '1234-5678' });
  });

  it('prints the envelope of the response', async () => {
    const { stdout } = await call('shop.yaml', 'Pay', '--address', shop.url, '-d', '@pay.json', '-o', 'xml');
    expect(stdout).toMatch(/^<\?xml .*<soap:Envelope .*<Receipt>9007199254740993<\/Receipt>/s);
  });

  it('shows what it would send', async () => {
    const before = shop.requests.length;
    const { exitCode, stdout, stderr } = await call(
      'shop.yaml',
      'Forget',
      '-d',
      'Number: <7>',
      '--dry-run',
      '--soap',
      '1.2',
    );
    expect(stdout).toMatch(/<soap12:Body><Forget xmlns="https:\/\/shop\.example\/v1\/">\s*<Number>&lt;7&gt;<\/Number>/);
    expect(stderr).toBe(
      "curl -sS -H 'Content-Type: application/soap+xml; charset=utf-8' --data-binary @- 'http://localhost/v1/shop.asmx'\n",
    );
    expect(exitCode).toBe(0);
    expect(shop.requests.length).toBe(before);
  });

  it('finds an operation in the cache that the contract has, and not one that it had', async () => {
    const withLimit = shopContract.replace('Forget:', 'Drop:');
    const describe = (...more: string[]): ReturnType<Project['start']> =>
      call('cached.yaml', 'Forget', '--describe', ...more);
    project.write({ 'cached.yaml': shopContract });
    const first = await describe();
    expect([await describe(), await describe('--no-cache')]).toEqual([first, first]);
    project.write({ 'cached.yaml': withLimit });
    expect(await describe()).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('"Forget"') });
    expect(await call('cached.yaml')).toMatchObject({ stdout: 'Shop\n  Find\n  Pay\n  Drop  (one-way)\n' });
  });

  it('says that a one-way message was accepted', async () => {
    const { exitCode, stdout, stderr } = await call(wsdl(), 'Forget', '-d', 'Number: "7"');
    expect([stdout, stderr]).toEqual(['', 'The service has accepted the message (HTTP 202).\n']);
    expect(exitCode).toBe(0);
  });

  it('has exit code 1 for a fault', async () => {
    const { exitCode, stdout, stderr } = await call(wsdl(), 'Find', '-d', 'Number: "0"');
    expect(stdout).toBe('');
    expect(stderr).toContain('No such invoice. NotFound {"Number":"0"}');
    expect(exitCode).toBe(1);
  });

  it.each<[string, number, string, readonly string[]]>([
    ['an unknown operation', 2, 'Did you mean "Find"?', ['shop.yaml', 'Fnd']],
    [
      'a misspelt field',
      2,
      'Find/number: the contract has no such field here, perhaps Number is meant',
      ['shop.yaml', 'Find', '-d', 'number: 7'],
    ],
    ['a value of another type', 2, 'Pay/Card: ', ['shop.yaml', 'Pay', '-d', '{ Number: 7, Card: 1, Amount: 1 }']],
    ['data that are no YAML', 2, 'SW1101', ['shop.yaml', 'Find', '-d', '{ a: ']],
    ['a file that does not exist', 2, 'none.json cannot be read (ENOENT)', ['shop.yaml', 'Find', '-d', '@none.json']],
    [
      'a header block without value',
      2,
      'it is not NAME=DATA',
      ['shop.yaml', 'Find', '--soap-header', 'Session', '-d', 'Number: 7'],
    ],
    [
      'an unknown header block',
      2,
      'Header/Session: the contract has no such header block',
      ['shop.yaml', 'Find', '--soap-header', 'Session={}', '-d', 'Number: 7'],
    ],
    ['a missing contract', 3, 'SW1001', ['none.yaml']],
    [
      'an address where nobody listens',
      3,
      'ECONNREFUSED',
      ['shop.yaml', 'Find', '-d', 'Number: 7', '--address', 'http://127.0.0.1:1/'],
    ],
    ['a WSDL that cannot be fetched', 2, 'The WSDL cannot be read', ['http://127.0.0.1:1/?wsdl']],
    [
      'a password over http',
      3,
      'allow it with --allow-http',
      [
        'shop.yaml',
        'Find',
        '-d',
        'Number: 7',
        '--user',
        'anna',
        '--password-from',
        'env:HOME',
        '--address',
        'http://shop.example/',
      ],
    ],
  ])('refuses %s with exit code %i', async (_, code, message, args) => {
    const { exitCode, stdout, stderr } = await call(...args);
    expect(stdout).toBe('');
    expect(stderr).toContain(message);
    expect(exitCode).toBe(code);
  });

  it.each([
    ['the contract demands it', []],
    ['a profile has it', ['--profile', 'onvif']],
  ])('sends a UsernameToken as %s', async (_, profile) => {
    project.write({ 'secured.yaml': `${shopContract}security: { usernameToken: digest }\n` });
    const secured = await mockService(`${project.path}/secured.yaml`);
    try {
      const args = ['call', 'secured.yaml', 'Find', '-d', 'Number: "7"', '--address', secured.url, ...profile];
      const signIn = ['--user', 'anna', '--password-from', 'env:PASSWORD'];
      const started = project.startWith({ environment: { PASSWORD: 'geheim-7' } }, [...args, ...signIn]);
      expect(await started).toMatchObject({ exitCode: 0, stderr: '' });
      const [block] = secured.requests.at(-1)?.headerBlocks ?? [];
      expect(block?.xml).toMatch(/<wsse:Username>anna<.*#PasswordDigest/);
      expect(block?.xml).not.toContain('geheim');
    } finally {
      await secured.close();
    }
  });

  describe('a service that demands a sign-in', () => {
    let guarded: Server;
    const seen: (string | undefined)[] = [];

    beforeAll(async () => {
      guarded = createServer((request, response) => {
        seen.push(request.headers.authorization);
        response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="shop"' }).end();
      });
      await new Promise<void>((resolve) => guarded.listen(0, '127.0.0.1', resolve));
    });

    afterAll(() => {
      guarded.close();
    });

    it('gets the password of the environment, which is not printed', async () => {
      const { port } = guarded.address() as AddressInfo;
      const args = ['call', 'shop.yaml', 'Find', '-d', 'Number: 7', '--address', `http://127.0.0.1:${port}/`];
      const signIn = ['--user', 'anna', '--password-from', 'env:PASSWORD', '--allow-http'];
      const { exitCode, stderr } = await project.startWith({ environment: { PASSWORD: 'geheim-7' } }, [
        ...args,
        ...signIn,
      ]);
      expect(exitCode).toBe(3);
      expect(seen.at(-1)).toBe(`Basic ${btoa('anna:geheim-7')}`);
      expect(stderr).toContain('401');
      expect(stderr).not.toContain('geheim');
    });
  });
});
