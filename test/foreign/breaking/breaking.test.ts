import { testOldClients } from '../../breaking/test-old-clients.ts';
import { jaxwsClient } from './jaxws-client.ts';

testOldClients([jaxwsClient]);
