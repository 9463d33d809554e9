import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { errorFields, jsonLogger } from './logger.ts';

const built = fileURLToPath(new URL('../../dist/common/logger.js', import.meta.url));

describe('the log', () => {
  it('has one JSON object per line: level, time, fields, message', () => {
    const lines: string[] = [];
    const log = jsonLogger((line) => lines.push(line), 'info');
    log.debug('not told');
    log.warn('two\nlines %s', { text: '"\u2028', none: undefined, nothing: null, count: 1 });
    log.error('bare');
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(line).toMatch(/^[^\n]*\n$/);
    const { time, ...rest } = JSON.parse(lines[0] ?? '') as { readonly time: string };
    expect(new Date(time).toISOString()).toBe(time);
    expect(rest).toEqual({ level: 'warn', message: 'two\nlines %s', text: '"\u2028', nothing: null, count: 1 });
  });

  it('is silent if configured', () => {
    const lines: string[] = [];
    jsonLogger((line) => lines.push(line), 'silent').error('x');
    expect(lines).toEqual([]);
  });

  it('records class, code, text and position of an error', () => {
    const error = Object.assign(new TypeError('text'), { code: 'E' });
    expect(errorFields(error)).toMatchObject({ error: 'TypeError', code: 'E', reason: 'text' });
    expect(errorFields('a secret that was thrown')).toEqual({ error: 'string' });
  });

  it('writes the lines of results together, before the next other line and when the process exits', async () => {
    const script = `import { stderrLogger } from ${JSON.stringify(built)};
      const log = stderrLogger('info');
      log.infoSoon('result', { at: 1 });
      log.warn('other', { at: 2 });
      log.infoSoon('result', { at: 3 });
      setTimeout(() => { log.infoSoon('result', { at: 4 }); throw new Error('a crash'); }, 100);`;
    const { stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]).catch(
      (error: { readonly stderr: string }) => error,
    );
    const lines = stderr.split('\n').filter((line) => line.startsWith('{'));
    expect(lines.map((line) => JSON.parse(line).at)).toEqual([1, 2, 3, 4]);
  });

  it('writes the lines of results within a moment of the event loop that is otherwise idle', async () => {
    const script = `import { stderrLogger } from ${JSON.stringify(built)};
      stderrLogger('info').infoSoon('result', { at: 1 });
      setInterval(() => undefined, 1_000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const [line] = await once(child.stderr.setEncoding('utf8'), 'data');
    child.kill('SIGKILL');
    expect(JSON.parse(line)).toMatchObject({ level: 'info', message: 'result', at: 1 });
  });

  it('loses no line when the process dies immediately after', async () => {
    const script = `import { stderrLogger } from ${JSON.stringify(built)};
      const log = stderrLogger('info');
      for (let at = 1; at <= 5_000; at++) log.info('line', { at });
      process.kill(process.pid, 'SIGKILL');`;
    const died = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]).catch(
      (error: { readonly signal: string; readonly stderr: string }) => error,
    );
    expect(died).toHaveProperty('signal', 'SIGKILL');
    const lines = died.stderr.trim().split('\n');
    expect(lines).toHaveLength(5_000);
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ at: 5_000 });
  });

  it('is open from the start, or from the first line of a short command', async () => {
    const script = `import { createRequire } from 'node:module';
      import { stderrLogger } from ${JSON.stringify(built)};
      const { cache } = createRequire(${JSON.stringify(built)});
      const isLoaded = () => Object.keys(cache).some((path) => path.endsWith('pino.js'));
      const log = stderrLogger('warn', { late: true });
      log.info('not told');
      const before = isLoaded();
      log.warn('line');
      const after = isLoaded();
      for (const path of Object.keys(cache)) delete cache[path];
      stderrLogger('silent');
      console.log(JSON.stringify([before, after, isLoaded()]));`;
    const { stdout, stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
    expect(JSON.parse(stdout)).toEqual([false, true, true]);
    expect(JSON.parse(stderr)).toMatchObject({ level: 'warn', message: 'line' });
  });
});
