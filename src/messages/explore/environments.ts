import { existsSync, readFileSync } from 'node:fs';
import { isMissing, readYaml, type YamlNode } from '../../contract/index.ts';
import { type Diagnostic, Findings, calling as kinds } from '../../diagnostics/index.ts';
import { knownEntries } from '../mock/known-entries.ts';
import { securityProfiles } from '../verify/message-security.ts';

/** A value of a variable: a text of the file, or a secret of the process environment. */
export interface Variable {
  readonly text: string;
  readonly isSecret: boolean;
}

/** A named place that requests are sent to. */
export interface ExploreEnvironment {
  readonly name: string;
  /** Options of the command, by their names without dashes: `address`, `passwordFrom`. */
  readonly options: Readonly<Record<string, string | boolean | readonly string[]>>;
  /** In seconds. */
  readonly timeout: number | undefined;
  readonly variables: ReadonlyMap<string, Variable>;
}

export interface ReadEnvironments {
  readonly environments: readonly ExploreEnvironment[];
  readonly diagnostics: readonly Diagnostic[];
  readonly text: string;
}

/** Keys of an environment, as the options of `soapwright call` are named. */
const texts = ['address', 'profile', 'user', 'password-from', 'cert', 'key', 'passphrase', 'ca'];
const lists = ['header', 'header-env', 'auth', 'proxy-auth'];
const flags = ['allow-http', 'tolerant'];
/** Values that a text or the items of a list may have. */
const listed: Readonly<Record<string, readonly string[]>> = {
  auth: ['basic', 'digest', 'ntlm', 'negotiate', 'bearer'],
  'proxy-auth': ['basic', 'digest', 'ntlm', 'negotiate'],
  profile: Object.keys(securityProfiles),
};
const keys = [...texts, ...lists, ...flags, 'timeout', 'variables'];

/** The environments of a file; none where it does not exist. */
export function readEnvironments(file: string, process: NodeJS.ProcessEnv): ReadEnvironments {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return parseEnvironments({ file, text }, process);
}

/** @param process whose variables hold secrets. */
export function parseEnvironments(
  given: { readonly file: string; readonly text: string },
  process: NodeJS.ProcessEnv,
): ReadEnvironments {
  const { text } = given;
  const findings = new Findings(given);
  if (text.trim() === '') return { environments: [], diagnostics: [], text };
  const root = readYaml(findings);
  const top = root && knownEntries(root, ['environments'], 'The file of environments', findings)?.[0]?.value;
  const all = top && knownEntries(top, undefined, 'environments', findings);
  const reader = new EnvironmentReader(findings, process);
  const environments = (all ?? []).flatMap(({ key, value }) => reader.read(key.text, value) ?? []);
  const { diagnostics } = findings;
  return { environments: diagnostics.length > 0 ? [] : environments, diagnostics, text };
}

class EnvironmentReader {
  readonly #findings: Findings;
  readonly #process: NodeJS.ProcessEnv;

  constructor(findings: Findings, process: NodeJS.ProcessEnv) {
    this.#findings = findings;
    this.#process = process;
  }

  read(name: string, node: YamlNode): ExploreEnvironment | undefined {
    const map = knownEntries(node, keys, `The environment ${name}`, this.#findings);
    if (map === undefined) return undefined;
    const options: Record<string, string | boolean | readonly string[]> = {};
    let timeout: number | undefined;
    let variables: ReadonlyMap<string, Variable> = new Map();
    for (const { key, value } of map) {
      const { text } = key;
      if (text === 'variables') variables = this.#variables(value);
      else if (text === 'timeout') timeout = this.#timeout(value);
      else if (keys.includes(text)) {
        const option = this.#option(text, value);
        if (option !== undefined) options[text.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())] = option;
      }
    }
    return { name, options, timeout, variables };
  }

  #option(key: string, node: YamlNode): string | boolean | readonly string[] | undefined {
    const allowed = listed[key];
    const given = (node.kind === 'list' ? node.items : [node]).map((item) => (item.kind === 'text' ? item.text : ''));
    if (allowed !== undefined && !given.every((one) => allowed.includes(one))) {
      return this.#wrong(node, `${key} is of ${allowed.join(', ')}`);
    }
    if (lists.includes(key)) {
      const items = node.kind === 'list' ? node.items : [node];
      const found = items.flatMap((item) => (item.kind === 'text' && !isMissing(item) ? [item.text] : []));
      if (found.length === items.length) return found;
    } else if (node.kind === 'text' && !isMissing(node)) {
      if (!flags.includes(key)) return node.text;
      if (node.text === 'true' || node.text === 'false') return node.text === 'true';
    }
    return this.#wrong(node, flags.includes(key) ? `${key} is true or false` : `${key} is a text`);
  }

  #timeout(node: YamlNode): number | undefined {
    const seconds = node.kind === 'text' ? Number(node.text) : Number.NaN;
    return seconds > 0 && seconds <= 86_400 ? seconds : this.#wrong(node, 'timeout is a number of seconds');
  }

  /** A text, or `{ env: VARIABLE }`. */
  #variables(node: YamlNode): ReadonlyMap<string, Variable> {
    const map = knownEntries(node, undefined, 'variables', this.#findings);
    const found = (map ?? []).flatMap(({ key, value }): [string, Variable][] => {
      if (!/^[\w.-]+$/.test(key.text)) this.#wrong(value, 'the name of a variable has letters, digits, _, - and .');
      if (value.kind === 'text') return [[key.text, { text: isMissing(value) ? '' : value.text, isSecret: false }]];
      const secret = knownEntries(value, ['env'], 'A variable', this.#findings)?.[0]?.value;
      if (secret?.kind !== 'text') return [];
      const text = this.#process[secret.text];
      if (text === undefined) this.#wrong(secret, `the variable ${secret.text} of the process is not set`);
      return [[key.text, { text: text ?? '', isSecret: true }]];
    });
    return new Map(found);
  }

  #wrong(node: YamlNode, what: string): undefined {
    this.#findings.add(kinds.wrongEnvironment, { what }, node.at);
  }
}

/** A variable that the environment does not have. */
export class UnknownVariable extends Error {
  override readonly name = 'UnknownVariable';
}

/**
 * A text with the values of `${name}`; `$${name}` stands for `${name}`.
 *
 * @param secrets whether secret values are put in, too; otherwise their names stay.
 * @throws {UnknownVariable}
 */
export function withVariables(
  text: string,
  variables: ExploreEnvironment['variables'],
  secrets: 'named' | 'put in',
): string {
  return text.replace(/(\$?)\$\{([\w.-]+)\}/g, (written, doubled: string, name: string) => {
    if (doubled !== '') return written.slice(1);
    const variable = variables.get(name);
    if (variable === undefined) throw new UnknownVariable(`The environment has no variable "${name}".`);
    return variable.isSecret && secrets === 'named' ? written : variable.text;
  });
}
