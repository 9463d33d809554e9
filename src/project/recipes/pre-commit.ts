import type { Place } from './place.ts';
import { headLine, type Recipe } from './recipe.ts';
import { shellWord } from './shell-word.ts';

/** pre-commit: hooks that run the installed soapwright. */
export const preCommit: Recipe = {
  inRepository: true,
  files: (place) => [{ path: '.pre-commit-config.yaml', text: hooks(place) }],
  next: ['pre-commit install'],
};

function hooks(place: Place): string {
  return `# ${headLine('pre-commit')}
repos:
  - repo: local
    hooks:
      - id: soapwright-check
        name: generated code matches the contract
        entry: ${entry(place, 'check')}
        language: system
        pass_filenames: false
        always_run: true
      - id: soapwright-format
        name: contracts are formatted
        entry: ${entry(place, 'format --check')}
        language: system
        pass_filenames: false
        always_run: true
`;
}

function entry(place: Place, command: string): string {
  const run = `npx --no-install soapwright ${command}`;
  return place.folder === '' ? run : `sh -c "cd ${shellWord(place.folder)} && ${run}"`;
}
