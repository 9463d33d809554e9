import { describe, expect, it } from 'vitest';
import { stopAtSignals } from './stop-signals.ts';

describe('signals', () => {
  it('the first one aborts, and leaves the second one to Node, which ends the process at once', () => {
    const before = [process.listenerCount('SIGINT'), process.listenerCount('SIGTERM')];
    let stopping = 0;
    const signals = stopAtSignals(() => {
      stopping += 1;
    });
    expect([signals.signal.aborted, signals.stoppedBy]).toEqual([false, undefined]);
    process.emit('SIGTERM', 'SIGTERM');
    expect([signals.signal.aborted, signals.stoppedBy, stopping]).toEqual([true, 'SIGTERM', 1]);
    expect([process.listenerCount('SIGINT'), process.listenerCount('SIGTERM')]).toEqual(before);
  });
});
