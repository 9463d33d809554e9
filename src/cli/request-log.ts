import type { ServerEvent } from '@soapwright/runtime/server';

/** One line about a request: `Find 200, SOAP 1.1, 3 ms`. It has no values. */
export function logLine(event: ServerEvent): string {
  switch (event.event) {
    case 'result':
      return `${event.operation} 200, SOAP ${event.soapVersion}, ${Math.round(event.milliseconds)} ms`;
    case 'fault': {
      const { operation = 'no operation', status, code, detailCode, path } = event;
      const detail = [detailCode, path].filter((part) => part !== undefined).join(' ');
      return `${operation} ${status}, SOAP ${event.soapVersion}, fault ${code}${detail === '' ? '' : `: ${detail}`}`;
    }
    case 'refused':
      return `refused with ${event.status}`;
    case 'shed':
      return `503, SOAP ${event.soapVersion}, too many requests: ${event.reason}`;
    case 'error':
      return `${event.operation ?? 'no operation'}: error ${event.errorName}`;
  }
}
