import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Browser, chromium, type FileChooser, type Page } from 'playwright-core';
import { expect } from 'vitest';

/** Debian's Chromium, if possible without its windows: it takes half the time of the processor. */
const programs = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'] as const;
const program = programs.find((path) => existsSync(path)) ?? programs[1];

export const hasBrowser: boolean = existsSync(program);

/** @param args of Chromium beside those that a test needs anyway. */
export function startBrowser(...args: string[]): Promise<Browser> {
  return launch(program, args);
}

/** Chromium with all of its events: the headless shell has others while a page is loaded. */
export function startChromium(): Promise<Browser> {
  return launch(programs[1], []);
}

function launch(executablePath: string, args: readonly string[]): Promise<Browser> {
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', ...args] });
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export interface Findings {
  /** Violations as text. */
  readonly violations: readonly string[];
  readonly passes: number;
}

/**
 * The findings of axe-core on a page. The policy of our pages allows no script, so it is injected by the debugger.
 *
 * @param rules ids of those that are asked; undefined: all.
 */
export async function findings(page: Page, rules?: readonly string[]): Promise<Findings> {
  // A click waits until the next page begins, not until all of its text is there.
  await page.waitForLoadState();
  await page.evaluate(axe);
  return page.evaluate(async (runOnly) => {
    type Result = { id: string; nodes: { html: string; failureSummary?: string }[] };
    const { axe } = globalThis as typeof globalThis & {
      axe: { run(options: object): Promise<{ violations: Result[]; passes: Result[] }> };
    };
    const { violations, passes } = await axe.run(runOnly === undefined ? {} : { runOnly });
    return {
      violations: violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html}: ${failureSummary}`),
      ),
      passes: passes.length,
    };
  }, rules);
}

/** How many pixels a page is wider than its window. */
export function overflow(page: Page): Promise<number> {
  return page.locator('html').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
}

/** A picture of the whole page, where SOAPWRIGHT_SCREENSHOTS names a folder. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.SOAPWRIGHT_SCREENSHOTS;
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

const focusedName = 'document.activeElement.getAttribute("name") ?? document.activeElement.textContent';

/** Presses Tab until the element with that name has the focus; a radio group has it where it is chosen. */
export async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 200; presses++) {
    const focused = await page.evaluate<string>(focusedName);
    if (focused === name) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`No press of Tab leads to ${name}.`);
}

export interface Filling {
  /** Text by the name of an input; `true` checks a box, bytes are a file, and one of several is chosen by its value. */
  readonly values: Readonly<Record<string, string | true | Uint8Array | { readonly radio: string }>>;
  /** Undefined in a form without a choice of it. Default `1.2`. */
  readonly soap?: '1.1' | '1.2' | undefined;
  /** Ticks the checkbox that shows the sensitive values of the response. */
  readonly secrets?: boolean;
}

/** Goes through a radio group with the arrow keys. */
async function choose(page: Page, name: string, value: string): Promise<void> {
  for (let presses = 0; presses < 20; presses++) {
    if (await page.isChecked(`[name="${name}"][value="${value}"]`)) return;
    await page.keyboard.press('ArrowDown');
  }
  throw new Error(`No arrow key leads to ${value} of ${name}.`);
}

/** Fills in the form of a page and sends it with the keyboard alone, top to bottom; long values are pasted. */
export async function fillByKeyboard(page: Page, { values, secrets = false, ...rest }: Filling): Promise<void> {
  const choosers: FileChooser[] = [];
  // Listens from the start: the dialog must not open before there is a listener.
  page.on('filechooser', (chooser) => choosers.push(chooser));
  for (const [name, value] of Object.entries(values)) {
    await tabTo(page, name);
    if (value === true) await page.keyboard.press('Space');
    else if (typeof value === 'string' && value.length > 60) await page.keyboard.insertText(value);
    else if (typeof value === 'string') await page.keyboard.type(value);
    else if ('radio' in value) await choose(page, name, value.radio);
    else {
      await page.keyboard.press('Enter');
      await expect.poll(() => choosers.length, { timeout: 20_000 }).toBe(1);
      const buffer = Buffer.from(value);
      await choosers.pop()?.setFiles({ name: 'chunk.bin', mimeType: 'application/octet-stream', buffer });
    }
  }
  const soap = 'soap' in rest ? rest.soap : '1.2';
  if (soap !== undefined) await tabTo(page, 'soap:version');
  if (soap === '1.2') await page.keyboard.press('ArrowDown');
  if (secrets) {
    await tabTo(page, 'show:secrets');
    await page.keyboard.press('Space');
  }
  await tabTo(page, 'Send');
  await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
}
