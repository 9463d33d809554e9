import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

/** The folder of the files that operators deploy. */
export const deployFolder: string = fileURLToPath(new URL('../../../service/deploy', import.meta.url));

/** A manifest of Kubernetes. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly spec?: object;
}

/** The manifests, without the list of them. */
export function manifests(): readonly Manifest[] {
  return readdirSync(`${deployFolder}/kubernetes`)
    .filter((name) => name.endsWith('.yaml') && name !== 'kustomization.yaml')
    .map((name) => parse(readFileSync(`${deployFolder}/kubernetes/${name}`, 'utf8')) as Manifest);
}
