// Every operation of the service against the bare skeleton of its contract.
import { columns, openOperations } from '../operations.js';

export const operations = {
  name: 'operations',
  title: 'every operation of the service against its bare skeleton',
  method:
    'The Remote File Service as it is deployed (keys, limits of guesses, database, log, metrics) against the generated server of the same contract whose handlers return a constant. Rows are operations with the number of connections. In each round both servers take turns with the same kind of requests, each with other keys, tenants and users; CPU is user and system time of the whole process a call. Before its first round each row is warmed up by load that is not measured, 3 seconds of it, and of the look-ups GetClientID and GetAPIURL 20,000 calls or 15 seconds: V8 compiles their code meanwhile. SSOLoginURL, SSOLoginWebURL and the operations below them commit to the disk; SAMLAccountLogin checks an RSA signature, ExternalOAuthAccountLogin calls the identity provider, and the last two hash a password with scrypt, so they are measured with one connection.',
  columns,
  ratios: [],
  rounds: 3,
  open: () => openOperations(),
};
