/** Of bytes, which have no type of their own. */
const types = new WeakMap<Uint8Array, string>();

/**
 * The same bytes with a Content-Type for the part of a message that holds them; a Blob with a `type` keeps it. Anything else
 * is returned as it is, for the writer to refuse.
 *
 * @param type a media type.
 */
export function withContentType<Value>(value: Value, type: string): Value {
  if (value instanceof Blob) return value.type === '' ? (value.slice(0, value.size, type) as Value) : value;
  if (!(value instanceof Uint8Array)) return value;
  const view = new Uint8Array(value.buffer, value.byteOffset, value.length);
  types.set(view, type);
  return view as Value;
}

/** The Content-Type of a part. @param value its bytes. */
export function contentTypeOf(value: Uint8Array | Blob): string {
  return sentType(value instanceof Blob ? value.type : (types.get(value) ?? ''));
}

/** A Content-Type for the header of a part. @param type may be empty or invalid. */
export function sentType(type: string): string {
  return /^[!#-+\--9A-Z^-z|~]+\/[!-~][ -~]*$/.test(type) ? type : 'application/octet-stream';
}
