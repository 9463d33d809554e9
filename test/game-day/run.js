// `npm run game-day`, as root on Debian: breaks one thing after another while files are uploaded, and mends it by
// docs/service/bad-day.md. `-- --only a-hook-fails --folder` for some faults, or those of a data folder only; `--write` writes
// the table to the page.
import { parseArgs } from 'node:util';
import { faults } from './faults.js';
import { play } from './game-day.js';
import { table, writeResults } from './handbook.js';
import { available, install } from './installation.js';

const { values } = parseArgs({
  options: { only: { type: 'string', multiple: true }, folder: { type: 'boolean' }, write: { type: 'boolean' } },
});
const here = available();
if (values.folder) here.delete('servers');
const wanted = faults.filter(({ id }) => values.only === undefined || values.only.includes(id));
const possible = wanted.filter(({ needs }) => needs.every((need) => here.has(need)));
const results = [];
let failed = 0;
for (const onServers of [false, true]) {
  const rows = possible.filter(({ needs }) => needs.includes('servers') === onServers);
  if (rows.length === 0) continue;
  const site = await install(new Set(rows.flatMap(({ needs }) => needs)));
  try {
    for (const fault of rows) {
      process.stderr.write(`${fault.title ?? fault.id}\n`);
      try {
        results.push(await play(site, fault));
      } catch (error) {
        failed += 1;
        process.stderr.write(`FAILED ${error.message}\n`);
      }
    }
  } finally {
    site.close();
  }
}
process.stdout.write(table(results));
for (const { id, needs } of wanted.filter((fault) => !possible.includes(fault)))
  process.stdout.write(`skipped: ${id}, which needs ${needs.join(', ')}\n`);
if (values.write && failed === 0) writeResults(results);
process.exitCode = failed === 0 ? 0 : 1;
