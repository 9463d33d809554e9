// Durable uploads through the whole service.
import { columns, openUploads } from '../uploads.js';

export const uploads = {
  name: 'uploads',
  title: 'durable chunks of 1 MiB through the whole service',
  method:
    'Chunks of 1 MiB go through the Remote File Service as it is deployed (SOAP, base64, keys, database, log), one connection per file, with a response when a chunk is on the disk. In the same round the same number of writes of 1 MiB, each with fdatasync, go to the disk, whose files stay until the end of the run as those of the service do. Each row is warmed up by 3 seconds of load, which are not measured. Chunks of a byte less are not of whole pages, and are written through the page cache.',
  columns,
  ratios: [],
  rounds: 3,
  chart: { key: 'ofDisk', unit: 'chunks a second as a share of what the disk does, more is better' },
  open: () => openUploads(),
};
