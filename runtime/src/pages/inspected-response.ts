import type { SoapFault } from '../soap/fault.ts';
import type { XmlElement } from './xml-tree.ts';

/** The content of a response; all undefined for a body that is too large for a page. */
export interface InspectedResponse {
  readonly bytes?: Uint8Array;
  /** Undefined as well for a body that is not well-formed XML. */
  readonly root?: XmlElement | undefined;
  readonly fault?: SoapFault | undefined;
}
