import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from '../cli/cli.ts';
import type { Repository } from './repository.ts';

export interface Action {
  readonly name: string;
  readonly description: string;
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly ActionStep[] };
}

export interface ActionStep {
  readonly name: string;
  readonly if: string;
  readonly shell: string;
  readonly 'working-directory': string;
  readonly env?: Readonly<Record<string, string>>;
  readonly run: string;
}

export const action: Action = parse(readFileSync(join(root, 'action.yml'), 'utf8'));

export interface StepResult {
  readonly name: string;
  readonly exitCode: number | null;
  readonly stdout: string;
}

export interface JobResult {
  readonly steps: readonly StepResult[];
  /** Markdown of the job. */
  readonly summary: string;
}

/**
 * Runs the steps of the action in the clone, as GitHub does: by bash, one after another, also after one that failed.
 *
 * @param given inputs that the workflow has. @param event values of `github.event`, by path.
 */
export function runAction(
  repository: Repository,
  given: Readonly<Record<string, string>>,
  event: Readonly<Record<string, string>>,
  variables: Readonly<Record<string, string>> = {},
): JobResult {
  const defaults = Object.entries(action.inputs).map(([name, input]) => [`inputs.${name}`, input.default]);
  const inputs = Object.entries(given).map(([name, value]) => [`inputs.${name}`, value]);
  const events = Object.entries(event).map(([name, value]) => [`github.event.${name}`, value]);
  const values: Readonly<Record<string, string>> = Object.fromEntries([...defaults, ...inputs, ...events]);
  const summaryFile = join(repository.clone, 'node_modules/summary.md');
  rmSync(summaryFile, { force: true });
  repository.write(repository.clone, { 'node_modules/summary.md': '' });
  const steps = action.runs.steps
    .filter((step) => isWanted(step, values))
    .map((step) => {
      const ofStep = Object.entries(step.env ?? {}).map(([name, text]) => [name, evaluate(text, values)]);
      const environment = { ...Object.fromEntries(ofStep), ...variables, GITHUB_STEP_SUMMARY: summaryFile };
      const script = `cd "$0"\n${step.run}`;
      const folder = evaluate(step['working-directory'], values);
      const ran = repository.run(
        'bash',
        ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script, folder],
        environment,
      );
      return { name: step.name, exitCode: ran.exitCode, stdout: ran.stdout };
    });
  return { steps, summary: repository.read('node_modules/summary.md') };
}

/** The value of `${{ a || b }}`: the first one that is not empty. */
function evaluate(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\{\{ (.*?) \}\}/g, (_, expression: string) => {
    const found = expression.split(' || ').find((name) => (values[name] ?? '') !== '');
    return found === undefined ? '' : (values[found] ?? '');
  });
}

function isWanted(step: ActionStep, values: Readonly<Record<string, string>>): boolean {
  const condition = /^\$\{\{ !cancelled\(\) && contains\(inputs\.commands, '(\w+)'\) \}\}$/.exec(step.if);
  if (condition === null) throw new Error(`No such condition is known: ${step.if}`);
  return (values['inputs.commands'] ?? '').includes(condition[1] ?? '');
}
