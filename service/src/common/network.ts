import { errorCode, StorageError } from './storage-error.ts';

/**
 * Explains why a port cannot be listened on, with the remedy.
 *
 * @param setting the flag and the environment variable that set the port; `of` names the owner of the port, if needed.
 *   `command` is how the program is started if not by its flags; it needs another two ports.
 */
export function listenError(
  error: unknown,
  { host, port }: { readonly host: string; readonly port: number },
  {
    flag,
    variable,
    of = '',
    command,
  }: { readonly flag: string; readonly variable: string; readonly of?: string; readonly command?: string | undefined },
): StorageError {
  const other = port < 65_535 ? port + 1 : port - 1;
  const choices =
    command === undefined
      ? `${flag} ${other}, or ${variable}=${other}`
      : `PORT=${port < 60_000 ? port + 1_000 : port - 1_000} ${command}`;
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} on ${host}${of} is in use by another program. Stop that one, or choose another port: ${choices}.`,
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
