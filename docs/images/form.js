// Takes docs/images/form.png: the test form of GetClientID, called at a demonstration of the service.
// Needs a build and Chromium: npm run build && node docs/images/form.js
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const root = fileURLToPath(new URL('../..', import.meta.url));
const port = 18_480;
const folder = mkdtempSync(join(tmpdir(), 'soapwright-picture-'));
const service = spawn(process.execPath, [join(root, 'service/bin/remote-file-service.js'), 'demo'], {
  env: { ...process.env, PORT: String(port), RFS_DATA: join(folder, 'data') },
  stdio: ['ignore', 'pipe', 'ignore'],
});
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
try {
  const address = `http://127.0.0.1:${port}`;
  await welcome(service);
  const page = await browser.newPage({ viewport: { width: 900, height: 820 }, deviceScaleFactor: 1.25 });
  await page.goto(`${address}/v2/fileservice.asmx?op=GetClientID`);
  await page.locator('input[name="APIKey"]').fill('demo-api-key');
  await page.locator('input[name="Parameters/CompanyCode"]').fill('DEMO');
  await page.locator('form button').first().click();
  await page.waitForLoadState();
  await page.evaluate('scrollTo(0, 0)');
  await page.screenshot({ path: fileURLToPath(new URL('form.png', import.meta.url)) });
} finally {
  await browser.close();
  service.kill('SIGTERM');
  await new Promise((resolve) => service.once('exit', resolve));
  rmSync(folder, { recursive: true, force: true });
}

/** Resolves when the demonstration has printed its commands: everything is provisioned then. */
function welcome({ stdout }) {
  return new Promise((resolve) => {
    let text = '';
    stdout.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
      if (text.includes('soap GetClientID')) resolve();
    });
  });
}
