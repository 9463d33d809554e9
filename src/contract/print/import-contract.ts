import { type Contract, withUnreached, xmlNamespace } from '../model/index.ts';
import { withoutActions } from '../yaml/build/addressing.ts';
import { contractMap } from './contract-file.ts';
import { Gaps } from './gaps.ts';
import { type InFull, nothingInFull } from './in-full.ts';
import { type Remark, Remarks } from './remarks.ts';
import { yamlText } from './yaml-text.ts';

export interface ImportedFile {
  /** Relative to the folder of the contract. */
  readonly file: string;
  readonly text: string;
}

export interface ImportedContract {
  /** The contract first, then the files that it includes. */
  readonly files: readonly [ImportedFile, ...ImportedFile[]];
  /** Features that the language cannot express, each once. */
  readonly gaps: readonly string[];
}

export interface ImportOptions {
  /** Name of the main file. */
  readonly file?: string | undefined;
  /** Whether the WSDL has mistakes that are forgiven; the contract keeps them. */
  readonly forgiving?: boolean | undefined;
  /** What only its long form can say; nothing by default. */
  readonly inFull?: InFull | undefined;
  /** Forgiven mistakes: comments at their components. */
  readonly remarks?: readonly Remark[] | undefined;
}

/** The YAML of a contract that was loaded from a WSDL: from it the same components and the same TypeScript come. */
export function importContract(
  contract: Contract,
  { file = 'contract.yaml', forgiving = false, remarks: forgiven = [], inFull = nothingInFull }: ImportOptions = {},
): ImportedContract {
  const gaps = new Gaps();
  const tolerance = {
    forgiving: forgiving || undefined,
    unreached: contract.unreached === undefined ? undefined : 'wsdl',
  };
  const whole = withoutActions(withoutXml(withUnreached(contract)));
  const remarks = new Remarks(whole, forgiven);
  const map = contractMap(whole, tolerance, { gaps, remarks, inFull });
  const text = yamlText(map, remarks.commentOnRest()?.replace(/^/gm, ' '));
  return { files: [{ file, text }], gaps: gaps.all };
}

/** The attributes of XML itself need no declaration. */
function withoutXml(contract: Contract): Contract {
  const schemas = contract.schemas.filter(({ targetNamespace }) => targetNamespace !== xmlNamespace);
  return { ...contract, schemas };
}
