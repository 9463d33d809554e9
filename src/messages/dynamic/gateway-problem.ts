import { ClientError, SoapFault, TypedFault } from '@soapwright/runtime/client';

/** What went wrong, as RFC 9457 has it. */
interface Problem {
  readonly type?: string;
  readonly title: string;
  readonly status: number;
  readonly detail?: string | undefined;
  readonly code?: string;
  readonly value?: unknown;
}

/** A request that is refused before anything is sent. */
export class Refusal extends Error {
  readonly problem: Problem;
  readonly headers: Readonly<Record<string, string>>;

  constructor(problem: Problem, headers: Readonly<Record<string, string>> = {}) {
    super(problem.title);
    this.problem = problem;
    this.headers = headers;
  }
}

export function notFound(): Refusal {
  return new Refusal({ title: 'There is no such operation.', status: 404, detail: 'See openapi.json.' });
}

export function notAllowed(allow: string): Refusal {
  return new Refusal({ title: 'The method is not allowed.', status: 405 }, { Allow: allow });
}

export function problemResponse(error: unknown): Response {
  const headers = error instanceof Refusal ? error.headers : retryHeaders(error);
  const { status, ...problem } = problemOf(error);
  return new Response(JSON.stringify({ type: 'about:blank', ...problem, status }), {
    status,
    headers: { 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store', ...headers },
  });
}

function retryHeaders(error: unknown): Readonly<Record<string, string>> {
  const { retryAfter } = error instanceof ClientError || error instanceof SoapFault ? error : {};
  return retryAfter === undefined ? {} : { 'Retry-After': String(Math.ceil(retryAfter / 1_000)) };
}

function problemOf(error: unknown): Problem {
  if (error instanceof Refusal) return error.problem;
  if (error instanceof SoapFault) return faultProblem(error);
  if (!(error instanceof ClientError)) return { title: 'The gateway has failed.', status: 500 };
  const { code, message: detail } = error;
  switch (code) {
    case 'invalid-request':
      return { title: 'The request does not fit the contract.', status: 400, detail, code };
    case 'timeout':
      return { title: 'The service did not respond in time.', status: 504, code };
    case 'too-many-requests':
      return { title: 'The service takes no more calls for now.', status: 429, code };
    case 'unavailable':
      return { title: 'The service is not available.', status: 503, code };
    case 'unauthorized':
    case 'forbidden':
      return { title: 'The service refuses the credentials.', status: error.httpStatus ?? 502, code };
    default:
      // Addresses and responses of the service are not for callers.
      return { title: 'The service gave no valid response.', status: 502, code };
  }
}

/** Faults about the request are 422, since it fits the contract; those of the service 502. */
function faultProblem(fault: SoapFault): Problem {
  const { code, detailCode, reason: detail } = fault;
  const problem = {
    title: code === 'Sender' ? 'The service refuses the request.' : 'The service has failed.',
    status: code === 'Sender' ? 422 : 502,
    detail,
    code: detailCode ?? code,
  };
  if (!(fault instanceof TypedFault)) return problem;
  return { ...problem, type: `urn:soap:fault:${fault.type.name}`, value: fault.value };
}
