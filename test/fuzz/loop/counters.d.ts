/** Made by instrument.js while the fuzzer is bundled. */
declare module 'fuzz:counters' {
  export const counters: Uint32Array;
}
