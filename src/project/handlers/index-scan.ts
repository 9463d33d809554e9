import { type IndexSummary, withoutExtension } from './handler-files.ts';

/** Strings, which are left alone, and comments. */
const stringOrComment = /'[^'\n]*'|"[^"\n]*"|\/\/.*|\/\*[\s\S]*?\*\//g;

/** Imports, then `export const handlers: Type = { A, B: c };`. */
const usualForm =
  /^\s*((?:import\s[^'"=();]*(?:'[^'\n]*'|"[^"\n]*")\s*(?:;\s*)?)*)export\s+const\s+handlers\s*:[^=;{}'"]*=\s*\{([^{}()[\]'"]*)\}\s*;?\s*$/;

const usualEntry = /^([\p{ID_Start}$_][\p{ID_Continue}$]*)(?:\s*:\s*[\p{ID_Continue}$.]+)?$/u;

/**
 * Summarises an index of the form that soapwright creates, since loading the parser takes 0.3 s and most runs change
 * nothing in the index. Undefined for any other form.
 */
export function scanIndex(source: string): IndexSummary | undefined {
  if (/[\\`]/.test(source)) return undefined;
  const code = source.replace(stringOrComment, (text) => (text.startsWith('/') ? ' ' : text));
  const [, imports, content] = usualForm.exec(code) ?? [];
  if (imports === undefined || content === undefined) return undefined;
  const keys = new Set<string>();
  for (const entry of content.replace(/,\s*$/, '').split(',')) {
    const key = usualEntry.exec(entry.trim())?.[1];
    if (key === undefined && content.trim() !== '') return undefined;
    if (key !== undefined) keys.add(key);
  }
  const modules = [...imports.matchAll(/['"](\.\.?\/[^'"]*)/g)].map(([, module = '']) => withoutExtension(module));
  return { keys, isOpen: false, mentions: new Set(keys), modules: new Set(modules) };
}
