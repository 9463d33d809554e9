import { Refusal } from '../common/rejection.ts';
import { fold } from './fold.ts';

/** A UserName as it is stored. */
export interface UserName {
  /** As given, in NFC. */
  readonly text: string;
  /** What it is compared by. */
  readonly folded: string;
}

/**
 * Reads a UserName: 1 to 64 characters. It is the first segment of the account's paths, so it holds no `/`, `\` or
 * control character and is not `.` or `..`; and no white space around it, which some SOAP clients trim.
 *
 * @throws {Refusal} `InvalidValue`.
 */
export function userName(given: string | undefined): UserName {
  if (given === undefined || given === '') throw new Refusal('InvalidValue', 'UserName is missing.');
  const text = given.normalize('NFC');
  const length = [...text].length;
  if (length > 64) throw new Refusal('InvalidValue', `UserName has ${length} characters, and 64 is the most.`);
  if (text.trim() !== text) throw new Refusal('InvalidValue', 'UserName begins or ends with white space.');
  if (/[/\\\p{Cc}\p{Cs}]/u.test(text)) {
    throw new Refusal('InvalidValue', 'UserName holds a character that it may not: / \\ or a control character.');
  }
  if (text === '.' || text === '..') throw new Refusal('InvalidValue', 'UserName cannot be . or ..');
  return { text, folded: fold(text) };
}
