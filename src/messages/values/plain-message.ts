import type { FaultCode } from '@soapwright/runtime';
import { closest } from '../../diagnostics/index.ts';
import type { Value } from '../model/value.ts';
import type { ValuePath, ValueProblem } from './convert-value.ts';

/** A message as JSON has it: objects by the names of generated types, lists, texts, numbers, booleans and null. */
export interface PlainMessage {
  /** What the method of a generated client takes or returns; absent with a fault. */
  readonly body?: Value;
  /** Values of header blocks by the names of their constants. */
  readonly headers?: Readonly<Record<string, Value>> | undefined;
  readonly fault?: PlainFault | undefined;
}

export interface PlainFault {
  readonly code: FaultCode;
  readonly reason: string;
  /** Name of the constant of a declared fault. */
  readonly name?: string | undefined;
  /** Value of the declared fault. */
  readonly detail?: Value;
}

/** Why a message cannot be read or written. */
export interface MessageProblem {
  /** Names from the root with the indexes of items: `GetFileResponse/Files[3]/Size`. */
  readonly place: string;
  /** As a clause: `it must be an integer`. */
  readonly reason: string;
}

export function problemsBelow(root: string, problems: readonly ValueProblem[]): readonly MessageProblem[] {
  return problems.map(({ path, reason, among }) => {
    return { place: placeOf(root, path), reason: among === undefined ? reason : unknownField(path, among) };
  });
}

function unknownField(path: ValuePath, among: readonly string[]): string {
  const meant = closest(String(path.at(-1)), among);
  const fields = among.filter((name) => name !== '$type');
  if (fields.length === 0) return 'the contract has no fields here';
  const others = meant === undefined ? `only ${fields.join(', ')}` : `perhaps ${meant} is meant`;
  return `the contract has no such field here, ${others}`;
}

function placeOf(root: string, path: ValuePath): string {
  return path.reduce<string>((place, step) => place + (typeof step === 'number' ? `[${step}]` : `/${step}`), root);
}
