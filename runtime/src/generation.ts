/**
 * The generation of the interface between generated code and this runtime. It is raised when generated code of an older
 * soapwright can no longer run on this runtime; additions to the interface do not raise it.
 */
export type Generation = 2;

const generation: Generation = 2;

/** The generation that generated code needs; for any other one, the remedy, which the compiler then prints. */
export type NeededGeneration<Needed extends number> = Needed extends Generation
  ? Needed
  : 'Generated code and @soapwright/runtime do not match: run `npx soapwright generate` again.';

/** Thrown at load if generated code needs another generation of the runtime. */
export class GenerationError extends Error {
  override readonly name = 'GenerationError';
}

/**
 * Called first by every generated codec. A generation other than this runtime's is a compile error; without a compiler it
 * throws when the module is loaded.
 *
 * @throws {GenerationError} with the remedy.
 */
export function requireGeneration<Needed extends number>(needed: NeededGeneration<Needed>): void;
export function requireGeneration(needed: number): void {
  if (needed === generation) return;
  const [remedy, code] =
    needed > generation
      ? ['Install the @soapwright/runtime of your soapwright', 'SW5102']
      : ['Run `npx soapwright generate` again, with the soapwright of this @soapwright/runtime', 'SW5103'];
  throw new GenerationError(
    `This code needs generation ${needed} of @soapwright/runtime, and generation ${generation} is installed. ${remedy} (\`npx soapwright explain ${code}\`).`,
  );
}
