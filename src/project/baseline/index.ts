/** Old contracts to compare with: files, and the files of commits. */
export {
  type Baseline,
  type ComparedTarget,
  isBeforeConfiguration,
  type LoadedTarget,
  loadContractOf,
  loadOld,
  type OldContract,
  type OpenedBaseline,
  openBaseline,
} from './baseline.ts';
