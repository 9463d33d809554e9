import type { NetConnectOpts } from 'node:net';
import { dirname, resolve } from 'node:path';
import type { Node } from 'yaml';
import { scanByClamd } from '../checks/clamd.ts';
import { checkByCommand } from '../checks/command-check.ts';
import type { FileCheck } from '../checks/file-check.ts';
import { checkByWebhook } from '../checks/webhook-check.ts';
import { readConfiguredFile } from '../common/file-system.ts';
import { isLoopbackHost } from '../common/network.ts';
import { SettingsError } from '../config/load-settings.ts';
import { type Problems, parseYaml, readUtf8 } from '../config/yaml-document.ts';
import { Fields, offsetOf } from '../config/yaml-fields.ts';
import { labelProblem } from '../domain/account-names.ts';
import { type MailSettings, readMail } from '../mail/mail-settings.ts';
import { mailHookName } from '../storage/mail-digests.ts';
import { serviceKeyVariable } from './command-environment.ts';
import type { Hook } from './hook.ts';
import { type Command, runWithEvent } from './run-command.ts';
import { parseSecrets, postEvent, type Webhook } from './webhook.ts';

/** What the programs and services of the operator get: published files, and those that are not published yet. */
export interface Hooks {
  readonly published: readonly Hook[];
  readonly checks: readonly FileCheck[];
  /** How recipients of folders get messages about published files; undefined: they get none. */
  readonly mail?: MailSettings | undefined;
}

/**
 * Reads the hooks, checks and the mail of a file, with the files that it names. Paths in it are relative to it.
 *
 * @throws {FileProblems} for the file, {@link SettingsError} for a secret, {@link StorageError} for a file that cannot be
 *   read.
 */
export async function loadHooks(path: string | undefined): Promise<Hooks> {
  if (path === undefined) return { published: [], checks: [] };
  const text = readUtf8(await readConfiguredFile(path, 'the file with the hooks'), path);
  const { root, problems } = parseYaml(text, path);
  const top = root === null ? undefined : Fields.of(root, 'The file with the hooks', problems);
  const each = <T>(key: string, read: (node: Node, folder: string, problems: Problems) => ReadHook<T> | undefined) => {
    const all = (top?.items(key) ?? []).flatMap((node) => read(node, dirname(path), problems) ?? []);
    const what = key === 'checks' ? 'checks' : 'hooks';
    for (const [index, { name, offset }] of all.entries()) {
      if (all.findIndex((other) => other.name === name) < index) problems.add(offset, `Two ${what} are named ${name}.`);
    }
    return all;
  };
  const published = each('published', readHook);
  const checks = each('checks', readCheck);
  for (const { name, offset } of published) {
    if (name === mailHookName) problems.add(offset, `${mailHookName} is the name of the messages to recipients.`);
  }
  const mailNode = top?.node('mail');
  const mail = mailNode && readMail(mailNode, dirname(path), problems);
  top?.done();
  problems.throwIfAny();
  return {
    published: await Promise.all(published.map(({ open }) => open())),
    checks: await Promise.all(checks.map(({ open }) => open())),
    mail: await mail?.(),
  };
}

/** A hook or check whose files are not read yet. */
interface ReadHook<T> {
  readonly name: string;
  readonly offset: number;
  readonly open: () => Promise<T>;
}

function readName(fields: Fields | undefined, problems: Problems): { value: string; offset: number } | undefined {
  const name = fields?.text('name');
  if (name === undefined) return undefined;
  const value = name.value.normalize('NFC');
  const fault = labelProblem(value);
  if (fault !== undefined) problems.add(name.offset, `name ${fault}.`);
  return { value, offset: name.offset };
}

/** Milliseconds. */
function readTimeout(fields: Fields, fallback: bigint): number {
  return Number(fields.optionalInteger('timeoutSeconds', [1n, 3_600n])?.value ?? fallback) * 1_000;
}

function readCommand(fields: Fields, problems: Problems): Command | undefined {
  const words = fields.texts('command').map(({ value }) => value);
  const environment = fields.texts('environment');
  for (const { value, offset } of environment) {
    const problem = variableProblem(value, words.length === 0);
    if (problem !== undefined) problems.add(offset, problem);
  }
  return words.length === 0 ? undefined : { words, environment: environment.map(({ value }) => value) };
}

