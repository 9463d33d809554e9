import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Listening, listen } from '@soapwright/runtime/server/node';
import { usernameTokens } from '@soapwright/security';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type MockService, mockService } from '../../src/messages/mock/mock-service.ts';
import { GeneratedFolder } from '../generate-here.ts';
import { serverIn } from '../support/generator/generated-modules.ts';
import { contractOf } from '../support/generator/load-contracts.ts';
import { shopContract } from '../support/generator/shop-contract.ts';
import { digestGuard } from '../support/runtime/sign-in-server.ts';
import { Project } from './cli.ts';

describe('soapwright verify', () => {
  const setup = new Project();
  let project: Project;
  let service: MockService;

  beforeAll(async () => {
    setup.write({ 'shop.yaml': shopContract });
    service = await mockService(`${setup.path}/shop.yaml`);
  });

  afterAll(async () => {
    await service.close();
    setup.remove();
  });

  beforeEach(() => {
    project = new Project();
    project.write({ 'shop.yaml': shopContract, 'probes/Find.yaml': '- when: { Number: "7" }\n' });
  });

  afterEach(() => project.remove());

  it('has exit code 0 for a service that does what its contract says', async () => {
    const { exitCode, stdout, stderr } = await project.start([
      'verify',
      service.url,
      'shop.yaml',
      '--probes',
      'probes',
    ]);
    expect([stdout, stderr]).toEqual(['', '2 requests of probes, 13 that must be refused: nothing differs.\n']);
    expect(exitCode).toBe(0);
  });

  it('signs in to the service for its WSDL and for requests', async () => {
    const guard = digestGuard({ user: 'anna', password: 'geheim' });
    const seen: string[] = [];
    const protectedService = createServer((request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', async () => {
        const body = Buffer.concat(pieces);
        const refused = guard(request, body, response);
        seen.push(`${request.method} ${refused === undefined ? 200 : 401}`);
        if (refused !== undefined) {
          response.writeHead(401, refused.flat()).end();
          return;
        }
        const { method = 'GET', url = '', headers } = request;
        const { 'content-type': type = '', soapaction = '' } = headers;
        const answer = await fetch(new URL(url, service.url), {
          method,
          ...(method === 'POST' && { body, headers: { 'Content-Type': type, SOAPAction: soapaction } }),
        });
        response.writeHead(answer.status, { 'Content-Type': answer.headers.get('content-type') ?? '' });
        response.end(await answer.text());
      });
    });
    await new Promise<void>((resolve) => protectedService.listen(0, 'localhost', resolve));
    const { port } = protectedService.address() as AddressInfo;
    const url = new URL(new URL(service.url).pathname, `http://localhost:${port}`).href;
    const args = ['verify', url, 'shop.yaml', '--probes', 'probes', '--bad-requests', '0'];
    const signIn = ['--user', 'anna', '--password-from', 'env:PASSWORD', '--auth', 'digest,basic'];
    const { exitCode, stdout } = await project.startWith({ environment: { PASSWORD: 'geheim' } }, [...args, ...signIn]);
    protectedService.closeAllConnections();
    protectedService.close();
    expect(stdout).toBe('');
    expect(exitCode).toBe(0);
    expect(seen.slice(0, 4)).toEqual(['GET 401', 'GET 200', 'POST 401', 'POST 200']);
    expect(seen.filter((line) => line === 'POST 401')).toHaveLength(1);
  });

  describe('with WS-Security', () => {
    const contract = (security: string): string =>
      `soapwright: 1\nservice: Shop\nnamespace: urn:shop/\naddress: http://localhost/shop\n${security}\noperations: { Find: { request: { Number: string }, response: { Name: string } } }\n`;
    const demanding = contract('security: { usernameToken: digest, timestamp: true }');
    const environment = { PASSWORD: 'geheim', WRONG: 'falsch' };
    const generated = new GeneratedFolder('verify-tokens');
    let guarded: Listening;

    beforeAll(async () => {
      const { folder } = await generated.write(contractOf(demanding));
      const authentication = usernameTokens<string>({
        authenticate: async (token) => ((await token.verify('geheim')) ? token.user : undefined),
      });
      const server = (await serverIn(folder)).create({ Find: async () => ({ Name: 'x' }) }, { authentication });
      guarded = await listen(server, { host: '127.0.0.1' });
    });

    afterAll(async () => {
      await guarded.close(0);
      generated.remove();
    });

    const verify = (text: string, ...args: readonly string[]) => {
      project.write({ 'shop.yaml': text });
      const probes = ['--probes', 'probes', '--no-wsdl'];
      return project.startWith({ environment }, ['verify', guarded.url, 'shop.yaml', ...probes, ...args]);
    };

    it('sends what the contract demands', async () => {
      const good = await verify(demanding, '--user', 'anna', '--password-from', 'env:PASSWORD');
      expect([good.stdout, good.exitCode]).toEqual(['', 0]);
      const wrong = await verify(demanding, '--user', 'anna', '--password-from', 'env:WRONG');
      expect(wrong.stdout).toMatch(/SW9406: .*could not be authenticated/);
      expect(wrong.exitCode).toBe(1);
    });

    it('sends what a profile says, where the contract demands nothing', async () => {
      const user = ['--user', 'anna', '--password-from', 'env:PASSWORD'];
      for (const profile of ['onvif', 'workday', 'username-token'] as const) {
        const { exitCode, stdout } = await verify(contract(''), '--profile', profile, ...user);
        expect([stdout, exitCode], profile).toEqual(['', 0]);
      }
      const without = await verify(contract(''), '--profile', 'onvif');
      expect(without.stderr).toContain('SW8007: --profile is given without --user.');
      expect(without.exitCode).toBe(2);
    });
  });

  it('compares the WSDL of the service with the contract by the rules of breaking', async () => {
    project.write({
      'shop.yaml': shopContract.replace('Limit: int?', 'Limit: long?'),
    });
    const { exitCode, stdout } = await project.start(['verify', service.url, 'shop.yaml']);
    expect(exitCode).toBe(1);
    expect(stdout).toContain(
      'shop.yaml:8:46 error FIELD_COMPATIBLE_TYPE: The field "Limit" of the request of "Find" was xs:long, and is xs:int.',
    );
  });

  it('SW9408: has exit code 1 for a response that the probe does not expect, in all formats', async () => {
    project.write({ 'probes/Find.yaml': '- { when: { Number: "7" }, respond: { Number: "8" } }\n' });
    const args = ['verify', service.url, 'shop.yaml', '--probes', 'probes', '--bad-requests', '0', '--no-wsdl'];
    const text = await project.start(args);
    expect(text.exitCode).toBe(1);
    expect(text.stdout).toContain(
      'probes/Find.yaml:1:3 error SW9408: Find, SOAP 1.1: the response differs from the expected one at Number.',
    );
    const json = JSON.parse((await project.start([...args, '--format', 'json'])).stdout);
    expect(json).toMatchObject({ command: 'verify', exitCode: 1, probed: 2, bad: 6 });
    const junit = await project.start([...args, '--format', 'junit']);
    expect(junit.stdout).toContain('SW9408');
    const sarif = JSON.parse((await project.start([...args, '--format', 'sarif'])).stdout);
    expect(sarif.runs[0].results).toHaveLength(2);
  });

  it('SW9412: calls nothing without probes, and says so', async () => {
    const { exitCode, stderr } = await project.start(['verify', service.url, 'shop.yaml', '--no-wsdl']);
    expect(exitCode).toBe(0);
    expect(stderr).toContain('info SW9412: No operation was called: there are no probes.');
  });

  it('SW9401: has exit code 3 for a service that cannot be reached', async () => {
    const closed = await mockService(`${setup.path}/shop.yaml`);
    await closed.close();
    const { exitCode, stdout } = await project.start(['verify', closed.url, 'shop.yaml', '--no-wsdl']);
    expect(exitCode).toBe(3);
    expect(stdout).toContain(
      'SW9401: SOAP 1.1: a request for an unknown operation: the service does not respond: ECONNREFUSED.',
    );
  });

  it('SW9302: has exit code 2 for a probe with an unknown field', async () => {
    project.write({ 'probes/Find.yaml': '- when: { Numbr: "7" }\n' });
    const { exitCode, stderr } = await project.start(['verify', service.url, 'shop.yaml', '--probes', 'probes']);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('probes/Find.yaml:1:11 error SW9302: when has no field "Numbr". Did you mean "Number"?');
  });
});
