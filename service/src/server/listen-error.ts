import { StorageError } from '../common/storage-error.ts';
import { flagOf, variableOf } from '../config/load-settings.ts';

/** Why a port cannot be listened on, with the remedy. @param setting that says which port. */
export function listenError(error: unknown, host: string, port: number, setting: 'port' | 'adminPort'): StorageError {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const other = port < 65_535 ? port + 1 : port - 1;
  const [flag, variable] = [flagOf(setting), variableOf(setting)];
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} on ${host} is taken by another program. Stop that one, or choose another port: ${flag} ${other}, or ${variable}=${other}.`,
    EACCES: `Port ${port} needs more rights than this user has. Choose one from 1024 on with ${flag}.`,
    EADDRNOTAVAIL: `${host} is no address of this machine.`,
    ENOTFOUND: `${host} is no address of this machine.`,
  };
  const message = reasons[String(code)] ?? (error instanceof Error ? error.message : 'Cannot listen.');
  return new StorageError('failed', message, error);
}
