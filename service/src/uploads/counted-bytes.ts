import { Refusal } from '../common/rejection.ts';

/**
 * The leading bytes of a chunk that count. Callers send buffers of a fixed size, so there may be more.
 *
 * @throws {Refusal} `InvalidValue` when more should count than there are.
 */
export function countedBytes(data: Blob | undefined, bytesRead: number): Blob {
  const bytes = data ?? new Blob([]);
  if (bytesRead < 0) throw new Refusal('InvalidValue', `BytesRead is ${bytesRead}, and cannot be negative.`);
  if (bytesRead > bytes.size) {
    throw new Refusal('InvalidValue', `BytesRead is ${bytesRead}, and ChunkData holds ${bytes.size} bytes.`);
  }
  return bytesRead === bytes.size ? bytes : bytes.slice(0, bytesRead);
}
