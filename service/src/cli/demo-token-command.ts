import { Argument, type Command, Option } from 'commander';
import { StorageError } from '../common/storage-error.ts';
import { SettingsError } from '../config/load-settings.ts';
import { DemoError, demonstration, usualServiceAddress } from '../demo/demo-values.ts';
import type { SignInUse } from '../storage/identity-providers.ts';
import { print, printToStderr } from './command-output.ts';

interface TokenFlags {
  readonly email?: string;
  readonly url?: string;
  readonly use: SignInUse;
  readonly bare?: boolean;
  readonly curl?: boolean;
}

const kinds = { saml: 'SAML2', oidc: 'OIDC' } as const;

export function addDemoToken(commands: Command): void {
  commands
    .command('demo-token')
    .addArgument(new Argument('<kind>', 'a SAML token, or a code of OpenID Connect').choices(['saml', 'oidc']))
    .option('--email <email>', `who signs in (default: ${demonstration.people.saml} or ${demonstration.people.oidc})`)
    .option('--url <url>', `address of the demonstration (default: ${usualServiceAddress({})})`)
    .addOption(
      new Option('--use <use>', 'application that the sign-in is for').choices(['web', 'client']).default('client'),
    )
    .option('--bare', 'oidc: only the code, of a sign-in that the desktop client starts itself')
    .option('--curl', 'print a curl command that signs in with it instead')
    .description('sign in at the demonstration, and print the token or code for the application')
    .action(async (kind: keyof typeof kinds, flags: TokenFlags) => {
      const url = addressOf(flags.url ?? usualServiceAddress(process.env));
      if (flags.bare && (kind === 'saml' || flags.use === 'web')) {
        throw new SettingsError('The flag --bare is for oidc and the desktop client only.');
      }
      try {
        await printToken(kind, url, flags);
      } catch (error) {
        throw error instanceof DemoError ? outcomeOf(error, url) : error;
      }
    });
}

/** The URL of the service; default path: that of the contract. */
function addressOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new SettingsError('The flag --url must be an http or https address.');
  }
  if (url.pathname === '/') url.pathname = new URL(usualServiceAddress({})).pathname;
  return url.href;
}

async function printToken(kind: keyof typeof kinds, url: string, flags: TokenFlags): Promise<void> {
  const [{ oidcCommand, samlCommand }, { signInByOidc, signInBySaml }] = await Promise.all([
    import('../demo/demo-pages.ts'),
    import('../demo/demo-browser.ts'),
  ]);
  const { use, bare = false } = flags;
  const email = flags.email ?? demonstration.people[kind];
  const loginUrl = await loginUrlOf(kind, url, email, use);
  if (kind === 'saml') {
    const token = await signInBySaml(loginUrl, email);
    await print(`${flags.curl ? samlCommand(url, email, token) : token}\n`);
    printToStderr(`The SAMLToken of ${email} for SAMLAccountLogin: it works once, within 5 minutes.`);
  } else {
    const code = await signInByOidc(loginUrl, email, { bare });
    await print(`${flags.curl ? oidcCommand(url, email, use, code) : code}\n`);
    const { applicationType } = demonstration[use];
    printToStderr(
      `The ExternalOAuthCode of ${email} for ExternalOAuthAccountLogin with the ApplicationType ${applicationType}: it works once, within 10 minutes.`,
    );
    if (!bare && !flags.curl) printToStderr('In XML write each & as &amp;.');
  }
}

/** @throws {DemoError} */
async function loginUrlOf(kind: keyof typeof kinds, url: string, email: string, use: SignInUse): Promise<string> {
  const { RemoteFileServiceClient } = await import('@soapwright/generated/remote-file-service/client');
  const client = new RemoteFileServiceClient({ address: url, timeout: 15_000 });
  const request = { APIKey: demonstration.apiKey, EmailAddress: email };
  const call = use === 'web' ? client.SSOLoginWebURL(request) : client.SSOLoginURL(request);
  const { ErrorMessage, LoginURL, SSOType } = await call.catch((error: unknown) => {
    const reason = reasonOf(error);
    throw new DemoError('unreachable', reason.endsWith('.') ? reason : `${reason}.`, error);
  });
  if (ErrorMessage) throw new DemoError('not-a-demonstration', `It said: ${ErrorMessage}`);
  if (SSOType !== kinds[kind] || LoginURL === undefined || !URL.canParse(LoginURL)) {
    throw new DemoError('not-a-demonstration', `${email} does not sign in with ${kinds[kind]} there.`);
  }
  return LoginURL;
}

/** The message of an error, without a remedy for programs that call a service themselves. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const remedy = 'remedy' in error && typeof error.remedy === 'string' ? error.remedy : '';
  return error.message.replace(remedy, '').trim();
}

function outcomeOf({ code, message }: DemoError, url: string): Error {
  if (code === 'unreachable') {
    return new StorageError(
      'failed',
      `The demonstration at ${url} cannot be used: ${message} Start it with: npm start`,
    );
  }
  const found = code === 'not-a-demonstration' ? 'is not a demonstration with that person' : 'did not sign in';
  return new SettingsError(`The service at ${url} ${found}. ${message}`);
}
