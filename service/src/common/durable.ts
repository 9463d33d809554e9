import { open } from 'node:fs/promises';

/**
 * Makes sure that the names in a folder are on the disk: after a file was made or renamed in it, only this survives a
 * loss of power. Windows does not open folders and needs none of it.
 */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
