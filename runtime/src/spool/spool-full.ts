/** There is no room for more streamed bytes now. */
export class SpoolFull extends Error {
  override readonly name = 'SpoolFull';
}
