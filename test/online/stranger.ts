import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { packedFile } from '../../release/pack.js';
import { php, required } from '../interop/foreign.ts';
import { startPhp } from '../interop/php-program.ts';
import { GuideProject } from '../support/generator/guide.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const tickets = join(root, 'examples/client-with-replay/wsdl');
const page = join(root, 'docs/explanation/why-not-another.md');

/** A stranger's way, with the seconds of each step: printed, and with SOAPWRIGHT_PRINT=1 written into the page. */
class Log {
  readonly #steps: { readonly step: string; readonly seconds: number }[] = [];
  #since = performance.now();

  step(step: string): void {
    const now = performance.now();
    this.#steps.push({ step, seconds: (now - this.#since) / 1000 });
    this.#since = now;
  }

  /** @returns seconds of all steps. */
  end(way: string): number {
    const all = this.#steps.reduce((sum, { seconds }) => sum + seconds, 0);
    const rows = [...this.#steps, { step: '**together**', seconds: all }];
    const table = rows.map(({ step, seconds }) => `| ${step} | ${seconds.toFixed(1)} |\n`).join('');
    process.stdout.write(`${way}\n${table}`);
    const text = readFileSync(page, 'utf8');
    const [before = '', after = ''] = text.split(
      new RegExp(`(?<=\\| ${way} \\| seconds \\|\\n\\|---\\|---:\\|\\n)(?:\\|.*\\n)+`),
    );
    const shown = text.slice(before.length, text.length - after.length);
    const steps = (lines: string): string => lines.replaceAll(/[\d.]+ \|$/gm, '');
    if (process.env.SOAPWRIGHT_PRINT === '1') writeFileSync(page, before + table + after);
    else expect(steps(shown)).toBe(steps(table));
    return all;
  }
}

/** The ways of a stranger who opens the start page. */
export function strangers(home: () => string, browser: () => Browser): void {
  it('a stranger has a typed call in an editor within 3 minutes, and installs nothing', async () => {
    const log = new Log();
    const tab = await browser().newPage({ viewport: { width: 1280, height: 900 } });
    await tab.goto(home());
    log.step('the start page');
    await tab.getByRole('link', { name: 'Try it in the browser' }).click();
    await expect.poll(() => tab.textContent('#status').catch(() => ''), { timeout: 60_000 }).toMatch(/ s$/);
    log.step('"Try it in the browser", until its example is generated');
    await tab.setInputFiles('#chosen', [join(tickets, 'tickets.wsdl'), join(tickets, 'tickets.xsd')]);
    await expect
      .poll(() => tab.textContent('#output'), { timeout: 60_000 })
      .toContain('export interface FindTicketRequest');
    log.step('the files of a WSDL, until its types are there');
    await tab.getByRole('tab', { name: 'Client' }).click();
    await expect.poll(() => tab.textContent('#output')).toContain('  FindTicket(request: FindTicketRequest, ');
    log.step('"Client", with `FindTicket(request: FindTicketRequest)`');
    await tab.close();
    expect(log.end('without installing')).toBeLessThan(180);
  });

  it.skipIf(!php.available && !required)('a stranger has a typed call in a project within 10', async () => {
    const project = new GuideProject();
    const service = await startPhp(join(root, 'test/interop/tickets/tickets.php'));
    try {
      const log = new Log();
      const tab = await browser().newPage({ viewport: { width: 1280, height: 900 } });
      await tab.goto(home());
      log.step('the start page');
      await tab.getByRole('link', { name: 'Call a service in ten minutes' }).click();
      const blocks = await shownBlocks(tab, 'Three lines');
      log.step('"Call a service in ten minutes", to "Three lines"');
      for (const command of blocks[0]?.text.trim().split('\n') ?? []) run(packed(command), project);
      log.step('`npm init`, and `npm install` of what the page names');
      const rest = blocks.slice(1).map(({ language, text }) => `\`\`\`${language}\n${text}\n\`\`\`\n`);
      const here = (text: string): string => text.replaceAll('http://localhost:8000', service.origin);
      const call = rest.findIndex((block) => block.includes('// call.ts'));
      expect(project.runBlocks(here(rest.slice(0, call).join('')))).toBe(1);
      log.step('`soapwright fetch`, `soapwright generate`');
      project.runBlocks(rest[call] ?? '');
      run('npx tsc --noEmit', project);
      log.step('the three lines, checked by `tsc --noEmit`');
      expect(project.runBlocks(rest.slice(call + 1).join(''))).toBe(1);
      log.step('`npx tsc && node build/call.js`, with the response that the page shows');
      await tab.close();
      expect(log.end('in a project')).toBeLessThan(600);
    } finally {
      await service.stop();
      project.remove();
    }
  });

  /** The blocks of code of a page to the end of a section, as it shows them. */
  async function shownBlocks(tab: Page, last: string): Promise<readonly { language: string; text: string }[]> {
    await tab.getByRole('heading', { name: last }).waitFor();
    return tab.evaluate((heading) => {
      type Element = { className: string; textContent: string; querySelector(selector: string): Element | null };
      const { document } = globalThis as unknown as {
        document: { querySelectorAll(selector: string): Iterable<Element & { readonly tagName: string }> };
      };
      const found: { language: string; text: string }[] = [];
      let isLast = false;
      for (const element of document.querySelectorAll('.vp-doc h2, .vp-doc div[class*="language-"]')) {
        if (element.tagName === 'H2') {
          if (isLast) break;
          isLast = element.textContent.startsWith(heading);
        } else {
          const [, language = ''] = /language-(\w+)/.exec(element.className) ?? [];
          found.push({ language, text: element.querySelector('code')?.textContent ?? '' });
        }
      }
      return found;
    }, last);
  }

  /** A command that installs the packages of this checkout, packed, instead of those of the registry. */
  function packed(command: string): string {
    return command.replaceAll(/(?<= )(soapwright|@soapwright\/runtime)(?= |$)/g, packedFile);
  }

  function run(command: string, project: GuideProject): void {
    const env = { ...process.env, npm_config_audit: 'false', npm_config_fund: 'false' };
    execFileSync('sh', ['-c', command], { cwd: project.folder, env, stdio: 'pipe' });
  }
}
