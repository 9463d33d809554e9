import type { Annotated } from '../model/index.ts';
import { filled, type KeyValues } from './construct-map.ts';
import { mapOf } from './yaml-tree.ts';

/** Documentation and the like of a component. @param marker of the keys: `$` where the others are names. */
export function notesOf({ doc, deprecated, since, foreign, appinfo }: Annotated, marker: '' | '$' = ''): KeyValues {
  const attributes = filled(foreign)?.map(({ name, value }) => ({ key: `{${name.namespace}}${name.local}`, value }));
  return {
    [`${marker}doc`]: doc === '' ? undefined : doc,
    [`${marker}deprecated`]: deprecated,
    [`${marker}since`]: since,
    [`${marker}foreign`]: attributes && mapOf(attributes),
    [`${marker}appinfo`]: filled(appinfo),
  };
}
