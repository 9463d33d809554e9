import { defaultLimits, type Limits } from '../../../runtime/src/xml/limits.ts';

/** Limits that generated documents reach. */
export const smallLimits: Limits = {
  ...defaultLimits,
  maxDepth: 6,
  maxAttributes: 4,
  maxNameBytes: 12,
  maxAttributeValueBytes: 40,
  maxElements: 12,
  maxItems: 1,
};
