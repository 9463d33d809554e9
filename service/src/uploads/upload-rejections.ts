import { Rejection } from '../common/rejection.ts';
import type { Upload } from '../storage/upload-rows.ts';
import type { Chunk } from './chunk.ts';

export function unknownUpload(): Rejection {
  return new Rejection(
    'UploadUnknown',
    'UploadToken is not valid for this key, folder and file, or has expired. Begin again with Offset 0 and no UploadToken.',
  );
}

/** A file that a check has refused. */
export function refusedFile({ refused_by, refused_reason }: Pick<Upload, 'refused_by' | 'refused_reason'>): Rejection {
  const reason = refused_reason === null || refused_reason === '' ? '' : `: ${refused_reason}`;
  return new Rejection('ContentRefused', `The file was refused by the check ${refused_by}${reason}.`);
}

export function busyUpload(): Rejection {
  return new Rejection(
    'UploadBusy',
    'Another caller is sending to this upload. Send the chunk again in a few seconds.',
  );
}

export function finishedUpload(held: bigint): Rejection {
  return new Rejection(
    'UploadFinished',
    `The upload is finished with ${held} bytes. Begin another with Offset 0 and no UploadToken.`,
  );
}

export function offsetMismatch({ offset }: Chunk, held: bigint): Rejection {
  return new Rejection(
    'OffsetMismatch',
    `Offset is ${offset}, and ${held} bytes are held. The expected offset is ${held}.`,
  );
}

export function noToken({ offset }: Chunk): Rejection {
  return new Rejection('OffsetMismatch', `Offset is ${offset}, and there is no UploadToken. The expected offset is 0.`);
}

export function bytesDiffer(held: bigint): Rejection {
  return new Rejection('BytesDiffer', `Other bytes are held at this Offset. The expected offset is ${held}.`);
}

export function noFolderKey(): Rejection {
  return new Rejection('AccessDenied', 'The folder access key is not valid.');
}
