import { type HttpScheme, type MtomUse, needsCredentials, needsKeys, type SecurityDemand } from '../contract/index.ts';
import { arrow, block, type Code, callCode, type Doc, line, listedUnion } from './code.ts';
import type { GeneratedFile } from './generated-file.ts';
import { stringLiteral } from './literal.ts';
import { clientUses, keysTypes, messageDemands, serverUses } from './message-demands.ts';

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

const kinds = ['usernameToken', 'timestamp', 'httpAuthentication', 'clientCertificate', 'keys', 'assertion'] as const;
type Kind = (typeof kinds)[number];

function hasKind(demand: SecurityDemand, kind: Kind): boolean {
  return kind === 'keys' ? needsKeys(demand) : demand[kind] !== undefined;
}

/** Undefined where nothing is demanded that clients meet. @param demands alternatives. @param mtom that the contract states. */
export function clientCredentials(
  demands: readonly SecurityDemand[],
  file: GeneratedFile,
  mtom: MtomUse | undefined,
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
  return { option: [doc, type], ...sending(demands, file, mtom), isOptional };
}

/** The lines of the types of credentials, each once. Each excludes what the others have, so that a union tells them apart. */
function alternatives(all: readonly SecurityDemand[], file: GeneratedFile): readonly (readonly string[])[] {
  const found = all.flatMap((demand): readonly (readonly string[])[] => {
    const own = kindsOf(demand);
    if (own.length === 0) return [];
    const excluded = kinds.filter(
      (kind) => !hasKind(demand, kind) && kind !== 'timestamp' && all.some((one) => hasKind(one, kind)),
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
  return kinds.filter((kind) => hasKind(demand, kind));
}

function property(kind: Kind, demand: SecurityDemand, file: GeneratedFile): string {
  const { httpAuthentication } = demand;
  switch (kind) {
    case 'keys':
      return `readonly keys: ${keysTypes(`${file.module('soapSecurity')}.ClientKeys`, [clientUses(demand)]).join('')}`;
    case 'assertion':
      return `readonly assertion: NonNullable<${file.module('soapSecurity')}.Credentials['assertion']>`;
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
  mtom: MtomUse | undefined,
): Pick<ClientCredentials, 'settings' | 'interceptors'> {
  const settings: Code[] = [];
  const schemes = [...new Set(demands.flatMap(({ httpAuthentication }) => httpAuthentication ?? []))];
  const byPassword = schemes.filter(isByPassword);
  const given = "(options.credentials === 'none' ? undefined : options.credentials?.";
  const isOptional = !demands.every(needsCredentials);
  const read = isOptional ? given : given.replace('?.', '.');
  const names = byPassword.map(stringLiteral).join(', ');
  const byHttp =
    schemes.length === 0
      ? 'options.authentication'
      : byPassword.length > 0
        ? `options.authentication ?? ${file.module('soapAuthentication')}.httpAuthentication(options.credentials, ${names})`
        : `options.authentication ?? ${read}httpAuthentication)`;
  if (demands.some(needsKeys)) {
    const head = `...${file.module('soapSecurity')}.securedMessages(`;
    const surroundings = [`authentication: ${byHttp}`, ...(mtom === undefined ? [] : [`mtom: ${stringLiteral(mtom)}`])];
    settings.push(callCode(head, ['options', `{ ${surroundings.join(', ')} }`], messageDemands(demands), '),'));
  } else if (schemes.length > 0) settings.push(arrow('authentication:', `${byHttp},`));
  if (demands.some(({ clientCertificate }) => clientCertificate)) {
    settings.push(arrow('transport:', `options.transport ?? ${read}clientCertificate),`));
  }
  if (!demands.some(isSentByInterceptor)) return { settings, interceptors: [] };
  const literals = demands.map(kindsText);
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

/** Whether a demand is met by a header block that is made before the message is signed. */
function isSentByInterceptor(demand: SecurityDemand): boolean {
  const { usernameToken, timestamp, assertion } = demand;
  return usernameToken !== undefined || assertion === 'bearer' || (timestamp === true && !needsKeys(demand));
}

function kindsText(demand: SecurityDemand): string {
  const values = kindsOf(demand).map((kind) => {
    const value = kind === 'keys' ? true : demand[kind];
    return `${kind}: ${value === true ? 'true' : stringLiteral(`${value}`)}`;
  });
  if (demand.encryption?.request?.includes('UsernameToken')) values.push('isEncrypted: true');
  return values.length === 0 ? '{}' : `{ ${values.join(', ')} }`;
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
    ...(demands.some(needsKeys)
      ? [`\`messageKeys\` of \`@soapwright/security/messages\` takes the keys${consentText(demands)}.`]
      : []),
  ];
}

/** What a contract whose algorithms are weak asks for, too. */
function consentText(demands: readonly SecurityDemand[]): string {
  const uses = new Set(demands.flatMap(clientUses));
  const asked = (['allowSha1', 'allowCbc'] as const).filter((one) => uses.has(one)).map((one) => `\`${one}\``);
  return asked.length === 0 ? '' : `, and consent to weak algorithms by ${asked.join(' and ')}`;
}

/** The demands of one alternative in words; empty without any. */
export function demandedText(demand: SecurityDemand): string {
  const { usernameToken, timestamp, httpAuthentication, clientCertificate, signature, encryption, assertion } = demand;
  return [
    ...(usernameToken === undefined
      ? []
      : [`a UsernameToken with a ${usernameToken === 'text' ? 'password' : 'digest'}`]),
    ...(timestamp === undefined ? [] : ['a Timestamp']),
    ...(httpAuthentication === undefined ? [] : [schemeNames[httpAuthentication]]),
    ...(clientCertificate === undefined ? [] : ['a client certificate']),
    ...(signature === undefined ? [] : ['a signature']),
    ...(encryption === undefined ? [] : ['encryption']),
    ...(assertion === undefined ? [] : ['a SAML assertion']),
  ].join(' and ');
}

/** The option `keys` of a server whose contract demands signatures or encryption, and the default that it gives. */
export interface ServerCredentials {
  /** The property of the options, with its doc comment. */
  readonly option: readonly Code[];
  /** The declaration of `messageSecurity`. */
  readonly messageSecurity: Code;
  readonly isOptional: boolean;
}

/** Undefined where nothing is demanded of messages. */
export function serverCredentials(
  demands: readonly SecurityDemand[],
  file: GeneratedFile,
): ServerCredentials | undefined {
  const secured = demands.filter(needsKeys);
  if (secured.length === 0) return undefined;
  const module = file.module('soapSecurity');
  const isOptional = secured.length < demands.length;
  const members = keysTypes(`${module}.ServerKeys`, secured.map(serverUses));
  const consent = consentText(secured);
  const text = `Keys by which requests are opened and responses secured, as the contract demands: \`serverMessageKeys\` of \`@soapwright/security/messages\`${consent}. \`'none'\`: your own \`messageSecurity\` does it.`;
  const doc: Doc = { kind: 'doc', paragraphs: [text] };
  const name = `readonly keys${isOptional ? '?' : ''}:`;
  const type = listedUnion(name, [...members, "'none'", ...(isOptional ? ['undefined'] : [])]);
  return {
    option: [doc, type],
    messageSecurity: callCode(
      `const messageSecurity = options.messageSecurity ?? ${module}.demandedMessageSecurity(`,
      ['options.keys'],
      messageDemands(secured),
      ');',
    ),
    isOptional,
  };
}
