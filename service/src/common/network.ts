import { errorCode, StorageError } from './storage-error.ts';

/**
 * Explains why a port cannot be listened on, with the remedy.
 *
 * @param setting the flag and the environment variable that set the port; `of` names the owner of the port, if needed.
 */
export function listenError(
  error: unknown,
  { host, port }: { readonly host: string; readonly port: number },
  { flag, variable, of = '' }: { readonly flag: string; readonly variable: string; readonly of?: string },
): StorageError {
  const other = port < 65_535 ? port + 1 : port - 1;
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} on ${host}${of} is in use by another program. Stop that one, or choose another port: ${flag} ${other}, or ${variable}=${other}.`,
    EACCES: `Port ${port}${of} needs more privileges than this user has. Choose one from 1024 on with ${flag}.`,
    EADDRNOTAVAIL: `${host} is not an address of this machine.`,
    ENOTFOUND: `${host} is not an address of this machine.`,
  };
  const message = reasons[errorCode(error)] ?? (error instanceof Error ? error.message : 'Cannot listen.');
  return new StorageError('failed', message, error);
}

/** Whether a host name, with or without the brackets of an IPv6 address in a URL, is this machine. */
export function isLoopbackHost(host: string): boolean {
  return /^(localhost|::1|\[::1\]|127(\.\d{1,3}){3})$/.test(host);
}
