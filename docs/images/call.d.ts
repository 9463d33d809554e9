export interface Step {
  readonly command: string;
  readonly output: string;
}

export function record(): Promise<readonly Step[]>;
export function svgOf(steps: readonly Step[]): string;
