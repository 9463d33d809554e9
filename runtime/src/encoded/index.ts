/** SOAP encoding (SOAP 1.1, 5) for generated codecs of operations with `use: encoded`. */
export { anyReader, type ReadableType } from './any-reader.ts';
export { type AnyWriter, anyWriter, mapWriter, type WritableType, writeVector } from './any-writer.ts';
export { readArray, readGrid, readNullableArray, readNullableGrid } from './array-reader.ts';
export { readBody } from './body.ts';
export { mapReader } from './map-reader.ts';
export { child, type Decoder, read, readNullable, type } from './read.ts';
export { accessor, encodedRoot, startAccessor, xsiType } from './tags.ts';
export { arrayAccessor, gridOf, openArray, writeNil } from './write.ts';
