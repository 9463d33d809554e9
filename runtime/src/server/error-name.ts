/** The class of what was thrown, for the log. Anything can be thrown, even what fails when it is looked at. */
export function errorNameOf(error: unknown): string {
  try {
    return error instanceof Error ? String(error.name) : typeof error;
  } catch {
    return 'unknown';
  }
}
