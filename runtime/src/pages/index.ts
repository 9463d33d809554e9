/** The HTML pages of a service, and the sample messages that they show. */

export { type MessagePart, readWholeMessage, type WholeMessage, writeWholeMessage } from '../mime/whole-message.ts';
export type { ClientCalls, ReadableOperation } from './calls/client-calls.ts';
export { elementText } from './envelope-text.ts';
export type { ExampleValues, RequestExamples } from './example-values.ts';
export type { ElementNode } from './message-tree.ts';
export { style as pageStyle } from './page-style.ts';
export type {
  AttachmentDescription,
  ElementDescription,
  FieldDescription,
  HeaderDescription,
  HierarchyDescription,
  OperationDescription,
  PagesDescription,
} from './pages-description.ts';
export { type SampleText, sampleTexts } from './sample-texts.ts';
export { createPages, type ServicePages } from './service-pages.ts';
