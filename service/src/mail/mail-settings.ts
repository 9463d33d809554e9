import { resolve } from 'node:path';
import type { Node } from 'yaml';
import { readConfiguredFile } from '../common/file-system.ts';
import { isLoopbackHost } from '../common/network.ts';
import type { Problems } from '../config/yaml-document.ts';
import { Fields } from '../config/yaml-fields.ts';
import { parseEmailAddress } from '../domain/account-names.ts';
import { MailTemplates } from './mail-templates.ts';

/** How messages are sent, in the file of hooks. */
export interface MailSettings {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte, TLS by STARTTLS, or none, which is possible on this machine only. */
  readonly tls: 'implicit' | 'starttls' | 'none';
  /** PEM: the only certificate authorities that are trusted; undefined: those of Node. */
  readonly ca: string | undefined;
  /** Read for each message, so that the password may change. */
  readonly login: (() => Promise<{ readonly user: string; readonly pass: string }>) | undefined;
  readonly from: { readonly name: string; readonly address: string };
  readonly templates: MailTemplates;
  /** Milliseconds in which arrived files are collected. */
  readonly interval: number;
  /** Milliseconds of an attempt, and until the service gives up. */
  readonly timeout: number;
  readonly retryFor: number;
}

/** Reads `mail` in the file of hooks; the returned function reads the files that it names. */
export function readMail(node: Node, folder: string, problems: Problems): (() => Promise<MailSettings>) | undefined {
  const fields = Fields.of(node, 'mail', problems);
  if (fields === undefined) return undefined;
  const server = fields.text('server');
  const from = fields.text('from');
  const fromName = fields.optionalText('fromName');
  const user = fields.optionalText('user');
  const passwordFile = fields.optionalText('passwordFile');
  const caFile = fields.optionalText('caFile');
  const templates = fields.optionalText('templates');
  const minutes = fields.optionalInteger('digestMinutes', [1n, 10_080n])?.value ?? 60n;
  const seconds = fields.optionalInteger('timeoutSeconds', [1n, 3_600n])?.value ?? 60n;
  const hours = fields.optionalInteger('retryHours', [1n, 720n])?.value ?? 72n;
  fields.done();
  if (server === undefined || from === undefined) return undefined;
  const place = placeOf(server.value);
  if (place === undefined) {
    const forms = 'smtps://HOST, smtp://HOST with STARTTLS, or smtp+plain://HOST on this machine';
    return problems.add(server.offset, `server must be ${forms}.`);
  }
  if (parseEmailAddress(from.value) === undefined) {
    return problems.add(from.offset, 'from must be an e-mail address; fromName is the name beside it.');
  }
  if ((user === undefined) !== (passwordFile === undefined)) {
    return problems.add(fields.offset, 'user and passwordFile belong together: set both or neither.');
  }
  return async () => {
    const read = async (name: string): Promise<string> =>
      (await readConfiguredFile(resolve(folder, name), 'a file of mail')).toString('utf8');
    const login =
      user && passwordFile && (async () => ({ user: user.value, pass: (await read(passwordFile.value)).trimEnd() }));
    // Fails at the start rather than at the first message.
    await login?.();
    return {
      ...place,
      login,
      ca: caFile && (await read(caFile.value)),
      from: { name: fromName?.value ?? 'Remote File Service', address: from.value },
      templates: await MailTemplates.load(templates && resolve(folder, templates.value)),
      interval: Number(minutes) * 60_000,
      timeout: Number(seconds) * 1_000,
      retryFor: Number(hours) * 3_600_000,
    };
  };
}

function placeOf(text: string): Pick<MailSettings, 'host' | 'port' | 'tls'> | undefined {
  const [, scheme = '', host = '', port] =
    /^(smtps|smtp|smtp\+plain):\/\/([\w.-]+|\[[\da-f:]+\])(?::(\d{1,5}))?\/?$/i.exec(text) ?? [];
  if (scheme === '' || Number(port ?? 0) > 65_535) return undefined;
  const tls = scheme === 'smtps' ? 'implicit' : scheme === 'smtp' ? 'starttls' : 'none';
  if (tls === 'none' && !isLoopbackHost(host)) return undefined;
  const usual = { implicit: 465, starttls: 587, none: 25 }[tls];
  return { host: host.replace(/^\[|\]$/g, ''), port: port === undefined ? usual : Number(port), tls };
}
