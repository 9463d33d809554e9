import { exitCodeOf, verifying as kinds, Report, report } from '../diagnostics/index.ts';
import { type AccessOptions, LiveAccess } from '../fetch/index.ts';
import {
  LiveService,
  type LoadedService,
  liveContract,
  readExamples,
  type SecurityProfile,
  ServiceMessages,
  verifyService,
  wsdlFindings,
} from '../messages/index.ts';
import { breakingRuleTextOf } from '../rules/index.ts';
import { accessOptions, withPassword } from './access-options.ts';
import { signInOf } from './message-security.ts';
import { loadOneContract, type OneContractFlags } from './one-contract.ts';
import { failed, print } from './print.ts';
import { onStage, type Terminal } from './terminal.ts';

export interface VerifyFlags extends OneContractFlags, AccessOptions {
  readonly probes?: string;
  /** In seconds. */
  readonly timeout: number;
  readonly badRequests: number;
  readonly seed: string;
  /** False with --no-wsdl. */
  readonly wsdl: boolean;
  readonly profile?: SecurityProfile;
}

/** Compares a live service with its contract. */
export async function runVerify(
  address: string,
  contract: string | undefined,
  flags: VerifyFlags,
  terminal: Terminal,
): Promise<number> {
  const to = new Report();
  const chosen = contract === undefined ? flags : { ...flags, schema: contract };
  const loaded = loadOneContract(chosen, `soapwright verify ${address}`, terminal, to);
  if (loaded === undefined) return print(failed(to.diagnostics, to.sources), flags, terminal);
  const { probes: folder, seed, timeout, badRequests } = flags;
  const messages = new ServiceMessages(loaded.contract, loaded.service);
  const probes = folder === undefined ? new Map() : readExamples(folder, messages, { seed, use: 'probe' }, to);
  if (probes === undefined || to.hasErrors) return print(failed(to.diagnostics, to.sources), flags, terminal);
  const url = address.replace(/\?wsdl$/i, '');
  const signIn = signInOf(loaded.service, flags.profile, accessOptions(await withPassword(flags)), url);
  if (signIn.diagnostics.length > 0) return print(failed(signIn.diagnostics, to.sources), flags, terminal);
  const { security, access: options } = signIn;
  const opened = LiveAccess.open(url, options, { current: process.cwd(), environment: process.env });
  if (opened.access === undefined) return print(failed(opened.diagnostics, to.sources), flags, terminal);
  const { access } = opened;
  const stage = onStage(flags, terminal);
  const ofWsdl = flags.wsdl ? await compareWsdl(url, loaded, options, stage) : [];
  stage('Calling the service');
  const mtom = loaded.service.mtom.client === 'required';
  const live = new LiveService({ url, access, timeout: timeout * 1_000, mtom, security });
  const { findings, probed, bad } = await verifyService({ ...loaded, messages, live, probes, seed, badRequests });
  await access.close();
  if (folder === undefined) to.add(report(kinds.noProbes, {}));
  const all = [...ofWsdl, ...findings];
  return print(
    {
      exitCode: exitCodeOf([...to.diagnostics, ...all]),
      files: [],
      diagnostics: to.diagnostics,
      findings: all,
      sources: to.sources,
      ruleOf: breakingRuleTextOf,
      details: { probed, bad },
      summary: `${probed} requests of probes, ${bad} that must be refused: ${all.length === 0 ? 'nothing differs' : `${all.length} findings`}.`,
    },
    flags,
    terminal,
  );
}

async function compareWsdl(
  url: string,
  { contract }: LoadedService,
  options: AccessOptions,
  stage: (text: string) => void,
): Promise<ReturnType<typeof wsdlFindings>> {
  stage(`Fetching ${url}?wsdl`);
  return wsdlFindings(contract, await liveContract(`${url}?wsdl`, options, process.cwd()));
}
