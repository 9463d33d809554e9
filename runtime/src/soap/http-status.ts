/** Whether a status is that of a final response; 1xx are interim (RFC 9110, 15.2). */
export function isFinalStatus(status: number): boolean {
  return Number.isInteger(status) && status >= 200 && status <= 599;
}

/** Whether a response with the status may have a body (RFC 9110, 15.3.5, 15.3.6 and 15.4.5). */
export function carriesBody(status: number): boolean {
  return isFinalStatus(status) && status !== 204 && status !== 205 && status !== 304;
}
