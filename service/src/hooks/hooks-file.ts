import { dirname, resolve } from 'node:path';
import type { Node } from 'yaml';
import { readConfiguredFile } from '../common/file-system.ts';
import { isLoopbackHost } from '../common/network.ts';
import { SettingsError } from '../config/load-settings.ts';
import { type Problems, parseYaml, readUtf8 } from '../config/yaml-document.ts';
import { Fields, offsetOf } from '../config/yaml-fields.ts';
import { labelProblem } from '../domain/account-names.ts';
import { serviceKeyVariable } from './command-environment.ts';
import type { Hook } from './hook.ts';
import { type Command, runWithEvent } from './run-command.ts';
import { parseSecrets, postEvent } from './webhook.ts';

/**
 * Reads the hooks of a file, with the files that it names. Paths in it are relative to it.
 *
 * @throws {FileProblems} for the file, {@link SettingsError} for a secret, {@link StorageError} for a file that cannot be
 *   read.
 */
export async function loadHooks(path: string | undefined): Promise<readonly Hook[]> {
  if (path === undefined) return [];
  const text = readUtf8(await readConfiguredFile(path, 'the file with the hooks'), path);
  const { root, problems } = parseYaml(text, path);
  const top = root === null ? undefined : Fields.of(root, 'The file with the hooks', problems);
  const read = (top?.items('published') ?? []).flatMap((node) => readHook(node, dirname(path), problems) ?? []);
  top?.done();
  for (const [index, { name, offset }] of read.entries()) {
    if (read.findIndex((other) => other.name === name) < index) problems.add(offset, `Two hooks are named ${name}.`);
  }
  problems.throwIfAny();
  return await Promise.all(read.map(({ open }) => open()));
}

/** A hook whose files are not read yet. */
interface ReadHook {
  readonly name: string;
  readonly offset: number;
  readonly open: () => Promise<Hook>;
}

function readHook(node: Node, folder: string, problems: Problems): ReadHook | undefined {
  const fields = Fields.of(node, 'A hook', problems);
  const name = fields?.text('name');
  if (fields === undefined || name === undefined) return undefined;
  const fault = labelProblem(name.value.normalize('NFC'));
  if (fault !== undefined) problems.add(name.offset, `name ${fault}.`);
  const timeout = Number(fields.optionalInteger('timeoutSeconds', [1n, 3_600n])?.value ?? 30n) * 1_000;
  const retryFor = Number(fields.optionalInteger('retryHours', [1n, 720n])?.value ?? 72n) * 3_600_000;
  const webhook = fields.node('webhook');
  const command = fields.texts('command').map(({ value }) => value);
  const environment = fields.texts('environment');
  const logOutput = fields.flag('logOutput');
  fields.done();
  const common = { name: name.value.normalize('NFC'), timeout, retryFor, logOutput };
  if ((webhook === undefined) === (command.length === 0)) {
    return problems.add(offsetOf(node), 'A hook has either a webhook or a command.');
  }
  for (const { value, offset } of environment) {
    const problem = variableProblem(value, webhook !== undefined);
    if (problem !== undefined) problems.add(offset, problem);
  }
  const run = { words: command, environment: environment.map(({ value }) => value) };
  const open = webhook === undefined ? () => commandHook(common, run) : readWebhook(webhook, common, folder, problems);
  return open && { name: common.name, offset: name.offset, open: async () => await open() };
}

type CommonFields = Pick<Hook, 'name' | 'timeout' | 'retryFor' | 'logOutput'>;

/** Why a name may not be in `environment`. */
function variableProblem(name: string, isOfWebhook: boolean): string | undefined {
  if (isOfWebhook) return 'environment is for a command; a webhook has none.';
  if (name === serviceKeyVariable) return `environment must not have ${name}: commands never get the service key.`;
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name)
    ? undefined
    : 'environment must have names of variables, without values.';
}

function commandHook(common: CommonFields, command: Command): Hook {
  return {
    ...common,
    target: command.words.join(' '),
    deliver: (event, { signal }) => runWithEvent(command, event, signal),
  };
}

function readWebhook(
  node: Node,
  common: CommonFields,
  folder: string,
  problems: Problems,
): (() => Promise<Hook>) | undefined {
  const fields = Fields.of(node, 'webhook', problems);
  const url = fields?.text('url');
  const secretFile = fields?.text('secretFile');
  const caFile = fields?.optionalText('caFile');
  fields?.done();
  if (url === undefined || secretFile === undefined) return undefined;
  if (!isSafeAddress(url.value)) {
    return problems.add(url.offset, 'url must be an https address, or an http address on this machine.');
  }
  return async () => {
    const secretPath = resolve(folder, secretFile.value);
    const secrets = async () => await readSecrets(secretPath);
    // Fails at the start rather than at the first event.
    await secrets();
    const ca = caFile === undefined ? undefined : await readText(resolve(folder, caFile.value));
    const address = new URL(url.value);
    return {
      ...common,
      target: `${address.origin}${address.pathname}`,
      deliver: (event, attempt) => postEvent({ url: address, secrets, ca }, event, attempt),
    };
  };
}

function isSafeAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname));
}

async function readSecrets(path: string): Promise<readonly Uint8Array[]> {
  const secrets = parseSecrets(await readText(path));
  if (secrets !== undefined) return secrets;
  throw new SettingsError(
    `${path} is not a webhook secret: whsec_ and the base64 of 24 to 64 bytes. Create one with: echo "whsec_$(openssl rand -base64 32)"`,
  );
}

async function readText(path: string): Promise<string> {
  return (await readConfiguredFile(path, 'a file of a hook')).toString('utf8');
}
