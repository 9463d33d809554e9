import { isPath } from './share.js';

/**
 * Files that were dropped or chosen. Those in UTF-8 are texts; others stay bytes, which the generator decodes.
 *
 * @typedef {{ name: string, text: string, bytes?: Uint8Array }} ContractFile
 * @param {DataTransfer | FileList} given
 * @returns {Promise<ContractFile[]>}
 */
export async function filesOf(given) {
  const found = given instanceof FileList ? [...given].map((file) => [file.name, file]) : await droppedFiles(given);
  const files = await Promise.all(found.map(([name, file]) => contractFile(name, file)));
  return withoutCommonFolder(files.filter(({ name }) => isPath(name)));
}

/** Bytes of a file that is taken, and files of a folder: a dropped folder may be a whole disk. */
const mostBytes = 30_000_000;
const mostFiles = 200;

/** Files of folders keep their paths. @param {DataTransfer} transfer @returns {Promise<[string, File][]>} */
async function droppedFiles(transfer) {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter((entry) => entry);
  const found = [];
  const visit = async (entry, folder) => {
    if (found.length >= mostFiles) return;
    const path = folder + entry.name;
    if (entry.isFile) {
      const isContract = folder === '' || /\.(?:wsdl|xsd|ya?ml|xml)$/i.test(path);
      if (isContract) found.push([path, await new Promise((resolve, reject) => entry.file(resolve, reject))]);
      return;
    }
    const reader = entry.createReader();
    for (;;) {
      const batch = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
      if (batch.length === 0) return;
      for (const inner of batch) await visit(inner, `${path}/`);
    }
  };
  for (const entry of entries) await visit(entry, '');
  return found;
}

async function contractFile(name, file) {
  if (file.size > mostBytes) throw new Error(`${name} has more than 30 MB.`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!/^<\?xml[^>]*encoding=["'](?!utf-?8)/i.test(text)) return { name, text };
  } catch {
    // Another encoding.
  }
  return {
    name,
    text: new TextDecoder(bytes[1] === 0 || bytes[0] === 0xff ? 'utf-16le' : 'latin1').decode(bytes),
    bytes,
  };
}

/** @param {ContractFile[]} files */
function withoutCommonFolder(files) {
  const folders = files.map(({ name }) => name.slice(0, name.lastIndexOf('/') + 1));
  const [first = ''] = folders;
  const top = first.slice(0, first.indexOf('/') + 1);
  if (top === '' || !files.every(({ name }) => name.startsWith(top))) return files;
  return withoutCommonFolder(files.map((file) => ({ ...file, name: file.name.slice(top.length) })));
}

/** The file that imports the others: a WSDL with a service, another WSDL, or a contract in YAML. @param {ContractFile[]} files */
export function mainOf(files) {
  const isWsdl = ({ text }) => /<(?:[\w.-]+:)?definitions[\s>]/.test(text.slice(0, 20_000));
  const hasService = ({ text }) => /<(?:[\w.-]+:)?service[\s>]/.test(text);
  const wsdls = files.filter(isWsdl);
  const yaml = files.find(({ text }) => /^service:/m.test(text));
  return (wsdls.find(hasService) ?? wsdls[0] ?? yaml ?? files[0])?.name ?? '';
}
