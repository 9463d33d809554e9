import type { Input, Job, Message } from './job.ts';
import { hashOf, type Loop } from './loop.ts';

/** Files of the kept corpus that were named by hand, and not by a run. */
const BY_HAND = /^(?!.*-[0-9a-f]{8}\.xml$)/;
/** Bytes of a corpus. */
const ROOM = 70_000;

interface Candidate extends Input {
  readonly features: ReadonlySet<number>;
}

/** The shortest inputs that together reach what all do. */
export function distil(loop: Loop, job: Job, say: (message: Message) => void): void {
  const all: Candidate[] = [];
  for (const { name, bytes } of job.seeds) {
    if (loop.execute(bytes) === undefined) all.push({ name, bytes, features: new Set(loop.coverage.features()) });
  }
  const covered = new Set<number>();
  const files = all.filter(({ name }) => BY_HAND.test(name));
  for (const { features } of files) for (const feature of features) covered.add(feature);
  const often = new Map<number, number>();
  for (const { features } of all) for (const feature of features) often.set(feature, (often.get(feature) ?? 0) + 1);
  let size = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  // What few reach first; of those the shortest.
  const rest = all
    .filter(({ name }) => !BY_HAND.test(name))
    .sort((one, other) => one.bytes.length - other.bytes.length);
  const wanted = [...often.keys()].sort((one, other) => (often.get(one) ?? 0) - (often.get(other) ?? 0));
  for (const feature of wanted) {
    if (covered.has(feature)) continue;
    const best = rest.find(({ features }) => features.has(feature));
    if (best === undefined || size + best.bytes.length > ROOM) continue;
    const fresh = [...best.features].filter((one) => !covered.has(one));
    const { bytes } = best;
    size += bytes.length;
    for (const one of fresh) covered.add(one);
    files.push({ ...best, name: fileName(job, feature, bytes), bytes });
  }
  say({
    kind: 'line',
    text: `${files.length} of ${all.length} inputs reach ${covered.size} of ${often.size} features.`,
  });
  say({ kind: 'kept', files: files.map(({ name, bytes }) => ({ name, bytes })) });
}

/** By the place that it is kept for. */
function fileName({ places }: Job, feature: number, bytes: Uint8Array): string {
  const place = places[Math.floor(feature / 256)];
  const file = place?.file.replace(/^.*\/|\.ts$/g, '') ?? 'place';
  const name = place?.name.replace(/[^A-Za-z0-9]/g, '') || 'module';
  return `${file}-${name}-${hashOf(bytes)}.xml`;
}
