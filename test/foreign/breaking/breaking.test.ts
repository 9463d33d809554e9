import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { testOldClients } from '../../breaking/test-old-clients.ts';
import { testUserCode, withWsdls } from '../../breaking/test-user-code.ts';
import { jaxwsClient, runJava } from './jaxws-client.ts';

testOldClients([jaxwsClient]);

testUserCode('jaxws', 'Java that uses what wsimport generates', (jobs) =>
  withWsdls(jobs, async (folder, written) => {
    const clients = join(folder, 'clients');
    mkdirSync(clients);
    return (await runJava(join(folder, 'programs'), 'UserCode', clients, written)) as readonly string[];
  }),
);
