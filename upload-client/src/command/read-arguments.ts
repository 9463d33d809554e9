import { readFileSync, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { largestChunkSize, type UploaderOptions } from '../index.ts';
import { serviceAddress } from '../service-address.ts';
import { UploadError } from '../upload-error.ts';
import { messageOf } from '../upload-source.ts';
import { type ProgressKind, progressKinds } from './displays.ts';

export interface UploadFlags {
  readonly url?: string;
  readonly apiKey?: string;
  readonly apiKeyFile?: string;
  readonly folderKey?: string;
  readonly folderKeyFile?: string;
  readonly name?: string;
  readonly chunkSize?: string;
  readonly parallel?: string;
  /** False by `--no-resume`. */
  readonly resume: boolean;
  readonly journal?: string;
  readonly soap?: string;
  readonly timeout?: string;
  readonly attempts?: string;
  readonly patience?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly again?: boolean;
  readonly progress?: string;
}

/** A file of the command. */
export interface FileToUpload {
  /** As in the arguments; `-` is stdin. */
  readonly file: string;
  /** Its name on the service. */
  readonly name: string;
}

/** The validated arguments. */
export interface UploadPlan {
  readonly files: readonly FileToUpload[];
  readonly options: Omit<UploaderOptions, 'journal'>;
  /** Undefined: no journal. An empty text: the default folder. */
  readonly journalFolder: string | undefined;
  /** Undefined: by the sizes of the files. */
  readonly parallel: number | undefined;
  /** Send files that an interrupted run has published, too. */
  readonly again: boolean;
  readonly progress: ProgressKind;
  readonly json: boolean;
  readonly quiet: boolean;
}

/**
 * @throws {UploadError} `invalid-argument`, or `source-failed` for a file with a key that cannot be read.
 */
export function readArguments(
  files: readonly string[],
  flags: UploadFlags,
  environment: NodeJS.ProcessEnv,
): UploadPlan {
  const { soap = '1.1' } = flags;
  if (soap !== '1.1' && soap !== '1.2') throw invalid('--soap must be 1.1 or 1.2.');
  return {
    files: filesOf(files, flags.name),
    options: {
      url: addressOf(flags.url ?? environment.RFS_URL),
      apiKey: requiredKey('api-key', flags.apiKey, flags.apiKeyFile, environment.RFS_API_KEY),
      folderKey: requiredKey('folder-key', flags.folderKey, flags.folderKeyFile, environment.RFS_FOLDER_KEY),
      soap,
      headers: traceHeaders(environment),
      chunkSize: flags.chunkSize === undefined ? undefined : chunkSizeOf(flags.chunkSize),
      timeout: flags.timeout === undefined ? undefined : whole('--timeout', flags.timeout, 86_400) * 1000,
      retry: {
        ...patienceOf(flags.patience),
        attempts: flags.attempts === undefined ? undefined : whole('--attempts', flags.attempts, 1_000_000),
      },
    },
    journalFolder: flags.resume ? (flags.journal ?? environment.RFS_JOURNAL ?? '') : undefined,
    parallel: flags.parallel === undefined ? undefined : whole('--parallel', flags.parallel, 100),
    again: flags.again === true,
    progress: progressOf(flags.progress),
    json: flags.json === true,
    quiet: flags.quiet === true,
  };
}

/** The trace of the program that runs the command, as OpenTelemetry passes it on in the environment. */
function traceHeaders({ TRACEPARENT: traceparent, TRACESTATE: tracestate }: NodeJS.ProcessEnv): Record<string, string> {
  if (traceparent === undefined || !/^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/.test(traceparent)) return {};
  const hasState = tracestate !== undefined && /^[\x21-\x7e ]{1,512}$/.test(tracestate);
  return { traceparent, ...(hasState && { tracestate }) };
}

function filesOf(files: readonly string[], name: string | undefined): FileToUpload[] {
  if (name !== undefined && files.length > 1) throw invalid('--name is for a single file.');
  const byName = new Map<string, string>();
  return files.map((file) => {
    if (file === '-' && name === undefined) throw invalid('- is stdin, which has no name: set one with --name.');
    if (file !== '-' && isFolder(file)) {
      throw invalid(`${file} is a folder. A folder access key takes files into its own folder: name the files.`);
    }
    const given = name ?? basename(resolve(file));
    const other = byName.get(given.normalize('NFC'));
    if (other !== undefined)
      throw invalid(`${other} and ${file} have the same name, ${given}: one would replace the other.`);
    byName.set(given.normalize('NFC'), file);
    return { file, name: given };
  });
}

/** Other errors, such as a link to itself, are reported when the file is opened. */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** The URL of the service. */
function addressOf(text: string | undefined): string {
  if (text === undefined || text === '') throw invalid('The address of the service is missing: --url or RFS_URL.');
  return serviceAddress(text);
}

function requiredKey(
  name: 'api-key' | 'folder-key',
  flag: string | undefined,
  file: string | undefined,
  variable: string | undefined,
): string {
  if (flag !== undefined && file !== undefined) throw invalid(`--${name} and --${name}-file exclude each other.`);
  const key = flag ?? (file === undefined ? variable : readKey(file, name));
  if (key !== undefined && key !== '') return key;
  const environment = `RFS_${name.toUpperCase().replace('-', '_')}`;
  throw invalid(`The ${name.replace('-', ' ')} is missing: ${environment}, --${name}-file or --${name}.`);
}

function readKey(file: string, name: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    throw new UploadError('source-failed', `Cannot read the file of --${name}-file ${file}: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

function chunkSizeOf(text: string): number {
  const [, digits, unit = ''] = /^(\d{1,10})\s?(|B|KiB|MiB)$/i.exec(text) ?? [];
  const factor = { '': 1, b: 1, kib: 1024, mib: 1024 ** 2 }[unit.toLowerCase()] ?? Number.NaN;
  const size = Number(digits) * factor;
  if (size >= 1 && size <= largestChunkSize) return size;
  const most = `${largestChunkSize / 1024 ** 2}MiB`;
  throw invalid(`--chunk-size must be a number of bytes, such as 65536, 512KiB or 4MiB, and at most ${most}.`);
}

function progressOf(text = 'auto'): ProgressKind {
  const kind = progressKinds.find((each) => each === text);
  if (kind === undefined) throw invalid(`--progress must be one of ${progressKinds.join(', ')}.`);
  return kind;
}

/**
 * How long an outage is outlasted. By default, a service that has never answered is given up soon: the address may be wrong.
 */
function patienceOf(text: string | undefined): { readonly patience: number; readonly firstPatience?: number } {
  const minute = 60_000;
  if (text === undefined) return { patience: 15 * minute, firstPatience: minute };
  const [, digits, unit = ''] = /^(\d{1,6})(s|m|h|d)$/.exec(text) ?? [];
  const factor = { s: 1000, m: minute, h: 60 * minute, d: 24 * 60 * minute }[unit];
  if (factor === undefined) throw invalid('--patience must be a duration, such as 0s, 90s, 15m or 2h.');
  return { patience: Number(digits) * factor };
}

function whole(flag: string, text: string, most: number): number {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= most) return number;
  throw invalid(`${flag} must be a whole number from 1 to ${most}.`);
}

function invalid(message: string): UploadError {
  return new UploadError('invalid-argument', message);
}
