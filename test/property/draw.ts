import fc from 'fast-check';

/** Draws one thing after another, so that what comes later can depend on what came before. */
export class Draw {
  readonly #random: fc.Random;
  readonly #bias: number | undefined;

  constructor(random: fc.Random, bias: number | undefined) {
    this.#random = random;
    this.#bias = bias;
  }

  of<T>(arbitrary: fc.Arbitrary<T>): T {
    return arbitrary.generate(this.#random, this.#bias).value;
  }

  /** Both ends are possible. */
  int(least: number, most: number): number {
    return this.#random.nextInt(least, most);
  }

  /** True `percent` times of a hundred, on average. */
  chance(percent: number): boolean {
    return this.int(1, 100) <= percent;
  }

  pick<T>(list: readonly T[]): T {
    if (list.length === 0) throw new RangeError('There is nothing to pick from.');
    return list[this.int(0, list.length - 1)] as T;
  }

  /** In the order of the list, each at most once. */
  some<T>(list: readonly T[], least: number, most: number): readonly T[] {
    const left = list.map((_, index) => index);
    const wanted = Math.min(list.length, this.int(least, most));
    const chosen: number[] = [];
    while (chosen.length < wanted) chosen.push(...left.splice(this.int(0, left.length - 1), 1));
    return chosen.sort((a, b) => a - b).map((index) => list[index] as T);
  }

  times<T>(least: number, most: number, make: () => T): T[] {
    return Array.from({ length: this.int(least, most) }, make);
  }
}

/** An arbitrary of a function's draws. It does not shrink: its values are too entangled to take parts out of. */
export function drawn<T>(make: (draw: Draw) => T): fc.Arbitrary<T> {
  return new Drawn(make);
}

class Drawn<T> extends fc.Arbitrary<T> {
  readonly #make: (draw: Draw) => T;

  constructor(make: (draw: Draw) => T) {
    super();
    this.#make = make;
  }

  generate(random: fc.Random, bias: number | undefined): fc.Value<T> {
    return new fc.Value(this.#make(new Draw(random, bias)), undefined);
  }

  canShrinkWithoutContext(value: unknown): value is T {
    return value === this;
  }

  shrink(): fc.Stream<fc.Value<T>> {
    return fc.Stream.nil();
  }
}
