/** Exit codes for signals, as in shells: 128 plus the signal's number. */
const signalCodes = { SIGINT: 130, SIGTERM: 143 } as const;

type Stop = keyof typeof signalCodes;

const names: readonly Stop[] = ['SIGINT', 'SIGTERM'];

/** Milliseconds that a stopped process has to exit. */
const exitDelay = 500;

/** How a process is stopped. */
export interface Signals {
  /** Aborted at the first signal. */
  readonly signal: AbortSignal;
  readonly stoppedBy: Stop | undefined;
  /** Leaves signals to Node again. */
  release(): void;
  /** The exit code after a signal. The process ends soon, even if something keeps it. */
  exitCode(): number;
}

/**
 * Aborts at the first SIGINT or SIGTERM; a second signal ends the process at once.
 *
 * @param stopping called at the first signal.
 */
export function stopAtSignals(stopping: () => void): Signals {
  const controller = new AbortController();
  let stoppedBy: Stop | undefined;
  const release = (): void => {
    for (const name of names) process.off(name, stop);
  };
  const stop = (name: NodeJS.Signals): void => {
    stoppedBy = names.find((each) => each === name);
    release();
    stopping();
    controller.abort();
  };
  for (const name of names) process.on(name, stop);
  return {
    signal: controller.signal,
    get stoppedBy() {
      return stoppedBy;
    },
    release,
    exitCode() {
      const name = stoppedBy ?? 'SIGINT';
      // An open named pipe without a writer would block the exit of the process.
      setTimeout(() => process.kill(process.pid, name), exitDelay).unref();
      return signalCodes[name];
    },
  };
}
