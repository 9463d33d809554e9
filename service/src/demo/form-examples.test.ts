import { execFile, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { pages } from '@soapwright/generated/remote-file-service/pages';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { textOfHtml } from '../../../test/pages/multipart-form.ts';
import { type RunningDemo, startDemo } from '../../../test/support/service/demo-process.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const hasCurl = spawnSync('curl', ['--version']).status === 0;
const required = process.env.SOAPWRIGHT_FOREIGN === 'required';

/** Operations whose tokens a provider issues, so that their forms are not filled completely. */
const withTokens = ['SAMLAccountLogin', 'ExternalOAuthAccountLogin'];

describe('the forms of the demonstration', () => {
  let folder: string;
  let demo: RunningDemo;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rfs-form-examples-'));
    demo = await startDemo(join(folder, 'data'));
  });

  afterAll(async () => {
    demo?.process.kill('SIGTERM');
    await demo?.exited;
    await rm(folder, { recursive: true, force: true });
  });

  const pageOf = async (operation: string): Promise<string> => (await fetch(`${demo.address}?op=${operation}`)).text();

  /** The request of a browser for an empty form. */
  function formOf(page: string): FormData {
    const form = new FormData();
    for (const [input] of page.matchAll(/<(?:input|select)[^>]*>(?:<option.*?<\/select>)?/gs)) {
      const attribute = (name: string): string | undefined => {
        const found = new RegExp(`^<[^>]* ${name}="([^"]*)"`).exec(input);
        return found?.[1] === undefined ? undefined : textOfHtml(found[1]);
      };
      const name = attribute('name');
      const type = attribute('type');
      if (name === undefined) continue;
      if (type === 'file') form.append(name, new File([], ''));
      else if (type === 'checkbox' || type === 'radio') {
        if (input.includes(' checked=""')) form.append(name, attribute('value') ?? '');
      } else if (input.startsWith('<select')) {
        const chosen = /<option value="([^"]*)" selected/.exec(input) ?? /<option value="([^"]*)"/.exec(input);
        form.append(name, chosen?.[1] ?? '');
      } else form.append(name, attribute('value') ?? '');
    }
    return form;
  }

  const complete = pages.description.operations.filter(({ name }) => !withTokens.includes(name));

  it.each(complete.map(({ name }) => [name]))('P3: %s is done without any input', async (operation) => {
    const body = formOf(await pageOf(operation));
    const answer = await (await fetch(`${demo.address}?op=${operation}`, { method: 'POST', body })).text();
    expect(/<p class="(?:verdict|note).*<\/p>/.exec(answer)?.[0]).toBe(
      '<p class="verdict good"><strong>Done</strong></p>',
    );
    // The values are there again, and no secret of the response is.
    expect(formOf(answer).get('APIKey') ?? formOf(answer).get('API_KEY') ?? 'demo-api-key').toBe('demo-api-key');
  });

  it('P3: a wrong key is refused with the ErrorMessage of the result', async () => {
    const body = new URLSearchParams({ APIKey: 'wrong', ClientId: '1001' });
    const answer = await (await fetch(`${demo.address}?op=GetAPIURL`, { method: 'POST', body })).text();
    expect(answer).toContain('<p class="verdict bad"><strong>Refused</strong>: The API key is not valid.</p>');
    expect(answer).not.toContain('wrong');
  });

  it.skipIf(!hasCurl && !required)('P3: curl and the generated client send the filled-in values', async () => {
    const page = await pageOf('GetClientID');
    const [curl = '', program = ''] = [...page.matchAll(/<pre class="whole"[^>]*>(.*?)<\/pre>/gs)].map(
      ([, text = '']) => textOfHtml(text),
    );
    const { stdout } = await promisify(execFile)('sh', ['-c', curl]);
    expect(stdout).toContain('<ClientID>1001</ClientID>');
    const generated = pathToFileURL(join(root, 'generated/remote-file-service/')).href;
    await mkdir(join(root, '.build'), { recursive: true });
    const programs = await mkdtemp(join(root, '.build', 'form-examples-'));
    const file = join(programs, 'program.ts');
    await writeFile(file, program.replace("from './", `from '${generated}`));
    const log = vi.spyOn(console, 'log').mockReturnValue();
    await import(pathToFileURL(file).href);
    expect(log).toHaveBeenCalledWith({ ErrorMessage: '', ClientID: 1001 });
    log.mockRestore();
    await rm(programs, { recursive: true });
  });

  it('P4: shows its values to callers of this machine alone', async () => {
    const page = await (
      await fetch(`${demo.address}?op=GetClientID`, { headers: { 'X-Forwarded-For': '192.0.2.1' } })
    ).text();
    expect(page).not.toContain('demo-api-key');
    expect(page).not.toContain('<form');
    expect(page).toContain('CompanyCode&gt;string');
  });
});
