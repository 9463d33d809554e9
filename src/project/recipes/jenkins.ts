import type { Place } from './place.ts';
import { headLine, inSubshell, pathIn, type Recipe } from './recipe.ts';
import { shellWord } from './shell-word.ts';

/** Jenkins: a declarative pipeline with JUnit reports. */
export const jenkins: Recipe = {
  inRepository: true,
  files: (place) => [{ path: 'Jenkinsfile', text: pipeline(place) }],
  next: ['Commit the Jenkinsfile. It needs the plugins Docker Pipeline and JUnit.'],
};

function pipeline(place: Place): string {
  const enter = place.folder === '' ? '' : `          cd ${shellWord(place.folder)}\n`;
  return `// ${headLine('jenkins')}
pipeline {
  agent { docker { image 'node:22' } }
  stages {
    stage('soapwright') {
      steps {
        sh '''
          ${inSubshell(place.install)}
${enter}          status=0
          npx --no-install soapwright check --format junit > soapwright-check.xml || status=1
          npx --no-install soapwright lint --format junit > soapwright-lint.xml || status=1
          if [ -n "\${CHANGE_TARGET:-}" ]; then
            git fetch --no-tags origin "+refs/heads/$CHANGE_TARGET:refs/remotes/origin/$CHANGE_TARGET"
            base=$(git merge-base HEAD "origin/$CHANGE_TARGET")
            npx --no-install soapwright breaking --against "$base" --format junit > soapwright-breaking.xml || status=1
          fi
          exit $status
        '''
      }
    }
  }
  post {
    always {
      junit '${pathIn(place, 'soapwright-*.xml')}'
    }
  }
}
`;
}
