import { errorCode } from '../common/storage-error.ts';
import { failed, type Hook, type HookResult } from '../hooks/hook.ts';
import { mailHookName, readDigest } from '../storage/mail-digests.ts';
import type { Db } from '../storage/tables.ts';
import type { MailSettings } from './mail-settings.ts';
import type { MailTexts } from './mail-templates.ts';

/** A message about arrived files. */
export interface FolderMessage {
  /** Stable over attempts. */
  readonly id: string;
  readonly to: string;
  readonly folder: string;
  readonly files: readonly {
    readonly name: string;
    readonly size: bigint;
    readonly digest: string;
    readonly at: number;
  }[];
  /** The address that ends the messages to this recipient (RFC 8058). */
  readonly unsubscribe: string;
}

/** Files that a message lists; of more it says the number. */
const mostListed = 100;

export interface MailHookContext {
  readonly db: Db;
  /** The address that ends the messages to a recipient. */
  readonly unsubscribe: (recipient: string) => string;
}

/** The hook that sends messages to the recipients of folders: at least once each, with the same Message-ID. */
export function mailHook(mail: MailSettings, { db, unsubscribe }: MailHookContext): Hook {
  const { timeout, retryFor, interval: delay, host, port } = mail;
  return {
    name: mailHookName,
    target: `smtp://${host}:${port}`,
    timeout,
    retryFor,
    delay,
    logOutput: false,
    async deliver({ id, body }, { signal }) {
      const { data } = JSON.parse(body) as { readonly data: { readonly recipient: string; readonly path: string } };
      const digest = await readDigest(db, id, data.recipient);
      // Its recipient has ended the messages, or its folder is gone.
      if (digest === undefined) return { delivered: true };
      const { address: to, files } = digest;
      const message = { id, to, folder: data.path, files, unsubscribe: unsubscribe(data.recipient) };
      return await sendMail(mail, message, signal);
    },
  };
}

/** Sends a message. 5xx to its recipient is final, everything else is tried again. Never rejects. */
export async function sendMail(mail: MailSettings, message: FolderMessage, signal: AbortSignal): Promise<HookResult> {
  try {
    // Loaded here: other services send no messages.
    const { createTransport } = await import('nodemailer');
    const { host, port, tls, ca, login, timeout } = mail;
    const transport = createTransport({
      host,
      port,
      secure: tls === 'implicit',
      requireTLS: tls === 'starttls',
      ignoreTLS: tls === 'none',
      ...(login && { auth: await login() }),
      tls: { ...(ca !== undefined && { ca }), minVersion: 'TLSv1.2' },
      connectionTimeout: timeout,
      greetingTimeout: timeout,
      socketTimeout: timeout,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    const { id, to, unsubscribe } = message;
    const sent = transport.sendMail({
      from: mail.from,
      to: { name: '', address: to },
      messageId: `<${id}@${mail.from.address.replace(/^.*@/, '')}>`,
      ...textsOf(mail, message),
      headers: {
        'Auto-Submitted': 'auto-generated',
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    });
    await Promise.race([sent, aborted(signal)]);
    return { delivered: true };
  } catch (error) {
    if (signal.aborted) return failed('no response in time');
    const { responseCode, command } = error as { readonly responseCode?: unknown; readonly command?: unknown };
    const status = Number(responseCode);
    if (!(status > 0)) return failed(`${mail.host}:${mail.port}: ${errorCode(error) || 'failed'}`);
    // After MAIL FROM and DATA it is about `from`, or the message.
    const isFinal = status >= 500 && command === 'RCPT TO';
    return { delivered: false, reason: `SMTP ${status}`, isFinal };
  }
}

function textsOf({ templates }: MailSettings, { folder, files, unsubscribe }: FolderMessage): MailTexts {
  const more = files.length - mostListed;
  return templates.fill({
    folder,
    count: String(files.length),
    files: files.slice(0, mostListed).map(({ name, size, digest, at }) => ({
      name,
      size: String(size),
      sha256: digest,
      time: `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    })),
    more: more > 0 ? `And ${more} more.` : '',
    unsubscribe,
  });
}

async function aborted(signal: AbortSignal): Promise<never> {
  return await new Promise((_, reject) => {
    const end = (): void => reject(signal.reason);
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
  });
}
