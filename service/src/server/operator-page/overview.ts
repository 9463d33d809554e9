import { type Html, html } from '../../common/html.ts';
import { isPostgres } from '../../storage/engine.ts';
import type { Db } from '../../storage/tables.ts';
import type { OperatorPageContext } from './page-context.ts';
import { ageText, bytesText, timeCell } from './values.ts';

/** Health, alerts that fire now, version, disk and queues. A part that cannot be read says so. */
export async function overview(context: OperatorPageContext): Promise<Html> {
  const { gauges, version, hooks } = context;
  const { state } = context.service;
  const parts: readonly (readonly [string, () => Promise<string | Html> | string | Html])[] = [
    ['Service', async () => ((await gauges.ready()) ? 'ready' : 'not ready: read the line "not ready" of its log')],
    ['Database', async () => `${isPostgres(state.db) ? 'PostgreSQL' : 'SQLite'}, ${await processesText(state.db)}`],
    ['Version', () => version],
    ['Running for', () => ageText(process.uptime() * 1000)],
    ['Requests', () => `${gauges.load().running} running, ${gauges.load().waiting} waiting`],
    ['Free on the disk', async () => bytesText(BigInt(Math.round(await gauges.free())))],
    ['Uploads in progress', async () => uploadsText(await gauges.uploads())],
    ['Events for hooks', async () => eventsText(await gauges.hooks(), state.now())],
    ['Hooks', () => hooks.map(({ name, target }) => `${name} (${target})`).join(', ') || 'none'],
    ['Last backup', async () => backupCell(await gauges.lastBackup())],
    ['Clock', async () => ((await gauges.clock()) ? 'far ahead: nothing expires until clock confirm' : 'right')],
    ['Service keys', () => `${gauges.serviceKeys()}${gauges.serviceKeys() > 1 ? ': a rotation is under way' : ''}`],
    ['Certificate ends', () => certificateCell(gauges.certificateEnds())],
  ];
  const shown = await Promise.all(
    parts.map(async ([name, read]) => {
      const value = await Promise.resolve()
        .then(read)
        .catch((error: unknown) => `cannot be read: ${error instanceof Error ? error.message : 'failed'}`);
      return html`<dt>${name}</dt><dd>${value}</dd>
`;
    }),
  );
  const firing = context.alerts()?.map(
    ({ name, severity, summary, remedy, since }) => html`<div class="alert"><h3>${name} (${severity})</h3>
<p>${summary}</p>
<p>${remedy}</p>
<p>Since ${timeCell(since)}</p></div>
`,
  );
  return html`<h2>Alerts</h2>
${firing === undefined ? html`<p>The rules cannot be used: see "alerts failed" in the log.</p>` : firing}
${firing?.length === 0 ? html`<p>No alert fires in this process.</p>` : html``}
<h2>Health</h2>
<dl>
${shown}</dl>
<p>Times are in UTC. Alerts are those of deploy/alerts.yaml; Prometheus also sees other processes, and restarts.</p>`;
}

async function processesText(db: Db): Promise<string> {
  const holders = await db.selectFrom('key_holders').select('process').execute();
  return holders.length === 1 ? 'open in one process' : `open in ${holders.length} processes`;
}

function uploadsText({ open, bytes }: { readonly open: number; readonly bytes: number }): string {
  return `${open} of ${bytesText(BigInt(bytes))}`;
}

function eventsText(
  { pending, oldestAt }: { readonly pending: number; readonly oldestAt: number },
  now: number,
): string {
  return pending === 0 ? 'none' : `${pending}, the oldest ${ageText(now - oldestAt)} ago`;
}

function backupCell(at: number | undefined): string | Html {
  if (at === undefined) return 'by PostgreSQL';
  return at === 0 ? 'none yet' : timeCell(at);
}

function certificateCell(ends: number | undefined): string | Html {
  return ends === undefined ? 'no certificate here' : timeCell(ends * 1000);
}
