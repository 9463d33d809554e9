import { type Annotated, lifeCycleKeys } from '../model/index.ts';
import { filled, type KeyValues } from './construct-map.ts';
import { mapOf } from './yaml-tree.ts';

/** Documentation and the like of a component. @param marker of the keys: `$` where the others are names. */
export function notesOf(component: Annotated, marker: '' | '$' = ''): KeyValues {
  const { doc, foreign, appinfo } = component;
  const attributes = filled(foreign)?.map(({ name, value }) => ({ key: `{${name.namespace}}${name.local}`, value }));
  return {
    [`${marker}doc`]: doc === '' ? undefined : doc,
    ...Object.fromEntries(lifeCycleKeys.map((key) => [`${marker}${key}`, component[key]])),
    [`${marker}foreign`]: attributes && mapOf(attributes),
    [`${marker}appinfo`]: filled(appinfo),
  };
}
