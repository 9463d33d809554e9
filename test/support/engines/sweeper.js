// `node sweeper.js FOLDER`, with the settings of a service in the environment: sweeps the whole bucket again and again, and
// looks at the objects of running requests, too. Prints the number of deleted orphans after each sweep.
import { setTimeout as sleep } from 'node:timers/promises';
import { loadSettings } from '../../../service/dist/config/load-settings.js';
import { openService } from '../../../service/dist/server/open-service.js';
import { keySource, serversOf } from '../../../service/dist/server/open-with-settings.js';
import { sweepObjects } from '../../../service/dist/uploads/objects/sweep-objects.js';
import { expireUploads } from '../../../service/dist/uploads/sweep-uploads.js';

const { env: environment } = process;
const settings = loadSettings({ environment, flags: {} });
const options = {
  data: process.argv[2] ?? '',
  servers: serversOf(settings, environment),
  serviceKeys: await keySource(settings, environment),
  apiUrl: () => '',
  followKeys: false,
  uploadTimes: { stray: -5_000 },
};
let service;
for (;;) {
  try {
    service ??= await openService(options);
    const { parts } = service.state.uploads;
    await expireUploads(parts);
    const { strayParts } = await sweepObjects(parts.chunks.parts, ['']);
    process.stdout.write(`${strayParts}\n`);
  } catch {
    // The store or the database is down.
  }
  await sleep(100);
}
