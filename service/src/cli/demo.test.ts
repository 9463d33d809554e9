import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { pages } from '@soapwright/generated/remote-file-service/pages';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoVariables, type RunningDemo, startDemo } from '../../../test/support/service/demo-process.ts';
import { OperatorBrowser } from '../../../test/support/service/operator-browser.ts';
import { runCommand, startServer } from '../../../test/support/service/service-process.ts';
import { word } from '../demo/curl.ts';
import { demoText } from '../demo/demo-calls.ts';
import { demonstration, usualServiceAddress } from '../demo/demo-values.ts';
import { loadEntities } from '../operator/provisioning/load-entities.ts';
import { secretSourceBeside } from '../operator/provisioning/secret-values.ts';
import { readText } from './command-options.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const demoFile = join(root, 'service/demo.yaml');
const { anna, sam } = { anna: demonstration.people.oidc, sam: demonstration.people.saml };

let folder: string;
let demo: RunningDemo;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rfs-demo-cli-'));
  demo = await startDemo(join(folder, 'data'), [], { PORT: '0' });
});

afterAll(async () => {
  demo.process.kill('SIGTERM');
  const code = await demo.exited;
  await rm(folder, { recursive: true, force: true });
  expect(code).toBe(0);
  // It has let go of both ports.
  await expect(fetch(demo.provider)).rejects.toThrow();
});

const run = async (args: readonly string[], env: Record<string, string> = {}) => {
  const child = runCommand(args, env);
  return { code: await child.exited, stdout: child.stdout(), stderr: child.stderr() };
};
const token = (...args: readonly string[]) => run(['demo-token', ...args, '--url', demo.address]);
const listening = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};

describe('demo', () => {
  it('prints addresses, values and accounts, and logs no secret', () => {
    const text = demo.stdout();
    expect(text).toMatch(/WSDL +http:\/\/127\.0\.0\.1:\d+\/v2\/fileservice\.asmx\?wsdl/);
    for (const value of ['demo-api-key', 'OrgID 9007199254740993', 'DEMO-WELCOME', anna, sam]) {
      expect(text).toContain(value);
    }
    expect(demo.stderr()).not.toContain('listening');
    for (const line of demo.stderr().split('\n').filter(Boolean)) expect(JSON.parse(line)).toHaveProperty('message');
    expect(demo.stderr()).not.toMatch(/demo-api-key|demo-web-client-secret|PRIVATE/);
  });

  it("prints a link to the operator's page, and has the operator's endpoints on both ports", async () => {
    const [, link = '', origin = ''] = /operator's page +((http:\/\/127\.0\.0\.1:\d+)\S+)/.exec(demo.stdout()) ?? [];
    const browser = new OperatorBrowser(origin);
    await browser.send((await browser.get(link)).text);
    expect((await browser.get('/operator/accounts')).text).toContain(anna);
    for (const address of [origin, demo.address]) expect((await fetch(new URL('/readyz', address))).status).toBe(200);
  });

  it('names the setting of an invalid port', async () => {
    const data = join(folder, 'none');
    const [byPort, byVariable, byFlag, provider, variable] = await Promise.all([
      run(['demo', '--data', data], { PORT: 'abc' }),
      run(['demo', '--data', data], { PORT: '1', RFS_PORT: 'abc' }),
      run(['demo', '--data', data, '--port', 'abc'], { PORT: '1' }),
      run(['demo', '--data', data, '--provider-port', '65536']),
      run(['demo', '--data', data], { RFS_PROVIDER_PORT: 'abc' }),
    ]);
    const wanted = 'must be a whole number from 0 to 65535.\n';
    expect([byPort, byVariable, byFlag, provider, variable]).toMatchObject([
      { code: 2, stderr: `The environment variable PORT ${wanted}` },
      { code: 2, stderr: `The environment variable RFS_PORT ${wanted}` },
      { code: 2, stderr: `The flag --port ${wanted}` },
      { code: 2, stderr: `The flag --provider-port ${wanted}` },
      { code: 2, stderr: `The environment variable RFS_PROVIDER_PORT ${wanted}` },
    ]);
  });

  it('names which of its two ports is taken, with the remedy, and exits with 3', async () => {
    const blocker = createServer();
    const port = await listening(blocker);
    const [service, started, provider] = await Promise.all([
      run(['demo', '--data', join(folder, 'taken'), '--port', String(port), '--provider-port', '0']),
      run(['demo', '--data', join(folder, 'taken-3'), '--provider-port', '0'], {
        PORT: String(port),
        npm_lifecycle_event: 'start',
      }),
      run(['demo', '--data', join(folder, 'taken-2'), '--port', '0', '--provider-port', String(port)]),
    ]);
    blocker.close();
    expect([service.code, provider.code]).toEqual([3, 3]);
    expect(service.stderr).toContain(`Port ${port} on 127.0.0.1 is in use`);
    expect(service.stderr).toContain('--port');
    expect(started.stderr).toMatch(/choose another port: PORT=\d+ npm start\.$/m);
    expect(provider.stderr).toContain(
      `Port ${port} on 127.0.0.1, for the demonstration's identity provider, is in use`,
    );
    expect(provider.stderr).toContain('--provider-port');
  });

  it('rejects a second demonstration on its data folder, whose accounts could no longer sign in', async () => {
    const data = join(folder, 'data');
    const second = await run(['demo', '--data', data, '--port', '0']);
    expect(second).toMatchObject({ code: 3, stdout: '' });
    expect(second.stderr).toBe(
      `A demonstration is already running on the data folder ${data}. Stop it, or use another folder: --data FOLDER, or RFS_DATA=FOLDER.\n`,
    );
    expect((await token('oidc')).code).toBe(0);
  });

  it('restarts on the data folder of a killed one', async () => {
    const data = join(folder, 'killed');
    const killed = await startDemo(data);
    killed.process.kill('SIGKILL');
    await killed.exited;
    const next = await startDemo(data);
    next.process.kill('SIGTERM');
    expect(await next.exited).toBe(0);
  });

  it('names a data folder that it cannot use', async () => {
    const data = join(folder, 'file');
    await writeFile(data, '');
    const { code, stderr } = await run(['demo', '--data', data, '--port', '0']);
    expect(code).toBe(3);
    expect(stderr).toMatch(`Cannot use the data folder ${data}: `);
  });

  it('quotes its name in the commands that it prints, also in a folder with spaces in its name', () => {
    expect(word("../Anna's files/bin/service.js")).toBe(`'../Anna'\\''s files/bin/service.js'`);
    expect(word('service/bin/remote-file-service.js')).toBe('service/bin/remote-file-service.js');
  });
});

