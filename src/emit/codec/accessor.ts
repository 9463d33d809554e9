import type { Field } from '../../contract/index.ts';

/** What is needed of an accessor, or of an item of an array. */
export type Accessor = Pick<Field, 'name' | 'type' | 'nillable' | 'property'>;
