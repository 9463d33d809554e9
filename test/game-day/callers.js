// Callers that upload files all day, and know what was acknowledged.
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { RemoteFileServiceClient } from '@soapwright/generated/remote-file-service/client';
import { SoapFault } from '@soapwright/runtime/client';
import { httpTransport } from '@soapwright/runtime/client/node';

export const keys = { api: 'key-of-the-game-day', folder: 'folder-of-the-game-day' };

/** Milliseconds between two chunks of a caller. */
const pause = 20;

/** What a failed call tells its caller, in a few words. */
export function reasonOf(error) {
  if (error instanceof SoapFault) return `${error.detailCode ?? error.code}: ${error.reason ?? error.message}`;
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause.code in known) return cause.code;
  return `${error.code}: ${error.message}`;
}

const known = { ECONNREFUSED: 1, ECONNRESET: 1, CERT_HAS_EXPIRED: 1 };

export class Callers {
  /** SHA-256 in hexadecimal of each acknowledged file. */
  files = new Map();
  chunks = 0;
  bytes = 0;
  /** Uploads whose token was no longer known. */
  begunAgain = 0;
  /** What failed calls told, with their number. */
  failures = new Map();
  #site;
  #name;
  #made = 0;
  #running;
  #ended = false;

  /** @param {{ urls: readonly string[], certificate?: string }} site its addresses, each tried after the other has failed */
  constructor(site, name = 'day') {
    this.#site = site;
    this.#name = name;
    this.#running = Promise.all([this.#upload(), this.#upload()]);
  }

  /** Ends when the files that were begun are published. */
  async end() {
    this.#ended = true;
    await this.#running;
  }

  clientOf(url) {
    const { certificate } = this.#site;
    const tls = certificate && { ca: readFileSync(certificate) };
    return new RemoteFileServiceClient({ address: url, timeout: 20_000, transport: httpTransport({ tls }) });
  }

  /** Tries to sign in with a code. @returns what it tells, which is never that it succeeded */
  async signIn() {
    const request = { APIKey: keys.api, EmailAddress: 'anna@demo.example', ApplicationType: 3, ExternalOAuthCode: 'x' };
    const { ErrorMessage = '' } = await this.clientOf(this.#site.urls[0])
      .ExternalOAuthAccountLogin(request)
      .catch((error) => ({ ErrorMessage: reasonOf(error) }));
    return ErrorMessage;
  }

  async #upload() {
    let [at, client] = [0, undefined];
    while (!this.#ended) {
      this.#made += 1;
      const name = `${this.#name}-${this.#made}.bin`;
      const chunks = Array.from({ length: 3 }, () => randomBytes(randomInt(1_000, 40_000)));
      let [index, offset, token] = [0, 0, undefined];
      while (index < chunks.length) {
        await sleep(pause);
        const bytes = chunks[index];
        const isLastChunk = index === chunks.length - 1;
        client ??= this.clientOf(this.#site.urls[at % this.#site.urls.length]);
        const outcome = await client
          .AppendChunkWithFolderAccessKey({
            APIKey: keys.api,
            FolderAccessKey: keys.folder,
            FileName: name,
            ChunkData: new Blob([bytes]),
            Offset: BigInt(offset),
            BytesRead: bytes.length,
            isLastChunk,
            UploadToken: token,
          })
          .catch((error) => error);
        if (outcome.ChunkAppended === true) {
          [index, offset, token] = [index + 1, offset + bytes.length, outcome.UploadToken];
          this.chunks += 1;
          this.bytes += bytes.length;
          continue;
        }
        const reason = outcome instanceof Error ? reasonOf(outcome) : outcome.ErrorMessage;
        this.failures.set(reason, (this.failures.get(reason) ?? 0) + 1);
        if (/^UploadToken is not/.test(reason)) {
          this.begunAgain += 1;
          [index, offset, token] = [0, 0, undefined];
        }
        // A certificate may be another one by now.
        [at, client] = [at + 1, undefined];
        await sleep(200);
      }
      this.files.set(name, createHash('sha256').update(Buffer.concat(chunks)).digest('hex'));
    }
  }
}
