/** Cases of changed contracts, which real clients of the old contract and the command `breaking` are tested with. */
import { readdirSync, readFileSync } from 'node:fs';
import { parse, stringify } from 'yaml';
import type { Contract } from '../../src/contract/model/index.ts';
import { contractOf } from '../support/generator/load-contracts.ts';

/**
 * Kinds of old clients: `ours` has `reading: strict`, `standard` the default; `jaxws` validates by the schema, `unvalidated`
 * is JAX-WS by default.
 */
export const toolkits = ['ours', 'standard', 'zeep', 'php', 'jaxws', 'unvalidated'] as const;
export type Toolkit = (typeof toolkits)[number];

/** A value that all clients take and return in one notation: records are maps. */
export type Value = string | number | boolean | null | readonly Value[] | { readonly [name: string]: Value };
export type Fields = Readonly<Record<string, Value>>;

/**
 * What comes of a call by an old client:
 *
 * - `ok`: the handler gets the client's values, and the client returns the result that a caller of the old contract
 *   expects.
 * - `server refuses`: a fault, before the handler is called. `client refuses`: an error of the client, after it.
 * - `undeclared fault`: the client throws a fault, but not the declared one that a caller of the old contract expects.
 * - `arrives`: the handler's values, which differ from the request; `reads`: the client's result, which differs from
 *   the one that a caller of the old contract expects. Neither side reports an error.
 */
export type Outcome = SimpleOutcome | { readonly arrives: Fields } | { readonly reads: Fields };

export type SimpleOutcome = 'ok' | 'server refuses' | 'client refuses' | 'undeclared fault';

/** A contract, its next version, and a call by a client of the old one to a server of the new one. */
export interface BreakingCase {
  /** Name of the file that has the case: that of the rule, or `safe`. */
  readonly rule: string;
  /** The change, as the end of a test's title. */
  readonly what: string;
  /** The rules that report the change; by default the one of the file. */
  readonly findings: readonly string[];
  readonly old: Contract;
  readonly new: Contract;
  /** The contract that the clients are generated from, if it is older than `old`. */
  readonly clients: Contract;
  /** The keys of the contract that the clients are generated from, as they are in the file. */
  readonly oldKeys: ContractKeys;
  readonly newKeys: ContractKeys;
  readonly call?: CaseCall | undefined;
  /** The result of the new server's handler. */
  readonly response?: Fields | undefined;
  /** Header blocks that it sends, by their names in the new contract. */
  readonly responseHeaders?: Fields | undefined;
  /** Thrown instead of a response. */
  readonly fault?: CaseFault | undefined;
  /** What callers of the old contract expect; by default the response. `none` if the old contract excludes the response. */
  readonly expected?: Fields | 'none' | undefined;
  readonly outcomes?: Readonly<Record<Toolkit, Outcome>> | undefined;
  /** Code of users of the old contract, which uses names that a toolkit generates or reads from the WSDL. */
  readonly code?: Readonly<Partial<Record<Toolkit, UserCode>>> | undefined;
}

export interface CaseCall {
  readonly operation: string;
  readonly request: Fields;
  /** The request in the notation of generated code, if that differs. */
  readonly typed?: Fields | undefined;
  /** The handler's request; by default the request as generated code has it. */
  readonly means?: Fields | undefined;
  /** Header blocks by their names in the contract. */
  readonly headers?: Fields | undefined;
}

export interface CaseFault {
  /** Its name in the new contract. */
  readonly name: string;
  readonly value: Fields;
  /** Its name in the old contract, by default the same; `none` if the old contract has no such fault. */
  readonly expected?: string | undefined;
  /** Fields of the detail that callers of the old contract expect; by default all of the value. */
  readonly reads?: Fields | undefined;
}

export interface UserCode {
  /** A module of TypeScript beside generated code, statements of Python with zeep's `client`, or statements of Java. */
  readonly text: string;
  /** A part of the error that the new contract causes; absent if the code still works. */
  readonly error?: string | undefined;
}

/** The keys of a contract in YAML that the tests look at. */
export interface ContractKeys {
  readonly style?: 'document' | 'rpc';
  readonly operations: Readonly<Record<string, { readonly response?: Fields; readonly oneWay?: boolean }>>;
  readonly headers?: Readonly<Record<string, { readonly mustUnderstand?: boolean }>>;
}

interface CaseText extends Omit<BreakingCase, 'old' | 'new' | 'clients' | 'oldKeys' | 'newKeys' | 'outcomes'> {
  /** By toolkit, or one that all have. */
  readonly outcomes?: OutcomesText | SimpleOutcome;
  readonly older?: ContractKeys;
  readonly old: ContractKeys;
  readonly new: ContractKeys;
}

const folder = new URL('cases/', import.meta.url);

/** All cases, by the names of their files. */
export function loadCases(): readonly BreakingCase[] {
  return readdirSync(folder)
    .sort()
    .flatMap((file) => casesOf(file.replace('.yaml', ''), readFileSync(new URL(file, folder), 'utf8')));
}

/** By default a client that is not strict has the outcome of the strict one. */
interface OutcomesText {
  readonly ours: Outcome;
  readonly standard?: Outcome;
  readonly zeep: Outcome;
  readonly php: Outcome;
  readonly jaxws: Outcome;
  readonly unvalidated?: Outcome;
}

function outcomesOf(text: OutcomesText | SimpleOutcome | undefined): BreakingCase['outcomes'] {
  if (text === undefined) return undefined;
  if (typeof text === 'string') return outcomesOf({ ours: text, zeep: text, php: text, jaxws: text });
  return { standard: text.ours, unvalidated: text.jaxws, ...text };
}

function casesOf(rule: string, text: string): readonly BreakingCase[] {
  const safe = rule === 'safe';
  return (parse(text) as readonly CaseText[]).map(({ older, outcomes = safe ? 'ok' : undefined, ...one }) => {
    const old = contract(one.old, `${rule}.old.yaml`);
    return {
      ...one,
      rule,
      findings: one.findings ?? (safe ? [] : [rule]),
      outcomes: outcomesOf(outcomes),
      old,
      new: contract(one.new, `${rule}.new.yaml`),
      clients: older === undefined ? old : contract(older, `${rule}.older.yaml`),
      oldKeys: older ?? one.old,
      newKeys: one.new,
    };
  });
}

/** The address in the WSDL of each case, unless its contracts have others. */
export const address = 'http://localhost/shop';

const defaults = { soapwright: 1, service: 'Shop', namespace: 'urn:shop/', address };

function contract(keys: ContractKeys, file: string): Contract {
  const soap = 'ports' in keys ? {} : { soap: ['1.1'] };
  return contractOf(stringify({ ...defaults, ...soap, ...keys }), file);
}
