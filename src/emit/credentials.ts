import { type HttpScheme, needsCredentials, type SecurityDemand } from '../contract/index.ts';
import { arrow, block, type Code, type Doc, line } from './code.ts';
import type { GeneratedFile } from './generated-file.ts';
import { stringLiteral } from './literal.ts';

/** The option `credentials` of a client whose contract demands some, and how the client sends them. */
export interface ClientCredentials {
  /** The property of the options, with its doc comment. */
  readonly option: readonly Code[];
  /** Properties of the options of the runtime's client, without interceptors. */
  readonly settings: readonly Code[];
  /** Interceptors of the client, after those of its options. */
  readonly interceptors: readonly Code[];
  /** Whether the contract lets callers in without credentials. */
  readonly isOptional: boolean;
}

const kinds = ['usernameToken', 'timestamp', 'httpAuthentication', 'clientCertificate'] as const;
type Kind = (typeof kinds)[number];

/** Undefined where nothing is demanded that clients meet. @param demands alternatives. */
export function clientCredentials(
  demands: readonly SecurityDemand[],
  file: GeneratedFile,
): ClientCredentials | undefined {
  if (demands.length === 0) return undefined;
  const isOptional = !demands.every(needsCredentials);
  const members = alternatives(demands, file);
  const name = `readonly credentials${isOptional ? '?' : ''}:`;
  const others = [stringLiteral('none'), ...(isOptional ? ['undefined'] : [])];
  const type = block(
    name,
    [
      ...members.map(([head, ...properties]) => block(`| ${head}`, properties.map(line), '}')),
      line(`| ${others.join(' | ')};`),
    ],
    '',
  );
  const doc: Doc = { kind: 'doc', paragraphs: [credentialsDoc(demands)] };
  return { option: [doc, type], ...sending(demands, file), isOptional };
}

/** The lines of the types of credentials, each once. Each excludes what the others have, so that a union tells them apart. */
function alternatives(all: readonly SecurityDemand[], file: GeneratedFile): readonly (readonly string[])[] {
  const found = all.flatMap((demand): readonly (readonly string[])[] => {
    const own = kindsOf(demand);
    if (own.length === 0) return [];
    const excluded = kinds.filter(
      (kind) => demand[kind] === undefined && kind !== 'timestamp' && all.some((one) => one[kind] !== undefined),
    );
    return [
      [
        '{',
        ...own.map((kind) => `${property(kind, demand, file)};`),
        ...excluded.map((kind) => `readonly ${kind}?: undefined;`),
      ],
    ];
  });
  return [...new Map(found.map((lines) => [lines.join(' '), lines])).values()];
}

function kindsOf(demand: SecurityDemand): readonly Kind[] {
  return kinds.filter((kind) => demand[kind] !== undefined);
}

function property(kind: Kind, { httpAuthentication }: SecurityDemand, file: GeneratedFile): string {
  switch (kind) {
    case 'usernameToken':
      return `readonly usernameToken: ${file.module('soapSecurity')}.TokenCredentials`;
    case 'timestamp':
      return `readonly timestamp?: ${file.module('soapSecurity')}.TimestampOptions | undefined`;
    case 'clientCertificate':
      return 'readonly clientCertificate: soap.Transport';
    default:
      return isByPassword(httpAuthentication)
        ? `readonly httpAuthentication: ${file.module('soapAuthentication')}.HttpCredentials`
        : "readonly httpAuthentication: NonNullable<soap.ClientOptions['authentication']>";
  }
}

function isByPassword(scheme: HttpScheme | undefined): scheme is 'basic' | 'digest' {
  return scheme === 'basic' || scheme === 'digest';
}

