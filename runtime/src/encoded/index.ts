/** SOAP encoding (SOAP 1.1, 5) for generated codecs of operations with `use: encoded`. */
export { anyReader, type ReadableType } from './any-reader.ts';
export { type AnyWriter, anyWriter, type WritableType, writeMap, writeVector } from './any-writer.ts';
export { readArray, readGrid, readNullableArray, readNullableGrid } from './array-reader.ts';
export { readBody } from './body.ts';
export { type AccessorTable, child } from './child.ts';
export type { Decoder } from './decode.ts';
export { mapReader } from './map-reader.ts';
export { open } from './open.ts';
export { read, readNullable, type } from './read.ts';
export { accessor, accessors, accessorsOf, encodedRoot, encodedStartRoot, startAccessor, xsiType } from './tags.ts';
export { gridOf, openArray, writeNil, writeNilContent } from './write.ts';
