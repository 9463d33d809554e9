/** A request that HTTP alone refuses (rule T7): it is answered in plain text. */
export class Refusal {
  readonly status: number;
  readonly text: string;
  /** Names and values in turn. */
  readonly headers: readonly string[];

  constructor(status: number, text: string, headers: readonly string[] = []) {
    this.status = status;
    this.text = text;
    this.headers = headers;
  }
}