function readHook(node: Node, folder: string, problems: Problems): ReadHook<Hook> | undefined {
  const fields = Fields.of(node, 'A hook', problems);
  const name = readName(fields, problems);
  if (fields === undefined || name === undefined) return undefined;
  const timeout = readTimeout(fields, 30n);
  const retryFor = Number(fields.optionalInteger('retryHours', [1n, 720n])?.value ?? 72n) * 3_600_000;
  const webhook = fields.node('webhook');
  const command = readCommand(fields, problems);
  const logOutput = fields.flag('logOutput');
  fields.done();
  const common = { name: name.value, timeout, retryFor, logOutput };
  if ((webhook === undefined) === (command === undefined)) {
    return problems.add(offsetOf(node), 'A hook has either a webhook or a command.');
  }
  return receiving(name, openReceiver(webhook, command, folder, problems), (receiver) => ({
    ...common,
    target: receiver.target,
    deliver: (event, attempt) =>
      'words' in receiver ? runWithEvent(receiver, event, attempt.signal) : postEvent(receiver, event, attempt),
  }));
}

/** A hook or check of a receiver, which is opened later; undefined if the receiver was not read. */
function receiving<Opened, T>(
  { value: name, offset }: { readonly value: string; readonly offset: number },
  open: (() => Promise<Opened>) | undefined,
  use: (receiver: Opened) => T,
): ReadHook<T> | undefined {
  return open && { name, offset, open: async () => use(await open()) };
}

function readCheck(node: Node, folder: string, problems: Problems): ReadHook<FileCheck> | undefined {
  const fields = Fields.of(node, 'A check', problems);
  const name = readName(fields, problems);
  if (fields === undefined || name === undefined) return undefined;
  const timeout = readTimeout(fields, 60n);
  const without = fields.optionalText('withoutVerdict');
  if (without !== undefined && without.value !== 'reject' && without.value !== 'accept') {
    problems.add(without.offset, 'withoutVerdict must be reject or accept.');
  }
  const clamd = fields.node('clamd');
  const webhook = fields.node('webhook');
  const command = readCommand(fields, problems);
  fields.done();
  if ([clamd, webhook, command].filter((each) => each !== undefined).length !== 1) {
    return problems.add(offsetOf(node), 'A check has either clamd, a webhook or a command.');
  }
  const common = {
    name: name.value,
    timeout,
    withoutVerdict: without?.value === 'accept' ? 'accept' : 'reject',
  } as const;
  if (clamd !== undefined) {
    const at = readClamd(clamd, problems);
    return receiving(name, at && (async () => at), ({ options, target }) => ({
      ...common,
      target,
      check: (file, signal) => scanByClamd(options, file, signal),
    }));
  }
  return receiving(name, openReceiver(webhook, command, folder, problems), (receiver) => ({
    ...common,
    target: receiver.target,
    check: (file, signal) =>
      'words' in receiver ? checkByCommand(receiver, file, signal) : checkByWebhook(receiver, file, signal, Date.now()),
  }));
}

function readClamd(node: Node, problems: Problems): { options: NetConnectOpts; target: string } | undefined {
  const fields = Fields.of(node, 'clamd', problems);
  const socket = fields?.optionalText('socket');
  const host = fields?.optionalText('host');
  const port = fields?.optionalInteger('port', [1n, 65_535n]);
  fields?.done();
  if (socket !== undefined && host === undefined && port === undefined) {
    return { options: { path: socket.value }, target: `clamd at ${socket.value}` };
  }
  if (socket !== undefined || host === undefined) {
    return problems.add(offsetOf(node), 'clamd has either a socket, or a host and a port.');
  }
  // It reads what files contain, without encryption.
  if (!isLoopbackHost(host.value))
    return problems.add(host.offset, 'host must be this machine: clamd has no encryption.');
  const number = Number(port?.value ?? 3310n);
  return { options: { host: host.value, port: number }, target: `clamd at ${host.value}:${number}` };
}

/** Why a name may not be in `environment`. */
function variableProblem(name: string, isOfWebhook: boolean): string | undefined {
  if (isOfWebhook) return 'environment is for a command; a webhook has none.';
  if (name === serviceKeyVariable) return `environment must not have ${name}: commands never get the service key.`;
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name)
    ? undefined
    : 'environment must have names of variables, without values.';
}

/** A program or a webhook, with its name for the operator. */
type Receiver = (Command | Webhook) & { readonly target: string };

function openReceiver(
  webhook: Node | undefined,
  command: Command | undefined,
  folder: string,
  problems: Problems,
): (() => Promise<Receiver>) | undefined {
  if (command !== undefined) return async () => ({ ...command, target: command.words.join(' ') });
  return webhook && readWebhook(webhook, folder, problems);
}

function readWebhook(node: Node, folder: string, problems: Problems): (() => Promise<Receiver>) | undefined {
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
    return { url: address, secrets, ca, target: `${address.origin}${address.pathname}` };
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
