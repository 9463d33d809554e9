import { BlobError } from '../blob/blob-error.ts';
import { asXmlError } from '../soap/detail-codes.ts';
import { type Version, versionNamed } from '../soap/version.ts';
import type { EncodedMessage } from '../xml/builder.ts';
import { MessageStream } from '../xml/message-stream.ts';
import { parseAddress } from './address.ts';
import { readAnswer } from './answer.ts';
import type { Cancellation } from './cancellation.ts';
import { ClientError } from './client-error.ts';
import { describe, type Fail, failing } from './failure.ts';
import type { Answer, Call } from './interceptor.ts';
import { requestHeaders, writeEnvelope } from './request.ts';
import { StreamedAnswer, type StreamSettings, streamedNames } from './streamed-answer.ts';
import {
  type AnswerIntake,
  sendBy,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from './transport.ts';

/** What is the same for all exchanges of a client. */
export interface ExchangeSettings extends StreamSettings {
  readonly transport: Transport;
  /** Address of the client, known to be right. */
  readonly url: string;
  readonly maxAnswerBytes: number;
  readonly actionParameter: boolean;
}

/**
 * What lies inside all interceptors: writes the request, sends it, reads the answer.
 *
 * @param cancellation of a call that no interceptor stands around; else the call's signal is asked.
 */
export async function exchange(call: Call, settings: ExchangeSettings, cancellation?: Cancellation): Promise<Answer> {
  const fail = failing(call);
  const version = versionNamed(call.soapVersion);
  // An interceptor may have named another address.
  const url = call.address === settings.url ? settings.url : parseAddress(call.address).url;
  const message = write(call, version, fail);
  const input: InputFailure = {};
  const body = message.text ?? (await bodyOf(message, settings.transport.sendLarge !== undefined, input, fail));
  const headers = requestHeaders(version, call, message.byteLength, settings.actionParameter);
  const intake =
    streamedNames(call.operation).length === 0 ? undefined : new StreamedAnswer(call, version, settings, fail);
  const parts = { url, headers, body, intake, maxAnswerBytes: settings.maxAnswerBytes };
  const request: TransportRequest =
    cancellation === undefined ? { ...parts, signal: call.signal } : new CancellableRequest(parts, cancellation);
  let response: TransportResponse;
  try {
    response = await sendBy(settings.transport, request);
  } catch (error) {
    intake?.discard();
    throw 'error' in input ? unreadable(input.error, fail) : notSent(intake?.explain(error) ?? error, fail);
  } finally {
    if (body instanceof MessageStream) void body.return();
  }
  if (intake?.isBegun) return intake.read();
  return readAnswer(call, version, response, settings.reading, fail);
}

/** A class, since a getter in an object literal would give every request a shape of its own. */
class CancellableRequest implements TransportRequest {
  readonly url: string;
  readonly headers: readonly string[];
  readonly body: TransportRequest['body'];
  readonly maxAnswerBytes: number;
  readonly intake: AnswerIntake | undefined;
  readonly #cancellation: Cancellation;

  constructor(parts: Omit<TransportRequest, 'signal' | 'onCancel'>, cancellation: Cancellation) {
    this.url = parts.url;
    this.headers = parts.headers;
    this.body = parts.body;
    this.maxAnswerBytes = parts.maxAnswerBytes;
    this.intake = parts.intake;
    this.#cancellation = cancellation;
  }

  get signal(): AbortSignal {
    return this.#cancellation.signal;
  }

  onCancel(listener: (reason: unknown) => void): void {
    this.#cancellation.listen(listener);
  }
}

function write(call: Call, version: Version, fail: Fail): EncodedMessage {
  try {
    return writeEnvelope(version, call);
  } catch (error) {
    throw invalid(error, fail);
  }
}

/** What went wrong with a Blob of the input while it was sent. */
interface InputFailure {
  error?: unknown;
}

/** A message with binary values, as it can be sent: whole, or in pieces where it is large. */
async function bodyOf(
  message: EncodedMessage,
  streams: boolean,
  failure: InputFailure,
  fail: Fail,
): Promise<Uint8Array | MessageStream> {
  try {
    if (!message.isLarge || !streams) return await message.bytes();
    return await MessageStream.open(message, (error) => {
      failure.error = error;
    });
  } catch (error) {
    throw unreadable(error, fail);
  }
}

/** What a source of the caller's own says is only the cause. */
function unreadable(error: unknown, fail: Fail): ClientError {
  const why = error instanceof BlobError ? error.message : 'A Blob of the input could not be read.';
  return fail('invalid-request', why, { cause: error });
}

function invalid(error: unknown, fail: Fail): ClientError {
  // The text of an XmlError quotes no value. Another error may, so that it is only the cause.
  const why = asXmlError(error)?.message ?? 'the input does not fit the contract.';
  return fail('invalid-request', why, { cause: error });
}

function notSent(error: unknown, fail: Fail): ClientError {
  if (!(error instanceof ClientError)) return fail('connection', `${describe(error)}.`, { cause: error });
  // An error of the call itself names its operation already: its time-out, its abort.
  if (error.operation !== undefined) return error;
  return fail(error.code, error.message, { httpStatus: error.httpStatus, cause: error.cause });
}
