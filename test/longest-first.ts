import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { longest } from './thorough.ts';

function place({ moduleId }: TestSpecification): number {
  const index = longest.findIndex((file) => moduleId.endsWith(`/${file}`));
  return index === -1 ? longest.length : index;
}

/** The order of vitest, which a first run in a checkout bases on the size of files, after the longest files. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => place(a) - place(b));
  }
}
