/** A value does not fit its type. */
export class ValueError extends Error {
  override readonly name = 'ValueError';
  /** What is wrong, without the value: to follow "because". */
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}
