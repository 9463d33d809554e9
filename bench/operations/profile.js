// Prints where the CPU time of a process went, by the folder of the package or the project and by function.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const shown = 45;

/** The package of a file, or its folder in the project. */
function placeOf(url) {
  if (url === '') return 'engine';
  if (url.startsWith('node:')) return 'node';
  const inPackage = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];
  return inPackage ?? /\/((?:runtime|generated|service)\/(?:dist|src)\/[^/]+)/.exec(url)?.[1] ?? url;
}

/** Self times in microseconds by a key of each node. */
function selfTimes({ nodes, samples, timeDeltas }, keyOf) {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const times = new Map();
  for (const [index, id] of samples.entries()) {
    const key = keyOf(byId.get(id).callFrame);
    times.set(key, (times.get(key) ?? 0) + timeDeltas[index]);
  }
  times.delete('(idle)');
  return [...times].sort(([, a], [, b]) => b - a);
}

/** @param {string} folder with the profile of one process */
export function printProfile(folder) {
  const [file] = readdirSync(folder)
    .filter((name) => name.endsWith('.cpuprofile'))
    .sort()
    .reverse();
  const profile = JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const print = (title, times) => {
    const all = times.reduce((sum, [, time]) => sum + time, 0);
    console.log(`\n${title}`);
    for (const [key, time] of times.slice(0, shown))
      console.log(`  ${((100 * time) / all).toFixed(1).padStart(5)} %  ${key}`);
  };
  const idle = ({ functionName }) => functionName === '(idle)' || functionName === '(program)';
  print(
    'Self time by package',
    selfTimes(profile, (frame) => (idle(frame) ? frame.functionName : placeOf(frame.url))),
  );
  print(
    'Self time by function',
    selfTimes(profile, (frame) =>
      idle(frame)
        ? frame.functionName
        : `${frame.functionName || '(anonymous)'} ${placeOf(frame.url)}:${frame.lineNumber + 1}`,
    ),
  );
}
