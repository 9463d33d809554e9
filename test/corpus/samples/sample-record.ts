/** Results with the samples of an entry. */
export interface SampleRecord {
  /** Bodies, header blocks and details of faults. */
  readonly messages: number;
  readonly samples: number;
  readonly failedMessages: number;
  /** Why xmllint could not use the original schemas; undefined if it did. */
  readonly schemaError: string | undefined;
  /** One of each cause; limited. */
  readonly failures: readonly SampleFailure[];
}

/** A sample that is not true. */
export interface SampleFailure {
  readonly message: string;
  readonly detail: string;
  readonly turn: number;
  /**
   * `sample`: the schemas refuse it. `read`, `write`: our codec does. `written`: the schemas refuse what we write of it.
   * `same infoset`: what we write says something else. `same value`: what we write is read as another value.
   */
  readonly stage: 'sample' | 'read' | 'write' | 'written' | 'same infoset' | 'same value';
  readonly reason: string;
  readonly text: string;
}

export interface SampleResult {
  readonly id: string;
  readonly samples?: SampleRecord | undefined;
  /** Why there are no samples: a crash, or no end. */
  readonly failure?: string | undefined;
}
