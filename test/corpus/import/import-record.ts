/** The compared results, in this order. */
export type ImportStage = 'import' | 'load' | 'components' | 'wsdl' | 'code';

/** Whether a WSDL came back from YAML. */
export interface ImportResult {
  readonly id: string;
  /** The first stage that failed; undefined if everything is the same. */
  readonly stage?: ImportStage | undefined;
  readonly reason?: string | undefined;
  readonly peakMemory?: number | undefined;
}
