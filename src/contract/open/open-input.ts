import { dirname, relative, resolve, sep } from 'node:path';
import { decodeXml } from '@soapwright/runtime/xml';
import { type Diagnostic, wsdl as kinds, report, type Source, source as sourceKinds } from '../../diagnostics/index.ts';
import type { ReadXmlFile, XmlFile } from '../wsdl/index.ts';
import { isAddress } from '../wsdl/locations.ts';
// Not from schema/index.ts and wsdl/index.ts, which load the parsers.
import type { ReadIncluded } from '../yaml/index.ts';
import { decodeSource, includedReader, type ReadSource } from '../yaml/source.ts';
import { disk, type FileSystem } from './file-system.ts';

/** The main file of a contract, in YAML or WSDL, and the reader of all others. */
export interface ContractInput {
  readonly source: Source;
  /** Reads any file of the contract by the name that diagnostics have for it. */
  readonly read: ReadIncluded;
  /** Present if the contract is a WSDL. */
  readonly wsdl?: { readonly main: XmlFile; readonly read: ReadXmlFile } | undefined;
  /** Of a WSDL. `read` has it too. */
  readonly overlay?: Source | undefined;
}

export interface InputOptions {
  /** The folder that paths are relative to; absolute. */
  readonly current: string;
  /** Folders beside the current one that a WSDL may import files from. */
  readonly allowedPaths?: readonly string[] | undefined;
  /** The path of the overlay of a WSDL. */
  readonly overlay?: string | undefined;
  /** Called with the absolute path of each file before it is read, whether it exists or not. */
  readonly onFile?: ((path: string) => void) | undefined;
  /** Where files are read from; by default the disk. */
  readonly files?: FileSystem | undefined;
}

export interface OpenedInput {
  readonly input?: ContractInput;
  readonly diagnostics: readonly Diagnostic[];
}

/** Opens a contract. It is a WSDL if its first character is `<`. */
export function openInput(schema: string, options: InputOptions): OpenedInput {
  const { current, overlay, onFile, files = disk } = options;
  onFile?.(resolve(current, schema));
  if (overlay !== undefined) onFile?.(resolve(current, overlay));
  const { bytes, diagnostics } = files.readBytes(resolve(current, schema), schema);
  if (bytes === undefined) return { diagnostics };
  if (!isXml(bytes)) {
    const decoded = decodeSource(bytes, schema);
    if (decoded.source === undefined) return { diagnostics: decoded.diagnostics };
    const readIncluded = includedReader(current, files.readBytes);
    const read: ReadIncluded = (file) => {
      onFile?.(resolve(current, file));
      return readIncluded(file);
    };
    return { input: { source: decoded.source, read }, diagnostics: [] };
  }
  const main = { location: schema.replaceAll('\\', '/'), name: schema, bytes };
  const read = xmlReader(main.location, options);
  const source = { file: schema, text: decodedText(bytes) };
  const readText: ReadIncluded = (file) => {
    const found = read(file);
    if (found.file === undefined) return { diagnostics: found.diagnostics };
    return { source: { file: found.file.name, text: decodedText(found.file.bytes) }, diagnostics: [] };
  };
  const input = { source, read: readText, wsdl: { main, read } };
  return overlay === undefined ? { input, diagnostics: [] } : withOverlay(input, overlay, options);
}

function withOverlay(input: ContractInput, path: string, { current, files = disk }: InputOptions): OpenedInput {
  const { source: overlay, diagnostics } = readText(files, resolve(current, path), path);
  if (overlay === undefined) return { diagnostics };
  const read: ReadIncluded = (file) =>
    file === overlay.file ? { source: overlay, diagnostics: [] } : input.read(file);
  return { input: { ...input, read, overlay }, diagnostics: [] };
}

function readText(files: FileSystem, path: string, file: string): ReadSource {
  const { bytes, diagnostics } = files.readBytes(path, file);
  return bytes === undefined ? { diagnostics } : decodeSource(bytes, file);
}

/** Whether a file begins with `<`, in UTF-8 or UTF-16, perhaps after a byte order mark and white space. */
function isXml(bytes: Uint8Array): boolean {
  for (const byte of bytes.subarray(0, 1000)) {
    if (byte === 0x3c) return true;
    const isSkipped = byte <= 0x20 || byte === 0xef || byte === 0xbb || byte === 0xbf || byte >= 0xfe;
    if (!isSkipped) return false;
  }
  return false;
}

function decodedText(bytes: Uint8Array): string {
  const decoded = decodeXml(bytes);
  return typeof decoded === 'string' ? new TextDecoder('latin1').decode(bytes) : decoded.text;
}

/** Reads files of the current folder, of the WSDL's own, and of the allowed ones. Symbolic links are resolved. */
function xmlReader(main: string, { current, allowedPaths = [], onFile, files = disk }: InputOptions): ReadXmlFile {
  const roots = [current, dirname(resolve(current, main)), ...allowedPaths.map((path) => resolve(current, path))];
  const realRoots = roots.map(files.realPath);
  return (location) => {
    if (isAddress(location)) return { diagnostics: [] };
    const path = resolve(current, location);
    const inside = relative(current, path);
    const isAbsolute = files.namesAbsolute === true || (inside.startsWith('..') && location.startsWith('/'));
    const name = isAbsolute ? location : inside.replaceAll(sep, '/');
    const real = files.realPath(path);
    if (!realRoots.some((root) => real === root || real.startsWith(root.endsWith(sep) ? root : `${root}${sep}`))) {
      return { diagnostics: [report(kinds.outsideFolder, { location })] };
    }
    onFile?.(path);
    const { bytes, diagnostics } = files.readBytes(path, name);
    if (bytes !== undefined) return { file: { location, name, bytes }, diagnostics: [] };
    // The place of the reference is more useful than the name of the file.
    return { diagnostics: diagnostics.filter(({ code }) => code !== sourceKinds.notFound.code) };
  };
}