function sending(
  demands: readonly SecurityDemand[],
  file: GeneratedFile,
): Pick<ClientCredentials, 'settings' | 'interceptors'> {
  const settings: Code[] = [];
  const schemes = [...new Set(demands.flatMap(({ httpAuthentication }) => httpAuthentication ?? []))];
  const byPassword = schemes.filter(isByPassword);
  const given = "(options.credentials === 'none' ? undefined : options.credentials?.";
  const isOptional = !demands.every(needsCredentials);
  const read = isOptional ? given : given.replace('?.', '.');
  if (byPassword.length > 0) {
    const names = byPassword.map(stringLiteral).join(', ');
    const call = `${file.module('soapAuthentication')}.httpAuthentication(options.credentials, ${names})`;
    settings.push(arrow('authentication:', `options.authentication ?? ${call},`));
  } else if (schemes.length > 0) {
    settings.push(arrow('authentication:', `options.authentication ?? ${read}httpAuthentication),`));
  }
  if (demands.some(({ clientCertificate }) => clientCertificate)) {
    settings.push(arrow('transport:', `options.transport ?? ${read}clientCertificate),`));
  }
  const isOfMessages = demands.some(({ usernameToken, timestamp }) => (usernameToken ?? timestamp) !== undefined);
  const literals = demands.map((one) => {
    const values = kindsOf(one).map(
      (kind) => `${kind}: ${one[kind] === true ? 'true' : stringLiteral(`${one[kind]}`)}`,
    );
    return values.length === 0 ? '{}' : `{ ${values.join(', ')} }`;
  });
  if (!isOfMessages) return { settings, interceptors: [] };
  const head = `...${file.module('soapSecurity')}.credentialInterceptors(`;
  const parameters = ['options.credentials', ...literals];
  const isLong = parameters.join(', ').length > 58;
  const call = isLong
    ? block(
        head,
        parameters.map((one) => line(`${one},`)),
        '),',
      )
    : line(`${head}${parameters.join(', ')}),`);
  return { settings, interceptors: [call] };
}

const schemeNames: Readonly<Record<HttpScheme, string>> = {
  basic: 'HTTP Basic',
  digest: 'HTTP Digest',
  ntlm: 'NTLM',
  negotiate: 'Negotiate',
  bearer: 'a bearer token',
};

function credentialsDoc(demands: readonly SecurityDemand[]): string {
  const alternatives = demands.map((one) => demandedText(one) || 'nothing');
  return [
    `What the contract demands of callers: ${alternatives.join('; or ')}.`,
    ...meansOf(demands),
    "`'none'`: your own interceptors, authentication or transport send it.",
  ].join(' ');
}

/** What callers pass where it is not a user and password. */
function meansOf(demands: readonly SecurityDemand[]): readonly string[] {
  const schemes = new Set(demands.flatMap(({ httpAuthentication }) => httpAuthentication ?? []));
  const connected = (['ntlm', 'negotiate'] as const).filter((one) => schemes.has(one)).map((one) => `\`${one}\``);
  const authentication = '@soapwright/runtime/client/authentication';
  return [
    ...(connected.length === 0 ? [] : [`${connected.join(' and ')} are functions of \`${authentication}/node\`.`]),
    ...(schemes.has('bearer') ? [`\`bearer\` is a function of \`${authentication}\`.`] : []),
    ...(demands.some(({ clientCertificate }) => clientCertificate)
      ? ['`httpTransport` of `@soapwright/runtime/client/node` takes a certificate.']
      : []),
  ];
}

/** The demands of one alternative in words; empty without any. */
export function demandedText({
  usernameToken,
  timestamp,
  httpAuthentication,
  clientCertificate,
}: SecurityDemand): string {
  return [
    ...(usernameToken === undefined
      ? []
      : [`a UsernameToken with a ${usernameToken === 'text' ? 'password' : 'digest'}`]),
    ...(timestamp === undefined ? [] : ['a Timestamp']),
    ...(httpAuthentication === undefined ? [] : [schemeNames[httpAuthentication]]),
    ...(clientCertificate === undefined ? [] : ['a client certificate']),
  ].join(' and ');
}
