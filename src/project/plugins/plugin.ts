import type { Contract, ResolvedService } from '../../contract/index.ts';
import type { ImportExtension } from '../../emit/index.ts';

/** Emits further files from a contract: documentation, tests, adapters. */
export interface Plugin {
  /** Names the plugin in messages. */
  readonly name: string;
  /**
   * The files for a service. The same input must give the same files on every machine: `check` compares them.
   *
   * @throws anything: nothing is written then, and the message is reported.
   */
  files(input: PluginInput): Iterable<PluginFile> | Promise<Iterable<PluginFile>>;
}

export interface PluginInput {
  /** Operations, records and types as generated code has them, with their names in TypeScript. */
  readonly service: ResolvedService;
  /** The components of WSDL and XML Schema. */
  readonly contract: Contract;
  /** The name of the contract's file, for a comment at the head of files. */
  readonly source: string;
  /** How relative imports end. */
  readonly importExtension: ImportExtension;
  /** Paths of the other generated files. */
  readonly generated: readonly string[];
}

export interface PluginFile {
  /** Below the output folder, with forward slashes. */
  readonly path: string;
  readonly text: string;
}
