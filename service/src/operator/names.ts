import { OperatorError } from './operator-error.ts';
import { faultOfLabel } from './provisioning/label.ts';

/** A name for something new, in NFC. */
export function newName(given: string): string {
  const name = given.normalize('NFC');
  const fault = faultOfLabel(name);
  if (fault !== undefined) throw new OperatorError('invalid-argument', `The name ${fault}.`);
  return name;
}
