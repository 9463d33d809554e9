import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { longest } from './thorough.ts';

function place({ moduleId }: TestSpecification): number {
  const index = longest.findIndex((file) => moduleId.endsWith(`/${file}`));
  return index === -1 ? longest.length : index;
}

/**
 * The longest files, then those of each project in the order of vitest, which a first run in a checkout bases on their size.
 * A worker goes on with a file of the same project; for another one it is started again.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => place(a) - place(b) || b.project.name.localeCompare(a.project.name));
  }
}
