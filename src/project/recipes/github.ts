import type { Place } from './place.ts';
import { headLine, type Recipe } from './recipe.ts';

/** GitHub Actions: a workflow with the action of soapwright's repository. */
export const github: Recipe = {
  inRepository: true,
  files: (place) => [{ path: '.github/workflows/soapwright.yml', text: workflow(place) }],
  next: ['Commit .github/workflows/soapwright.yml.'],
};

function workflow({ folder, install }: Place): string {
  const inputs = folder === '' ? '' : `        with:\n          working-directory: ${JSON.stringify(folder)}\n`;
  return `# ${headLine('github')}
name: soapwright
on:
  push:
    branches: [main, master]
  pull_request:
permissions:
  contents: read
jobs:
  soapwright:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 22
      - run: ${install}
      - uses: soapwright/soapwright@v0
${inputs}`;
}
