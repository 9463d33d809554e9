// Many small files by the upload command.
import { columns, openManyFiles } from '../many-files.js';

export const manyFiles = {
  name: 'files',
  title: 'many small files by the upload command',
  method:
    'The upload command sends files of 10 KB, four at a time, each in one request, to the Remote File Service as it is deployed, from its start to its end. In the same round four writers each write, sync and name such files without the service ("disk files"), and one writer appends 4 KiB to a file and syncs it ("disk syncs"). Four files in each sync would be the disk\'s rate of syncs times the size of a group.',
  columns,
  ratios: [],
  rounds: 3,
  open: ({ quick }) => openManyFiles(quick ? { count: 500 } : {}),
};
