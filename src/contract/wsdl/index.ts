/** From WSDL 1.1 and XML Schema to the contract model, every component with its position. */
export { readDocument, type XmlDocument, type XmlElement, type XmlFile } from './document.ts';
export type { FindWellKnown, ReadXmlFile } from './document-store.ts';
export { type AnnotatedContract, type LoadWsdlOptions, loadWsdl } from './load-wsdl.ts';
export { readWsdl, type WsdlModel, type WsdlOptions } from './read-wsdl.ts';
export { type FileReference, referencesOf } from './references.ts';
export type { ServiceChoice } from './select-service.ts';
