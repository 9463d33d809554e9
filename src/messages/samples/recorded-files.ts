import { statSync } from 'node:fs';
import { posix, resolve } from 'node:path';
import { readBytes } from '../../contract/index.ts';
import { type Diagnostic, samples as kinds, report } from '../../diagnostics/index.ts';
import { filesBelow } from './files-below.ts';
import { readHar } from './har.ts';
import { isHttpText, readHttpText } from './http-text.ts';
import { type Exchange, looksLikeXml, type RecordedMessage, type Recording } from './recorded-message.ts';

export interface RecordedFiles extends Recording {
  readonly diagnostics: readonly Diagnostic[];
  /** Number of files that were read. */
  readonly files: number;
}

const extensions = /\.(?:xml|soap|http|txt|har|req|res|request|response)$/i;

/**
 * Reads messages from files, and from all files with a usual extension in folders and the folders in them. What a file
 * holds is decided by its content: XML, HTTP messages with their heads, or an HTTP Archive.
 *
 * @param current the folder that paths are relative to; absolute.
 */
export function readRecordedFiles(paths: readonly string[], current: string): RecordedFiles {
  const exchanges: Exchange[] = [];
  const problems: Recording['problems'][number][] = [];
  const diagnostics: Diagnostic[] = [];
  const single: RecordedMessage[] = [];
  let others = 0;
  const files = new Map(paths.flatMap((path) => filesOf(path, current)).map((file, index) => [file, index]));
  const orderOf = ({ request, response }: Exchange): number => files.get((request ?? response)?.file ?? '') ?? 0;
  for (const file of files.keys()) {
    const { bytes, diagnostics: unread } = readBytes(resolve(current, file), file);
    diagnostics.push(...unread);
    if (bytes === undefined) continue;
    if (looksLikeXml(bytes)) {
      single.push({ file, line: 1, body: bytes });
      continue;
    }
    const recording = isHttpText(bytes) ? readHttpText(file, bytes) : readHar(file, bytes);
    if (recording === undefined) {
      if (/\.har$/i.test(file)) diagnostics.push(report(kinds.notAnArchive, { file }, { file }));
      others++;
      continue;
    }
    exchanges.push(...recording.exchanges);
    problems.push(...recording.problems);
    others += recording.others;
  }
  const inOrder = [...pairs(single), ...exchanges].sort((one, other) => orderOf(one) - orderOf(other));
  return { exchanges: inOrder, others, problems, diagnostics, files: files.size };
}

/** A path that does not exist is a file, which reading reports. */
function filesOf(path: string, current: string): readonly string[] {
  const name = path.replaceAll('\\', '/');
  if (statSync(resolve(current, path), { throwIfNoEntry: false })?.isDirectory() !== true) return [name];
  return filesBelow(resolve(current, path))
    .filter((file) => extensions.test(file))
    .map((file) => posix.join(name, file));
}

const words: Readonly<Record<'request' | 'response', RegExp>> = {
  request: /(?<![a-z])(?:requests?|req|rq|input|in)(?![a-z])|request$/,
  response:
    /(?<![a-z])(?:responses?|reply|answer|faults?|resp|res|rsp|rs|output|out)(?![a-z])|(?:response|reply|answer|fault)$/,
};

/** Files whose names differ in `request` and `response` only are an exchange: `7-request.xml` and `7-response.xml`. */
function pairs(messages: readonly RecordedMessage[]): readonly Exchange[] {
  const found = new Map<string, { request?: RecordedMessage; response?: RecordedMessage }>();
  const alone: Exchange[] = [];
  for (const message of messages) {
    const name = message.file.toLowerCase();
    const at = name.lastIndexOf('/') + 1;
    const stem = name.slice(at).replace(/\.[^.]*$/, '');
    const direction = words.request.test(stem) ? 'request' : words.response.test(stem) ? 'response' : undefined;
    if (direction === undefined) {
      alone.push({ request: message });
      continue;
    }
    const key = `${name.slice(0, at)}${stem.replace(words[direction], '')}`;
    const pair = found.get(key) ?? {};
    if (pair[direction] !== undefined) alone.push({ [direction]: message });
    else found.set(key, { ...pair, [direction]: message });
  }
  return [...found.values(), ...alone];
}
