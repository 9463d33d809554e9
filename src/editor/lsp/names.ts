import { isNCName, nameKey, reservedTypeNames } from '../../contract/index.ts';
import { type ContractIndex, type Occurrence, sameSymbol } from '../contract-index.ts';
import type { DeclarationText } from '../hover.ts';
import type { Analysis } from './analysis.ts';

/** Names at a place: definitions, references and renames. */

/** The name at an offset of a file. */
export function occurrenceAt({ occurrences }: ContractIndex, path: string, offset: number): Occurrence | undefined {
  return occurrences.find(({ file, at }) => file === path && at.start <= offset && offset <= at.end);
}

/** The places of the same name in one contract. */
export function occurrencesOf(one: Occurrence, index: ContractIndex): readonly Occurrence[] {
  return index.occurrences.filter((other) => sameSymbol(other, one, index));
}

/** Each place once, of several contracts that share files. */
export function distinct(occurrences: readonly Occurrence[]): readonly Occurrence[] {
  return [...new Map(occurrences.map((one) => [`${one.file}:${one.at.start}`, one])).values()];
}

/** The declaration of the name at an offset, as text. */
export function declarationAt(index: ContractIndex, path: string, offset: number): DeclarationText | undefined {
  const name = occurrenceAt(index, path, offset);
  const declaration = name && occurrencesOf(name, index).find(({ declared }) => declared !== undefined);
  if (declaration?.declared === undefined) return undefined;
  const { declared, file, kind, name: declaredName } = declaration;
  const { whole, doc } = declared;
  const text = index.sources.get(file) ?? '';
  const start = text.lastIndexOf('\n', whole.start - 1) + 1;
  const indent = whole.start - start;
  const lines = text.slice(whole.start, whole.end).trimEnd().split(/\r?\n/);
  const shown = lines.map((line, number) => (number === 0 ? line : line.slice(Math.min(indent, line.length))));
  const most = 20;
  const cut = shown.length > most ? [...shown.slice(0, most), '…'] : shown;
  return { kind: kindText(kind), name: declaredName.local, doc, text: cut.join('\n') };
}

function kindText(kind: Occurrence['kind']): string {
  return kind.replace(/[A-Z]/, (letter) => ` ${letter.toLowerCase()}`);
}

/** Why a name cannot become another one, as a sentence; undefined if it can. */
export function renameFault(name: Occurrence, text: string, contracts: readonly Analysis[]): string | undefined {
  if (!isNCName(text)) return `"${text}" is not a name: it begins with a letter or "_", and has no colon.`;
  if (name.kind === 'type' && reservedTypeNames.has(text)) return `"${text}" is a built-in type.`;
  if (contracts.some(({ index }) => !index.complete)) return 'A file of the contract has errors or is missing.';
  const key = nameKey({ namespace: name.name.namespace, local: text });
  for (const { index } of contracts) {
    const kinds = new Set(occurrencesOf(name, index).map(({ kind }) => kind));
    const other = index.occurrences.find((one) => one.declared && kinds.has(one.kind) && nameKey(one.name) === key);
    if (other !== undefined) return `There is already ${article(kindText(other.kind))} "${text}".`;
    if (!occurrencesOf(name, index).some(({ declared }) => declared))
      return 'The name is not declared in this contract.';
  }
  return undefined;
}

function article(noun: string): string {
  return /^[aeo]/.test(noun) ? `an ${noun}` : `a ${noun}`;
}
