// One process and three on PostgreSQL and an S3 store.
import { columns, openEngines } from '../engines.js';

export const engines = {
  name: 'engines',
  title: 'chunks of 1 MiB on PostgreSQL and an S3 store, 16 uploads',
  method:
    'Chunks of 1 MiB go through HAProxy, which sends each to the next process, to PostgreSQL with a synchronous standby and Ceph’s gateway, all on this machine, with a response when the commit is on both servers. The processes are warmed up by load that is not measured, 20 seconds for each. CPU is user and system time a chunk of all processes of a kind: those of the service, of both servers of PostgreSQL, of the store, and HAProxy. On two cores the processes share what the engines leave, so that chunks a second do not grow; `x one process` is what more machines of this kind can take: the number of processes by the CPU time a chunk of one process, divided by that of the row.',
  columns,
  ratios: [],
  peers: [],
  open: () => openEngines(),
};
