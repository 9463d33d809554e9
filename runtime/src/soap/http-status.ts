/** Whether it is a status that an answer may end a request with: 1xx only announce one (RFC 9110, 15.2). */
export function isFinalStatus(status: number): boolean {
  return Number.isInteger(status) && status >= 200 && status <= 599;
}

/** Whether an answer with that status may have a body (RFC 9110, 15.3.5, 15.3.6 and 15.4.5). */
export function carriesBody(status: number): boolean {
  return isFinalStatus(status) && status !== 204 && status !== 205 && status !== 304;
}
