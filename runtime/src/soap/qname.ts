/** An expanded name. The namespace is the empty string for a name in no namespace. */
export interface QName {
  readonly namespace: string;
  readonly local: string;
}
