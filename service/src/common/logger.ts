import { createRequire } from 'node:module';
import type { DestinationStream, Logger as PinoLogger } from 'pino';
import { handbookSection } from './handbook.ts';

/** Fields of a log line. Never a secret, never a value of a request. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** The service's log. A line about a request has its `requestId`, which the caller receives too. */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  /** The same for a line that may be lost when the process is killed: it is written within 20 ms, or when the process exits. */
  infoSoon(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

/** Not imported above: to load it takes a tenth of the time of a short command. */
function loadPino(): typeof import('pino') {
  return createRequire(import.meta.url)('pino');
}

/** How long a line of `infoSoon` may be kept before it is written, in milliseconds. */
const longest = 20;

/**
 * Logs to stderr: stdout is for results. Lines are written synchronously, so that a crash loses none; only those of
 * `infoSoon` are written together.
 *
 * @param late whether pino is loaded for the first line, which most short commands never write. A service opens its log at
 *   the start: later it may have no file descriptor left.
 */
export function stderrLogger(lowest: LogLevel | 'silent', { late = false }: { readonly late?: boolean } = {}): Logger {
  let stream: ReturnType<ReturnType<typeof loadPino>['destination']> | undefined;
  let lines: PinoLogger | undefined;
  const opened = (): PinoLogger => {
    stream ??= loadPino().destination({ dest: process.stderr.fd, sync: true, minLength: 8_192 });
    lines ??= linesTo(stream);
    return lines;
  };
  if (!late) opened();
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    stream?.flushSync();
  };
  process.on('exit', flush);
  const later = (): void => {
    timer ??= setTimeout(flush, longest).unref();
  };
  return loggerTo(opened, lowest, { flush, later });
}

/** Passes each line to a function. */
export function jsonLogger(write: (line: string) => void, lowest: LogLevel | 'silent' = 'info'): Logger {
  const lines = linesTo({ write });
  const nothing = (): void => {};
  return loggerTo(() => lines, lowest, { flush: nothing, later: nothing });
}

/** When the lines of a stream are written. */
interface Writes {
  /** Before this returns. */
  readonly flush: () => void;
  /** Soon. */
  readonly later: () => void;
}

const levels = ['debug', 'info', 'warn', 'error', 'silent'] as const;

function loggerTo(lines: () => PinoLogger, lowest: LogLevel | 'silent', { flush, later }: Writes): Logger {
  const logs =
    (level: LogLevel, then: () => void): Logger['info'] =>
    (message, fields = {}) => {
      if (levels.indexOf(level) < levels.indexOf(lowest)) return;
      lines()[level](fields, message);
      then();
    };
  return {
    debug: logs('debug', flush),
    info: logs('info', flush),
    infoSoon: logs('info', later),
    warn: logs('warn', flush),
    error: logs('error', flush),
  };
}

/** Writes one JSON object a line: `level`, `time` (ISO 8601), the fields, and `message`. */
function linesTo(stream: DestinationStream): PinoLogger {
  return loadPino().pino(
    {
      level: 'debug',
      base: null,
      messageKey: 'message',
      timestamp: timeField(),
      formatters: { level: (level) => ({ level }) },
    },
    stream,
  );
}

/** The `time` of a line. Lines of the same millisecond share its text. */
function timeField(): () => string {
  let last = 0;
  let field = '';
  return () => {
    const now = Date.now();
    if (now !== last) {
      last = now;
      field = `,"time":"${new Date(now).toISOString()}"`;
    }
    return field;
  };
}

/** An error as log fields: class, code, message and the top of the stack. */
export function errorFields(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: typeof error };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const stack = error.stack?.split('\n').slice(1, 6).join('\n');
  const handbook = error.name === 'StorageError' && code !== undefined ? handbookSection(code) : undefined;
  return { error: error.name, code, reason: error.message, stack, ...(handbook && { handbook }) };
}
