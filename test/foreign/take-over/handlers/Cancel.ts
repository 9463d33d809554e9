/** Cancels a reservation; there is no response. */
export async function Cancel(): Promise<void> {}
