/**
 * The generation of the interface between generated code and this runtime. It grows when generated code of an older
 * soapwright can no longer run on it; a release that only adds to the interface keeps it.
 */
export type Generation = 1;

const generation: Generation = 1;

/** Thrown when generated code meets a runtime of another generation. */
export class GenerationError extends Error {
  override readonly name = 'GenerationError';
}

/**
 * Called first by every generated codec. Another generation than this runtime's does not compile, and where nothing is
 * compiled it throws when the module is loaded.
 *
 * @throws {GenerationError} naming the remedy.
 */
export function requireGeneration(needed: Generation): void {
  if (needed === generation) return;
  const remedy =
    (needed as number) > generation
      ? 'Install the @soapwright/runtime that belongs to your soapwright.'
      : 'Run `npx soapwright generate` with the soapwright that belongs to this @soapwright/runtime.';
  throw new GenerationError(
    `This code was generated for generation ${needed} of @soapwright/runtime, and generation ${generation} is installed. ${remedy}`,
  );
}
