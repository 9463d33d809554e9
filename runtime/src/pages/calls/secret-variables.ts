import type { RawNode, Value } from '../message-tree.ts';
import type { FieldDescription } from '../pages-description.ts';
import { sampleText } from '../simple-types.ts';

/**
 * Sensitive values are environment variables in commands: `APIKey` is `SOAP_API_KEY`. Until a command is printed, the
 * name of the variable stands between two characters that are in no message, perhaps with a value for where it is not
 * set: `SOAP_AMOUNT:-1.50`.
 */
const [begin, end] = ['\ue000', '\ue001'];

export const placeholder: RegExp = new RegExp(`${begin}(SOAP_[A-Z0-9_]+(?::-[\\w.:+-]+)?)${end}`, 'g');

/** What stands for a sensitive value until a command is printed. */
export function placeholderOf(field: FieldDescription): string {
  const words = field.name.replace(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '_').replace(/\W+/g, '_');
  const sample = isAnyText(field) ? '' : sampleText(field);
  return `${begin}SOAP_${words.toUpperCase()}${/^[\w.:+-]+$/.test(sample) ? `:-${sample}` : ''}${end}`;
}

/** Whether each text is a value of the field, so that a variable can stand for it. */
export function isAnyText({ type, values, sample, filled, fixed }: FieldDescription): boolean {
  return type === 'string' && [values, sample, filled, fixed].every((one) => one === undefined);
}

/** A message with such a value has no command: it is XML with a secret anywhere in it. */
class SecretXml extends Error {
  override readonly name = 'SecretXml';
}

/**
 * Whether a value must not be shown.
 *
 * @param known sensitive values that the program itself gives as examples.
 * @throws {SecretXml}
 */
export function isSecret(value: Value | RawNode, known: ReadonlySet<string>): boolean {
  if (!value.sensitive || value.text === '' || known.has(value.text)) return false;
  if (value.kind === 'raw' || value.field === undefined) throw new SecretXml();
  return true;
}
