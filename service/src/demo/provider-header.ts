/** What every answer of the demonstration's provider carries, so that `demo-token` knows whom it talks to. */
export const providerHeader = { name: 'demonstration', value: 'remote-file-service' } as const;
