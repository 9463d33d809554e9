import { wsdl as kinds } from '../../diagnostics/index.ts';
import type { ForgivingEntry } from './check-context.ts';

/**
 * Errors of a contract that are warnings in a WSDL, since most toolkits forgive them and nobody who calls the service can
 * mend them. The generated code is right without what contradicts itself; the checks say what that is. Errors that are
 * not in the table stay errors: cycles of components, types that no code can represent, chains without an end.
 */
const forgiven: Readonly<Record<string, ForgivingEntry>> = {
  SW1315: kinds.infiniteType,
  SW1324: kinds.ignoredFacet,
  SW1325: kinds.ignoredValue,
  SW1326: kinds.ignoredFacet,
  SW1341: kinds.ignoredDefault,
  SW1361: kinds.ambiguousContent,
  SW1362: kinds.ambiguousContent,
  SW1363: kinds.wideAll,
  SW1365: kinds.repeatedAttribute,
  SW1366: kinds.repeatedAttribute,
  SW1367: kinds.looseDerivation,
  SW1368: kinds.looseDerivation,
  SW1369: kinds.ignoredDefault,
  SW1370: kinds.ignoredDefault,
  SW1372: kinds.ignoredFacet,
  SW1373: kinds.looseDerivation,
  SW1374: kinds.ignoredFacet,
  SW1377: kinds.largeContent,
  SW1384: kinds.ignoredFacet,
  SW1385: kinds.plainName,
  SW1378: kinds.abstractAlone,
  SW1379: kinds.abstractAlone,
  SW1380: kinds.ignoredFacet,
  SW1392: kinds.deepArray,
};

/** Errors in the values of a contract that are warnings in a forgiving one: addresses and namespaces that are not URIs. */
export const forgivenValues: ReadonlySet<string> = new Set(['SW1401', 'SW1403']);

/** The warning that replaces an error, by the code of the error; undefined for an error that stays. */
export function forgivenCheck(code: string): ForgivingEntry | undefined {
  return Object.hasOwn(forgiven, code) ? forgiven[code] : undefined;
}
