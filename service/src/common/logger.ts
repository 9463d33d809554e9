import { type DestinationStream, destination, pino, stdTimeFunctions } from 'pino';

/** Fields of a log line. Never a secret, never a value of a request. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** The service's log. A line about a request has its `requestId`, which the caller receives too. */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

/**
 * Logs to stderr: stdout is for results. Lines are written synchronously, so that a crash loses none.
 */
export function stderrLogger(lowest: LogLevel | 'silent'): Logger {
  return loggerTo(destination({ dest: process.stderr.fd, sync: true }), lowest);
}

/** Passes each line to a function. */
export function jsonLogger(write: (line: string) => void, lowest: LogLevel | 'silent' = 'info'): Logger {
  return loggerTo({ write }, lowest);
}

/** Writes one JSON object a line: `level`, `time` (ISO 8601), the fields, and `message`. */
function loggerTo(stream: DestinationStream, lowest: LogLevel | 'silent'): Logger {
  const lines = pino(
    {
      level: lowest,
      base: null,
      messageKey: 'message',
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
    },
    stream,
  );
  return {
    debug: (message, fields = {}) => lines.debug(fields, message),
    info: (message, fields = {}) => lines.info(fields, message),
    warn: (message, fields = {}) => lines.warn(fields, message),
    error: (message, fields = {}) => lines.error(fields, message),
  };
}

/** An error as log fields: class, code, message and the top of the stack. */
export function errorFields(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: typeof error };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return { error: error.name, code, reason: error.message, stack: error.stack?.split('\n').slice(1, 6).join('\n') };
}
