import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Project, type Running, root } from './cli/cli.ts';
import { freePort } from './support/free-ports.js';

const page = 'docs/tutorials/soap-to-rest.md';
const text = readFileSync(join(root, page), 'utf8');
const blocks = (language: string): readonly string[] =>
  [...text.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 'gs'))].map(([, block = '']) => block);

describe(page, () => {
  const project = new Project();
  const running: Running[] = [];
  const shell = blocks('sh').flatMap((block) => block.trim().split('\n'));
  const commands = shell.filter((line) => line.startsWith('npx soapwright '));
  const ports = new Map<string, string>();
  const here = (line: string): string => line.replace(/\b(?:3000|8081)\b/g, (port) => ports.get(port) ?? port);

  beforeAll(async () => {
    for (const port of ['3000', '8081']) ports.set(port, String(await freePort()));
    const [wsdl = ''] = blocks('xml');
    project.write({ 'weather.wsdl': here(wsdl) });
    for (const command of commands) running.push(project.launch(here(command).split(' ').slice(2)));
    for (const { texts, child } of running) {
      while (!texts.stderr.includes(' at http')) await new Promise((resolve) => child.stderr?.once('data', resolve));
    }
  });

  afterAll(() => {
    for (const { child } of running) child.kill('SIGKILL');
    project.remove();
  });

  it('leads from a WSDL to a REST API by one command', async () => {
    expect(commands).toHaveLength(2);
    const [list = '', city = '', lines = '', refused = ''] = shell
      .filter((line) => line.startsWith('curl'))
      .map((line) => execFileSync('sh', ['-c', here(line)], { encoding: 'utf8' }));
    expect(JSON.parse(list)[0]).toMatchObject({ Description: expect.any(String), WeatherID: expect.any(Number) });
    expect(JSON.parse(city)).toMatchObject({ City: expect.any(String), Temperature: expect.any(String) });
    expect(
      lines
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(JSON.parse(list));
    expect(JSON.parse(refused)).toEqual(JSON.parse(blocks('json')[0] ?? ''));
    const [address = ''] = /http:\/\/127\.0\.0\.1:3000\//.exec(text) ?? [];
    expect(await (await fetch(here(address))).text()).toContain('Gets the weather of a city.');
    expect(await (await fetch(here(`${address}openapi.json`))).json()).toMatchObject({ openapi: '3.1.0' });
  });
});
