import { PassThrough } from 'node:stream';
import type { WriteStream } from 'node:tty';
import { describe, expect, it } from 'vitest';
import { ProgressScreen } from './progress-screen.ts';

/** A screen on a stream with columns, and its output since the last call. */
const screenOf = (lines: () => readonly string[], columns = 40) => {
  const stream = Object.assign(new PassThrough(), { columns });
  const screen = new ProgressScreen(stream as PassThrough & { columns: number } as WriteStream & PassThrough, lines);
  return { screen, stream, written: () => String(stream.read() ?? '') };
};

describe('lines that are drawn again', () => {
  it('replace those before them, and are not written when nothing has changed', () => {
    let lines = ['one', 'two'];
    const { screen, written } = screenOf(() => lines);
    screen.draw();
    expect(written()).toBe('\rone\u001b[K\ntwo\u001b[K\u001b[J');
    screen.draw();
    expect(written()).toBe('');
    lines = ['three'];
    screen.draw();
    expect(written()).toBe('\r\u001b[1Athree\u001b[K\u001b[J');
    screen.close();
  });

  it('leave the terminal to a printed line, and follow it', () => {
    const { screen, written } = screenOf(() => ['progress']);
    screen.draw();
    written();
    screen.print('a result');
    expect(written()).toBe('\r\u001b[Ja result\n\rprogress\u001b[K\u001b[J');
    screen.close();
  });

  it('are found again when a narrower terminal has broken them', () => {
    let lines = ['x'.repeat(39), 'y'];
    const { screen, stream, written } = screenOf(() => lines);
    screen.draw();
    written();
    stream.columns = 20;
    lines = ['z'];
    screen.draw();
    expect(written()).toBe('\r\u001b[2Az\u001b[K\u001b[J');
    screen.close();
  });

  it('are removed for good at the end, and the cursor was never hidden', () => {
    const { screen, written } = screenOf(() => ['progress']);
    screen.draw();
    screen.close();
    screen.draw();
    screen.print('a last line');
    const text = written();
    expect(text).toBe('\rprogress\u001b[K\u001b[J\r\u001b[Ja last line\n');
    expect(text).not.toContain('\u001b[?25l');
  });
});
