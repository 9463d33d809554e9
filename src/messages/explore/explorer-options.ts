import type { Contract, ResolvedService } from '../../contract/index.ts';
import type { Connect } from './send.ts';

export interface ExplorerOptions {
  readonly contract: Contract;
  readonly service: ResolvedService;
  /** The contract, as the command got it. */
  readonly place: string;
  readonly connect: Connect;
  /** Options of the command. @param timeout in seconds. */
  readonly command: { readonly address: string | undefined; readonly timeout: number };
  /** The file of environments. */
  readonly environments: string;
  /** Folder that assertions are saved to. */
  readonly probes: string;
  /** Folder that exchanges are recorded in; undefined: none are. */
  readonly record?: string | undefined;
  /** Variables of the process, which hold secrets. */
  readonly process: NodeJS.ProcessEnv;
}