describe('demo-token', () => {
  it('prints only the token or code on stdout, and how to use it on stderr', async () => {
    const [saml, oidc, web, bare] = await Promise.all([
      token('saml'),
      token('oidc', '--email', 'eve@demo.example'),
      token('oidc', '--use', 'web'),
      token('oidc', '--bare'),
    ]);
    expect([saml, oidc, web, bare].map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    expect(Buffer.from(saml.stdout, 'base64').toString('utf8')).toMatch(/^<samlp:Response .*<\/samlp:Response>$/s);
    expect(saml.stdout).toMatch(/^[A-Za-z0-9+/]+=*\n$/);
    expect(oidc.stdout).toMatch(/^code=[\w-]+&state=[\w-]+&iss=\S+\n$/);
    expect(web.stdout).toMatch(/^code=[\w-]+&state=[\w-]+&iss=\S+\n$/);
    expect(bare.stdout).toMatch(/^[\w-]+\n$/);
    expect(saml.stderr).toContain(`SAMLToken of ${sam} for SAMLAccountLogin`);
    expect(oidc.stderr).toContain('eve@demo.example');
    expect(web.stderr).toContain('ApplicationType 0');
  });

  it('accepts the address of the service without its path, as upload does', async () => {
    expect(await run(['demo-token', 'oidc', '--url', new URL(demo.address).origin])).toMatchObject({ code: 0 });
  });

  it('an unknown account is rejected by the service, though the provider issues a token for it', async () => {
    const client = new URL(demo.address);
    const { stdout } = await token('saml', '--email', 'nobody@saml.example');
    const envelope = `<e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope"><e:Body><SAMLAccountLogin xmlns="${pages.description.namespace}"><APIKey>demo-api-key</APIKey><EmailAddress>nobody@saml.example</EmailAddress><SAMLToken>${stdout.trim()}</SAMLToken></SAMLAccountLogin></e:Body></e:Envelope>`;
    const headers = { 'Content-Type': 'application/soap+xml; charset=utf-8' };
    const answer = await (await fetch(client, { method: 'POST', headers, body: envelope })).text();
    expect(answer).toMatch(/<ErrorMessage>[^<]+<\/ErrorMessage><\/LoginResult>/);
  });

  it('rejects unused arguments, a service without a demonstration, and a missing one', async () => {
    const plain = await startServer(join(folder, 'plain'));
    // A service with its sign-in elsewhere, and one where another program responds instead of the provider.
    const impostor = createServer((request, response) => {
      if (request.url === '/auth') {
        response.end('hello');
        return;
      }
      const url = request.url === '/far' ? 'https://login.example/' : `http://127.0.0.1:${port}/auth`;
      response.setHeader('Content-Type', 'text/xml; charset=utf-8');
      response.end(
        `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><SSOLoginURLResponse xmlns="${pages.description.namespace}"><SSOLoginURL><LoginURL>${url}</LoginURL><SSOType>OIDC</SSOType></SSOLoginURL></SSOLoginURLResponse></e:Body></e:Envelope>`,
      );
    });
    const port = await listening(impostor);
    const at = (path: string): string[] => ['demo-token', 'oidc', '--url', `http://127.0.0.1:${port}${path}`];
    const results = await Promise.all([
      token('saml', '--bare'),
      token('oidc', '--bare', '--use', 'web'),
      token('carrier-pigeon'),
      run(['demo-token', 'saml', '--url', 'nonsense']),
      token('saml', '--email', anna),
      run(['demo-token', 'oidc', '--url', plain.url]),
      run(at('/far')),
      run(at('/near')),
      run(['demo-token', 'saml', '--url', 'http://127.0.0.1:1/v2/fileservice.asmx']),
      run(['demo-token', 'saml', '--url', 'ftp://127.0.0.1/']),
      run(['demo-token', 'saml', '--url', `${new URL(demo.address).origin}/nothing`]),
    ]);
    plain.process.kill('SIGTERM');
    impostor.close();
    await plain.exited;
    expect(results.map(({ code }) => code)).toEqual([2, 2, 2, 2, 2, 2, 2, 2, 3, 2, 3]);
    expect(results.map(({ stdout }) => stdout).join('')).toBe('');
    expect(results[4]?.stderr).toContain('does not sign in with SAML2 there');
    expect(results[5]?.stderr).toContain('is not a demonstration');
    expect(results[6]?.stderr).toContain('https://login.example');
    expect(results[7]?.stderr).toContain("is not the demonstration's provider");
    expect(results[8]?.stderr).toContain('npm start');
    expect(results[9]?.stderr).toContain('must be an http or https address');
    expect(results[10]?.stderr).toContain('There is nothing here. Start it with: npm start');
    expect(results.map(({ stderr }) => stderr).join()).not.toMatch(/Unexpected|\.js:\d+/);
  });
});

describe('demo-provider', () => {
  it('runs alone, and prints variables for provisioning with demo.yaml', async () => {
    const child = runCommand(['demo-provider', '--data', join(folder, 'alone'), '--port', '0']);
    await new Promise<void>((resolve) => {
      child.process.stdout?.on('data', () => {
        if (child.stdout().includes('RFS_DEMO_RETURN_TO_CLIENT')) resolve();
      });
    });
    const bin = join(root, 'service/bin/remote-file-service.js');
    const script = `${child.stdout()}\nexec node '${bin}' provision '${demoFile}' --data '${join(folder, 'alone')}'`;
    const { stdout } = await promisify(execFile)('sh', ['-euc', script]);
    child.process.kill('SIGTERM');
    expect(await child.exited).toBe(0);
    expect(stdout).toContain('created tenant 1001\n');
    expect(stdout).toContain('created tenant 1002\n');
  });
});

describe('service/README.md', () => {
  it('contains the commands that a demonstration prints, which another test runs', async () => {
    const { entities } = loadEntities(
      readText(demoFile, 'it'),
      demoFile,
      secretSourceBeside(demoFile, await demoVariables()),
    );
    const command = 'node service/bin/remote-file-service.js';
    const text = demoText({ address: usualServiceAddress({}), provider: '', command, entities });
    const lines = text.split('\n').filter((line) => /^(soap|token)/.test(line));
    expect(lines).toHaveLength(2 + pages.description.operations.length);
    const readme = readText(join(root, 'service/README.md'), 'the README');
    expect(readme).toContain(`\`\`\`sh\n${lines.join('\n')}\n\`\`\``);
  });
});

describe('demo.yaml', () => {
  it('contains the values that the provider and demo-token use', async () => {
    const variables = await demoVariables();
    const { entities } = loadEntities(readText(demoFile, 'it'), demoFile, secretSourceBeside(demoFile, variables));
    const [oidc, saml] = entities.tenants.map(({ identityProvider }) => identityProvider?.value);
    if (oidc?.kind !== 'OIDC' || saml?.kind !== 'SAML2') throw new Error('One tenant has OIDC, the next one SAML.');
    const { web, client, entityId, people, apiKey } = demonstration;
    expect(oidc.clients).toEqual([
      { ...web, use: 'web', redirectUri: variables.RFS_DEMO_RETURN_TO_WEB, bareCode: false },
      {
        ...client,
        clientSecret: undefined,
        use: 'client',
        redirectUri: variables.RFS_DEMO_RETURN_TO_CLIENT,
        bareCode: true,
      },
    ]);
    expect(saml).toMatchObject({ entityId, unsolicited: true });
    expect(entities.apiKeys[0]?.secret.value).toBe(apiKey);
    expect(entities.accounts.map(({ email }) => email.value.text)).toEqual([people.oidc, people.saml]);
  });
});
