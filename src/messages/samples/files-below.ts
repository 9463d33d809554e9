import { readdirSync } from 'node:fs';

/** Names of the files below a folder, with `/`, in order. Links are not followed: Node 24 would, Node 20 would not. */
export function filesBelow(folder: string): readonly string[] {
  const names = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return filesBelow(`${folder}/${entry.name}`).map((name) => `${entry.name}/${name}`);
    return entry.isFile() ? [entry.name] : [];
  });
  return names.sort();
}
