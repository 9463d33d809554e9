import { isMap, type Node } from 'yaml';
import { Fields, offsetOf, textOf } from '../../config/fields.ts';
import type { Located, Problems } from '../../config/problems.ts';
import type { SecretSource } from './secret-source.ts';

/** A value that stands in the file, or is named there: `{env: NAME}`, `{env: NAME, default: VALUE}` or `{file: PATH}`. */
export function namedValue(
  node: Node,
  what: string,
  source: SecretSource,
  problems: Problems,
): Located<string> | undefined {
  return isMap(node) ? lookedUp(node, what, source, problems) : textOf(node, what, problems);
}

/** Whether an item of a list is `{env: NAME, optional: true}`, and the variable is not set. */
export function isLeftOut(node: Node, source: SecretSource): boolean {
  if (!isMap(node) || node.get('optional') !== 'true') return false;
  const name = node.get('env');
  return typeof name === 'string' && !source.isSet(name);
}

function lookedUp(node: Node, what: string, source: SecretSource, problems: Problems): Located<string> | undefined {
  const fields = Fields.of(node, what, problems);
  const name = fields?.optionalText('env');
  const path = fields?.optionalText('file');
  const otherwise = fields?.optionalText('default');
  if (name !== undefined) fields?.node('optional');
  fields?.done();
  const offset = offsetOf(node);
  if ((name === undefined) === (path === undefined) || (otherwise !== undefined && name === undefined)) {
    problems.add(offset, `${what} must be a value, {env: NAME}, {env: NAME, default: VALUE} or {file: PATH}.`);
    return undefined;
  }
  if (name !== undefined && otherwise !== undefined && !source.isSet(name.value)) return otherwise;
  try {
    return { value: name === undefined ? source.file(path?.value ?? '') : source.environment(name.value), offset };
  } catch (error) {
    problems.add(offset, `${what}: ${error instanceof Error ? error.message : 'cannot be read'}`);
    return undefined;
  }
}
