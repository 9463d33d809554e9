import { ClientError } from '../client-error.ts';

const again = 'Before you call again, find out whether the service executed the call.';

/** Whether an error ended a connection that was there, by its code. */
export function isLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return /^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET|HPE_CLOSED_CONNECTION)$/.test(code) || isLost(error.cause);
}

/** The error for a connection that ended before a response. */
export function connectionLost(cause: unknown): ClientError {
  const remedy = `${again} A proxy or a firewall may have ended the connection.`;
  return new ClientError('connection-lost', `the connection ended before a response. ${remedy}`, { remedy, cause });
}

/** The error for a response that ended before its end. */
export function truncated(httpStatus: number, headers: readonly string[], cause: unknown): ClientError {
  const text = `HTTP ${httpStatus} with a response that ended before its end. ${again}`;
  return new ClientError('truncated', text, { httpStatus, headers, remedy: again, cause });
}
