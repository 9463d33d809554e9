import { VaultClient } from '../dist/vault/client.js';
import { createVaultServer } from '../dist/vault/server.js';

/** Gives each value back, from its end to its beginning. */
export const vault = createVaultServer(
  { Swap: async ({ Content }) => ({ Content: new Blob([reversed(await bytesOf(Content))], { type: 'text/plain' }) }) },
  { requireContentLength: false },
);

/** What a service gives back: of values in an envelope and in parts. */
export async function callVault(address) {
  const client = new VaultClient({ address });
  const same = [];
  for (const size of [100, 300_000]) {
    const sent = Uint8Array.from({ length: size }, (_, index) => index * 7);
    const { Content } = await client.Swap({ Content: new Blob([sent]) });
    const received = await bytesOf(Content);
    same.push(received.length === size && reversed(received).every((byte, index) => byte === sent[index]));
  }
  return same.join(' ');
}

async function bytesOf(blob) {
  return new Uint8Array(await blob.arrayBuffer());
}

function reversed(bytes) {
  return bytes.slice().reverse();
}
