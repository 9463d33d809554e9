// Breaks an installation by one fault, mends it by the commands of the handbook, and checks alerts, callers and files.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { firing, scrape } from './alerts.js';
import { Callers } from './callers.js';
import { commands, section } from './handbook.js';

/** Seconds that something may take to show. */
const patience = 120;

/**
 * @param {import('./game-day.js').Installation} site
 * @param {import('./game-day.js').Fault} fault
 * @returns {Promise<import('./game-day.js').Result>}
 */
export async function play(site, fault) {
  const { id } = fault;
  const { processes, run, folder } = site;
  const several = fault.prepare?.includes('-2') === true;
  const used = several ? processes : processes.slice(0, 1);
  const scrapeAll = () => Promise.all(used.map(({ metrics, unit }) => scrape(metrics, unit)));
  const name = `${id}-${Date.now()}`;
  const callers = new Callers({ urls: used.map(({ url }) => url), certificate: site.certificate }, name);
  const uploads = async (count = 6) => {
    const wanted = callers.chunks + count;
    await until(
      () => callers.chunks >= wanted,
      () => `${id}: no chunk is acknowledged: ${failuresOf(callers)}`,
    );
  };
  try {
    await uploads();
    // What is known of the provider then is not asked for again.
    if (fault.signIn) await callers.signIn();
    if (fault.prepare) run(fault.prepare);
    const before = await until(
      async () => {
        const seen = await scrapeAll();
        return seen.every(({ values }) => isReady(values)) && seen;
      },
      () => `${id}: the service is not ready before the fault.`,
    );
    await uploads();
    callers.failures.clear();
    run(fault.break);
    const told = await until(
      async () => {
        if (!fault.callers) return [...callers.failures.keys()][0] ?? 'nothing';
        if (fault.signIn) for (let tries = 0; tries < 5; tries += 1) callers.failures.set(await callers.signIn(), 1);
        return [...callers.failures.keys()].find((reason) => fault.callers.test(reason));
      },
      () => `${id}: callers get something else: ${failuresOf(callers)}`,
    );
    const { during, fired } = await untilAlerts(site, fault, { before, scrapeAll });
    if (fault.mend) run(fault.mend);
    const began = performance.now();
    const printed = run(commands(id), { strict: false });
    const mended = `${id}: the commands of the handbook did not help. They printed:\n${printed}`;
    await uploads(1).catch((error) => {
      throw new Error(`${mended}${error.message}`);
    });
    const seconds = (performance.now() - began) / 1000;
    const clears = await until(
      async () => {
        const [, , after] = firing([before, during, await scrapeAll()], folder);
        const quiet = after.findIndex((_, minute) =>
          after.slice(minute).every((alerts) => fault.alerts.every((alert) => !alerts.has(alert))),
        );
        return quiet >= 0 && { minute: quiet };
      },
      () => `${mended}Some of these alerts go on: ${fault.alerts.join(', ')}.`,
    );
    await uploads();
    await callers.end();
    const { missing, toCopy } = compare(site, callers.files);
    if (missing > 0) throw new Error(`${id}: ${missing} acknowledged files are lost.`);
    if (fault.after) run(fault.after);
    return {
      id,
      title: fault.title ?? section(id).title,
      alerts: fired,
      clears: clears.minute,
      callers: shortOf(told),
      seconds,
      chunks: callers.chunks,
      files: callers.files.size,
      missing,
      toCopy,
    };
  } finally {
    await Promise.race([callers.end(), sleep(1_000)]);
  }
}

/** Waits until the alerts of a fault fire, and did not before it. */
async function untilAlerts({ folder }, { id, alerts }, { before, scrapeAll }) {
  let seen = '';
  return await until(
    async () => {
      const during = await scrapeAll();
      const [earlier, minutes] = firing([before, during], folder);
      const early = alerts.find((alert) => earlier.some((set) => set.has(alert)));
      if (early !== undefined) throw new Error(`${id}: ${early} fires before the fault.`);
      seen = [...new Set(minutes.flatMap((set) => [...set]))].join(', ');
      const fired = alerts.map((name) => ({ name, minute: minutes.findIndex((set) => set.has(name)) }));
      return fired.every(({ minute }) => minute >= 0) && { during, fired };
    },
    () => `${id}: of ${alerts.join(', ')} these alerts fire: ${seen}.`,
  );
}

/**
 * Counts acknowledged files that are not there as they were sent. After the database was restored, those that were published
 * since the backup are in the data folder, for the operator to copy.
 */
function compare({ run, folder, data }, files) {
  run('rm -rf "$GAME_DAY/export" && remote-file-service files export / "$GAME_DAY/export"');
  const root = join(folder, 'export');
  const found = new Map(filesBelow(root).map((path) => [path.split('/').at(-1), digestOf(path)]));
  const absent = [...files].filter(([name, digest]) => found.get(name) !== digest);
  rmSync(root, { recursive: true });
  if (absent.length === 0) return { missing: 0, toCopy: 0 };
  const kept = new Set(filesBelow(join(data, 'files')).map(digestOf));
  const missing = absent.filter(([, digest]) => !kept.has(digest)).length;
  return { missing, toCopy: absent.length - missing };
}

const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));

const digestOf = (path) => createHash('sha256').update(readFileSync(path)).digest('hex');

const isReady = (values) => [...values].some(([name, value]) => name.startsWith('rfs_ready{') && value === 1);

const failuresOf = ({ failures }) => [...failures].map(([reason, count]) => `${count} times ${reason}`).join('; ');

/** The code of a fault, or the first sentence. */
const shortOf = (reason) => reason.split(/: |(?<=\.) /)[0];

/** Repeats work until it returns something. */
async function until(work, reason) {
  const deadline = performance.now() + patience * 1_000;
  for (;;) {
    const value = await work();
    if (value) return value;
    if (performance.now() > deadline) throw new Error(reason());
    await sleep(200);
  }
}
