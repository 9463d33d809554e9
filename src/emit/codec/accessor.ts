import type { Field } from '../../contract/index.ts';

/** The properties of a field that an accessor or an item of an array needs. */
export type Accessor = Pick<Field, 'name' | 'type' | 'nillable' | 'property'>;
