/** The symbols of the state that a Blob of Node keeps in itself; none on platforms that keep it elsewhere. */
let stateSymbols: readonly symbol[] | undefined;

/**
 * A Blob for subclasses that override its properties and methods. Node creates an object of C++ for each Blob, which costs
 * more than reading a small message. Here that happens when a function of Node asks for its state first, as
 * `new Blob([it])` does: until then the constructor returns an object without it, and does not call `super`. On other
 * platforms it is a usual, empty Blob.
 */
export abstract class LightBlob extends Blob {
  // biome-ignore lint/correctness/noUnreachableSuper: see above.
  constructor(type: string) {
    // biome-ignore lint/correctness/noConstructorReturn: the object of `super` is the expensive part.
    if (isLight()) return Object.create(new.target.prototype);
    super([], { type });
  }

  /** The Blob that functions of Node see in its place: an empty one, where the bytes are elsewhere. */
  usualBlob(): Blob {
    return new Blob([], { type: this.type });
  }
}

/** Whether LightBlobs cost less than usual Blobs on this platform. */
export function isLight(): boolean {
  stateSymbols ??= findState();
  return stateSymbols.length > 0;
}

/** Makes the state of LightBlobs appear when it is read for the first time. @returns its symbols. */
function findState(): readonly symbol[] {
  const symbols = Object.getOwnPropertySymbols(new Blob([]));
  for (const symbol of symbols) {
    Object.defineProperty(LightBlob.prototype, symbol, {
      get(this: LightBlob): unknown {
        Object.defineProperties(this, Object.getOwnPropertyDescriptors(this.usualBlob()));
        return Object.getOwnPropertyDescriptor(this, symbol)?.value;
      },
    });
  }
  return symbols;
}
