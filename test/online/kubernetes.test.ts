import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GuideProject } from '../support/generator/guide.ts';
import { type Manifest, manifests } from '../support/service/deployment-files.ts';

/** The models of Kubernetes: types, which refuse unknown keys, and the schemas, which check values. */
const packages = ['kubernetes-models@5.1.0'];

/** A program that checks a manifest: the compiler by its type, and a run by its schema. */
const program = ({
  apiVersion,
  kind,
  ...rest
}: Manifest): string => `import { ${kind} } from 'kubernetes-models/${apiVersion}';
const manifest = new ${kind}(${JSON.stringify(rest, undefined, 2)});
manifest.validate();
`;

const tsconfig = {
  compilerOptions: { strict: true, module: 'nodenext', target: 'es2023', skipLibCheck: true, types: [] },
  include: ['*.ts'],
};

describe('service/deploy/kubernetes', () => {
  const project = new GuideProject();
  beforeAll(() => {
    project.install(packages);
    project.write('tsconfig.json', JSON.stringify(tsconfig));
  });
  afterAll(() => project.remove());

  const compile = (): string =>
    spawnSync(join(import.meta.dirname, '../../node_modules/.bin/tsc'), ['-p', project.folder], { encoding: 'utf8' })
      .stdout;

  it('has manifests with known keys and valid values', () => {
    const names = manifests().map((manifest, index) => {
      project.write(`manifest-${index}.ts`, program(manifest));
      return `manifest-${index}.js`;
    });
    expect(names.length).toBeGreaterThan(5);
    expect(compile()).toBe('');
    for (const name of names) execFileSync(process.execPath, [join(project.folder, name)], { stdio: 'pipe' });
  });

  it('would be refused with an unknown key or a wrong value', () => {
    const wrong = { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', spec: { maxUnavailabel: 1 } };
    project.write('wrong.ts', program(wrong));
    expect(compile()).toMatch(/maxUnavailabel/);
    project.write('wrong.ts', '');
    project.write('wrong.js', program({ ...wrong, spec: { maxUnavailable: [] } }));
    const { stderr } = spawnSync(process.execPath, [join(project.folder, 'wrong.js')], { encoding: 'utf8' });
    expect(stderr).toMatch(/maxUnavailable must be/);
  });
});
