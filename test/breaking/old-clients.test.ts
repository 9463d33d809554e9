import { ourClient, phpClient, zeepClient } from './old-clients.ts';
import { testOldClients } from './test-old-clients.ts';

testOldClients([ourClient, zeepClient, phpClient]);
