import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { shopContract } from '../support/generator/shop-contract.ts';
import { Project, root } from './cli.ts';

const soap = 'http://schemas.xmlsoap.org/soap/envelope/';

describe('soapwright mock', () => {
  let project: Project;
  let child: ChildProcess | undefined;
  let printed = '';

  beforeEach(() => {
    project = new Project();
    project.write({ 'shop.yaml': shopContract, 'examples/Find.yaml': '- respond: { Status: paid }\n' });
    printed = '';
  });

  afterEach(() => {
    child?.kill('SIGKILL');
    project.remove();
  });

  const until = async (text: string | RegExp): Promise<void> => {
    await expect.poll(() => printed).toMatch(text);
  };

  const start = async (...args: string[]): Promise<string> => {
    const bin = join(root, 'bin/soapwright.js');
    child = spawn(process.execPath, [bin, 'mock', 'shop.yaml', '--port', '0', ...args], { cwd: project.path });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
      });
    }
    await until('its WSDL at');
    return /at (http\S+),/.exec(printed)?.[1] ?? '';
  };

  const find = async (url: string, fields = '<Number>1</Number>'): Promise<string> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: '"https://shop.example/v1/Find"' },
      body: `<s:Envelope xmlns:s="${soap}"><s:Body><Find xmlns="https://shop.example/v1/">${fields}</Find></s:Body></s:Envelope>`,
    });
    return response.text();
  };

  const ended = (): Promise<number | null> => new Promise((resolve) => child?.on('exit', resolve));

  it('serves a contract, prints a line for each request, and ends with exit code 0', async () => {
    const url = await start();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1\/shop\.asmx$/);
    expect(await find(url, '<Number>A-7</Number>')).toContain('<Number>A-7</Number>');
    expect(await find(url, '<Numer>1</Numer>')).toContain('Find/Numer: the contract has no such element here');
    await until(/Find 200, SOAP 1\.1, \d+ ms\nFind 500, SOAP 1\.1, fault Sender: ContractDeviation Find\/Numer\n/);
    const exit = ended();
    child?.kill('SIGTERM');
    expect(await exit).toBe(0);
  });

  it('reads changed examples again, and keeps the old ones while the new ones have errors', async () => {
    const url = await start('--examples', 'examples');
    expect(await find(url)).toContain('<Status>paid</Status>');
    project.write({ 'examples/Find.yaml': '- respond: { Status: late }\n' });
    await until('examples: read again');
    expect(await find(url)).toContain('<Status>late</Status>');
    project.write({ 'examples/Find.yaml': '- respond: { Status: lost }\n' });
    await until('the examples before the change stay in use');
    expect(printed).toContain('examples/Find.yaml:1:22 error SW9303: respond/Status: it must be one of the 3 values');
    expect(await find(url)).toContain('<Status>late</Status>');
  });

  it('responds to deviating requests with --lenient, and names the deviations with --verbose', async () => {
    const url = await start('--lenient', '--verbose');
    expect(await find(url, '<Number>1</Number><More/>')).toContain('<FindResponse');
    await until('Find: Find/More: the contract has no such element here');
  });

  it('SW9303: has exit code 2 for examples with errors', () => {
    project.write({ 'examples/Find.yaml': '- respond: { Lines: 3 }\n' });
    const { exitCode, stderr } = project.run('mock', 'shop.yaml', '--port', '0', '--examples', 'examples');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('examples/Find.yaml:1:21 error SW9303: respond/Lines: it must be a list.');
  });

  it('SW9307: has exit code 3 where it cannot listen', () => {
    const { exitCode, stderr } = project.run('mock', 'shop.yaml', '--host', '192.0.2.1', '--port', '0');
    expect(exitCode).toBe(3);
    expect(stderr).toContain('SW9307: Cannot listen on 192.0.2.1, port 0: EADDRNOTAVAIL.');
  });

  it('SW9002: has exit code 2 without a contract', () => {
    const { exitCode, stderr } = project.run('mock');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('Name one: soapwright mock contract.yaml');
  });
});
