import type { Place } from './place.ts';
import { headLine, inSubshell, pathIn, type Recipe } from './recipe.ts';
import { shellWord } from './shell-word.ts';

const file = '.gitlab/soapwright.yml';

/** GitLab CI: jobs with code quality reports, to be included. */
export const gitlab: Recipe = {
  inRepository: true,
  files: (place) => [
    { path: file, text: jobs(place) },
    { path: '.gitlab-ci.yml', text: `include:\n  - local: ${file}\n` },
  ],
  next: [`If .gitlab-ci.yml was there before, add to it: include: [{ local: ${file} }]`],
};

const report = 'gl-code-quality-report.json';

/** The second run, after findings, prints them into the log of the job, and fails as the first one. */
function command(words: string): string {
  const run = `npx --no-install soapwright ${words}`;
  return `${run} --format gitlab > ${report} || ${run}`;
}

function jobs(place: Place): string {
  const install = inSubshell(place.install);
  const enter = place.folder === '' ? '' : `\n    - cd ${shellWord(place.folder)}`;
  return `# ${headLine('gitlab')}
.soapwright:
  image: node:22
  rules:
    - if: $CI_PIPELINE_SOURCE == "merge_request_event"
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
  before_script:
    - ${install}${enter}
  artifacts:
    when: always
    reports:
      codequality: ${pathIn(place, report)}

soapwright-check:
  extends: .soapwright
  script:
    - ${command('check')}

soapwright-lint:
  extends: .soapwright
  script:
    - ${command('lint')}

soapwright-breaking:
  extends: .soapwright
  rules:
    - if: $CI_PIPELINE_SOURCE == "merge_request_event"
  script:
    - git fetch --depth=1 origin "$CI_MERGE_REQUEST_DIFF_BASE_SHA"
    - ${command('breaking --against "$CI_MERGE_REQUEST_DIFF_BASE_SHA"')}
`;
}
