import type { Settings } from '../config/settings.ts';
import { DataKeys } from '../domain/data-keys.ts';
import { kmsByCommand } from '../hooks/kms-command.ts';
import type { KeyRing } from '../secrets/key-ring.ts';
import { Seals } from '../secrets/seal.ts';

/** Data keys that open what a service has sealed; none is created. */
export function dataKeysToRead(ring: KeyRing, { encryptionKms }: Pick<Settings, 'encryptionKms'>): DataKeys {
  const kms = encryptionKms === undefined ? undefined : kmsByCommand(encryptionKms);
  return new DataKeys({ seals: new Seals(ring), refresh: async () => undefined, kms, isOn: false });
}
