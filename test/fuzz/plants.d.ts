export declare const plants: readonly {
  readonly name: string;
  readonly target: string;
  readonly oracle: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
}[];
