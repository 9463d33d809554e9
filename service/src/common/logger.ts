import { LineWriter } from './line-writer.ts';

/** Fields of a log line. Never a secret, never a value of a request. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

const levels = ['debug', 'info', 'warn', 'error', 'silent'] as const;

export type LogLevel = Exclude<(typeof levels)[number], 'silent'>;

/** The service's log. A line about a request has its `requestId`, which the caller receives too. */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  /** The same for a line that may be lost when the process is killed: it is written within 20 ms, or when the process exits. */
  infoSoon(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

/**
 * Logs to stderr: stdout is for results. Lines are written synchronously, so that a crash loses none; only those of
 * `infoSoon` are written together.
 */
export function stderrLogger(lowest: LogLevel | 'silent'): Logger {
  const writer = new LineWriter(process.stderr.fd);
  return loggerTo({ now: (line) => writer.write(line), soon: (line) => writer.writeSoon(line) }, lowest);
}

/** Passes each line to a function. */
export function jsonLogger(write: (line: string) => void, lowest: LogLevel | 'silent' = 'info'): Logger {
  return loggerTo({ now: write, soon: write }, lowest);
}

type Write = (line: string) => void;

/** Writes one JSON object a line: `level`, `time` (ISO 8601), the fields, and `message`. */
function loggerTo(to: { readonly now: Write; readonly soon: Write }, lowest: LogLevel | 'silent'): Logger {
  const time = new LineTime();
  const logs = (level: LogLevel, write: Write): Logger['info'] => {
    if (levels.indexOf(level) < levels.indexOf(lowest)) return () => {};
    const start = `{"level":"${level}","time":"`;
    return (message, fields) =>
      write(`${start}${time.text()}"${membersOf(fields)},"message":${JSON.stringify(message)}}\n`);
  };
  return {
    debug: logs('debug', to.now),
    info: logs('info', to.now),
    infoSoon: logs('info', to.soon),
    warn: logs('warn', to.now),
    error: logs('error', to.now),
  };
}

/** The members of a JSON object, each after a comma. */
function membersOf(fields: LogFields | undefined): string {
  const text = JSON.stringify(fields ?? {});
  return text === '{}' ? '' : `,${text.slice(1, -1)}`;
}

/** The time of a line, formatted once a millisecond. */
class LineTime {
  #at = Number.NaN;
  #text = '';

  text(): string {
    const now = Date.now();
    if (now !== this.#at) {
      this.#at = now;
      this.#text = new Date(now).toISOString();
    }
    return this.#text;
  }
}

/** An error as log fields: class, code, message and the top of the stack. */
export function errorFields(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: typeof error };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return { error: error.name, code, reason: error.message, stack: error.stack?.split('\n').slice(1, 6).join('\n') };
}
