import { dirname, resolve } from 'node:path';
import { readTree, XmlError } from '@soapwright/runtime/xml';
import { SamlElement } from '@soapwright/security/saml';
import { readConfiguredFile } from '../../common/file-system.ts';
import { SettingsError } from '../../config/load-settings.ts';
import { type Located, parseYaml, readUtf8 } from '../../config/yaml-document.ts';
import { Fields, offsetOf } from '../../config/yaml-fields.ts';
import type { OperatorRole } from '../../operator/operator-sessions.ts';
import { entityIdProblem, readCertificate, secureAddressProblem } from '../../operator/provisioning/provider-values.ts';

/** How people sign in to the operator's page. */
export interface OperatorSignIn {
  readonly provider:
    | {
        readonly kind: 'OIDC';
        readonly issuer: string;
        readonly clientId: string;
        /** Undefined: a public client. */
        readonly clientSecret: string | undefined;
        readonly scope: string;
      }
    | ({ readonly kind: 'SAML2'; readonly entityId: string } & SamlMetadata);
  /** The claim, or the attribute, that has the roles. */
  readonly claim: string;
  /** Values of the claim, by the role that they give. */
  readonly roles: { readonly [role in OperatorRole]: readonly string[] };
}

interface SamlMetadata {
  readonly issuer: string;
  readonly signInUrl: string;
  /** PEM. */
  readonly certificates: readonly string[];
}

/**
 * Reads the file of the setting `operator.signIn`, with the files that it names. Paths in it are relative to it.
 *
 * @throws {FileProblems} for the file, {@link SettingsError} for the metadata, {@link StorageError} for a file that
 *   cannot be read.
 */
export async function loadOperatorSignIn(path: string): Promise<OperatorSignIn> {
  const text = readUtf8(await readConfiguredFile(path, 'the file of operator.signIn'), path);
  const { root, problems } = parseYaml(text, path);
  const read = async (name: string): Promise<string> =>
    (await readConfiguredFile(resolve(dirname(path), name), 'a file of operator.signIn')).toString('utf8');
  const top = Fields.of(root, 'The file of operator.signIn', problems);
  const [oidcNode, samlNode] = [top?.node('oidc'), top?.node('saml')];
  if ((oidcNode === undefined) === (samlNode === undefined)) {
    problems.add(offsetOf(root), 'The file of operator.signIn needs one of the fields oidc and saml.');
  }
  const oidc = oidcNode && Fields.of(oidcNode, 'oidc', problems);
  const issuer = checked(oidc?.text('issuer'), 'issuer', secureAddressProblem);
  const clientId = oidc?.text('clientId');
  const secretFile = oidc?.optionalText('clientSecretFile');
  const scope = oidc?.optionalText('scope')?.value ?? 'openid email';
  const saml = samlNode && Fields.of(samlNode, 'saml', problems);
  const metadataFile = saml?.text('metadataFile');
  const entityId = checked(saml?.text('entityId'), 'entityId', entityIdProblem);
  const rolesNode = top?.required('roles');
  const fields = rolesNode && Fields.of(rolesNode, 'roles', problems);
  const claim = fields?.text('claim')?.value ?? '';
  const valuesOf = (role: OperatorRole): readonly string[] => fields?.texts(role).map(({ value }) => value) ?? [];
  const roles = { viewer: valuesOf('viewer'), operator: valuesOf('operator'), admin: valuesOf('admin') };
  if (fields !== undefined && Object.values(roles).every((values) => values.length === 0)) {
    problems.add(fields.offset, 'roles must give somebody a role: viewer, operator or admin.');
  }
  for (const each of [oidc, saml, fields, top]) each?.done();
  problems.throwIfAny();
  if (issuer !== undefined && clientId !== undefined) {
    const clientSecret = secretFile && (await read(secretFile.value)).replace(/\r?\n$/, '');
    return { provider: { kind: 'OIDC', issuer, clientId: clientId.value, clientSecret, scope }, claim, roles };
  }
  const metadata = readMetadata(await read(metadataFile?.value ?? ''), metadataFile?.value ?? '');
  return { provider: { kind: 'SAML2', entityId: entityId ?? '', ...metadata }, claim, roles };

  function checked(
    located: Located<string> | undefined,
    key: string,
    problemOf: (text: string) => string | undefined,
  ): string | undefined {
    const problem = located && problemOf(located.value);
    if (located !== undefined && problem !== undefined) problems.add(located.offset, `${key} ${problem}.`);
    return located?.value;
  }
}

const metadataNamespace = 'urn:oasis:names:tc:SAML:2.0:metadata';
const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

/** The provider of an EntityDescriptor (saml-metadata-2.0, 2.3.2). @throws {SettingsError} */
function readMetadata(xml: string, file: string): SamlMetadata {
  const invalid = (what: string): SettingsError => new SettingsError(`${file} ${what}.`);
  let root: SamlElement;
  try {
    root = new SamlElement(readTree(new TextEncoder().encode(xml)));
  } catch (error) {
    throw error instanceof XmlError ? invalid('is not XML') : error;
  }
  const descriptors = root.all.filter((element) => element.isNamed([metadataNamespace, 'IDPSSODescriptor']));
  const [descriptor, ...others] = descriptors;
  const issuer = root.attribute('entityID');
  if (issuer === undefined || descriptor === undefined || others.length > 0) {
    throw invalid('is not an EntityDescriptor of one identity provider');
  }
  const within = (local: string): readonly SamlElement[] =>
    descriptor.all.filter((element) => element.isNamed([metadataNamespace, local]));
  const signInUrl = within('SingleSignOnService')
    .find((element) => element.attribute('Binding') === redirectBinding)
    ?.attribute('Location');
  const problem = signInUrl === undefined ? undefined : secureAddressProblem(signInUrl);
  if (signInUrl === undefined || problem !== undefined) {
    throw invalid(`has no SingleSignOnService of the binding HTTP-Redirect, or its Location is not https`);
  }
  const certificates = within('KeyDescriptor')
    .filter((element) => (element.attribute('use') ?? 'signing') === 'signing')
    .flatMap((element) => element.all.filter(({ local }) => local === 'X509Certificate'))
    .map(({ text }) => {
      const base64 = text.replace(/\s/g, '').replace(/.{64}/g, '$&\n');
      const certificate = readCertificate(`-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`);
      if ('fault' in certificate) throw invalid(`has a certificate that ${certificate.fault}`);
      return certificate.pem;
    });
  if (certificates.length === 0) throw invalid('has no certificate for signatures');
  return { issuer, signInUrl, certificates: [...new Set(certificates)] };
}
