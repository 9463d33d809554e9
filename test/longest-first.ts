import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { longest } from './thorough.ts';

const projects = ['online', 'thorough', 'foreign'];

function place({ moduleId }: TestSpecification): number {
  const index = longest.findIndex((file) => moduleId.endsWith(`/${file}`));
  return index === -1 ? longest.length : index;
}

/**
 * Project by project, since a worker goes on with a file of the same project only: first `online`, last `foreign`, whose
 * files are short. In each the longest files, then the others in the order of vitest, which a first run in a checkout bases
 * on their size.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted(
      (a, b) => projects.indexOf(a.project.name) - projects.indexOf(b.project.name) || place(a) - place(b),
    );
  }
}
