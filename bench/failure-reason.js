// Why a command failed, for a cell of a table.
import { tmpdir } from 'node:os';
import { root } from './paths.js';

/** The line of its output that names the error, or the last one; short, and without folders of this machine. */
export function failureReason(output) {
  const line =
    /^.*\berror: .*$/im.exec(output)?.[0] ??
    /^.*\berror\b.*$/im.exec(output)?.[0] ??
    output.trim().split('\n').at(-1) ??
    '';
  const text = line.replaceAll(root, '').replaceAll(`${tmpdir()}/`, '').replace(/\s+/g, ' ').trim();
  return text.length > 160 ? `${text.slice(0, 157)}...` : text;
}
