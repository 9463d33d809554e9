import { callVault, vault } from './vault.mjs';

/** Serves, and calls the service that a caller names. */
export default {
  async fetch(request) {
    const address = new URL(request.url).searchParams.get('call');
    return address === null ? await vault.fetch(request, { mounted: true }) : new Response(await callVault(address));
  },
};
