/**
 * Waits a while in which something must not happen, where no later event proves that it did not. Too short a while cannot
 * fail a test, it only proves less.
 */
export const quietFor = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
