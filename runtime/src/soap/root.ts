import type { Tag } from '../xml/tag.ts';

/**
 * Checks that an element can stand anywhere in an envelope, as header blocks and the content of a detail do.
 *
 * @throws {TypeError} when its start tag leaves its namespace to what is around it.
 */
export function checkRoot(name: string, { namespace, start }: Tag): void {
  if (namespace !== '' && !start.includes(' xmlns')) {
    throw new TypeError(`The tag of ${name} must declare its namespace: make it with rootTag or rootStartTag.`);
  }
}
