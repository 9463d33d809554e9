/** The HTML pages of a service, and the sample messages that they show. */

export { type MessagePart, readWholeMessage, type WholeMessage, writeWholeMessage } from '../mime/whole-message.ts';
export { type Version, versionNamed } from '../soap/version.ts';
export type { AttachedPart } from './attached-parts.ts';
export { clientCall } from './calls/client-call.ts';
export type { ClientCalls, ReadableOperation } from './calls/client-calls.ts';
export { type CalledRequest, curlCommand } from './calls/curl-command.ts';
export { blockTexts, byteCount, elementText, envelopeText, type Message } from './envelope-text.ts';
export type { ExampleValues, RequestExamples } from './example-values.ts';
export {
  exchangeSection,
  inspectResponse,
  type Outcome,
  outcomeOf,
  type ShownExchange,
  withoutParts,
} from './exchange-section.ts';
export { entriesOfMessage } from './form/entries-of-message.ts';
export { type Entry, FormError } from './form/form-body.ts';
export { FormEntries } from './form/form-entries.ts';
export { fieldProblem, parseForm, safeText } from './form/form-post.ts';
export { requestMessage } from './form/form-request.ts';
export { testForm } from './form/test-form.ts';
export { messagesSection } from './message-fields.ts';
export type { ElementNode } from './message-tree.ts';
export { isLong, operationCards, operationSidebar, operationsWith, searchForm } from './operation-list.ts';
export {
  attribute,
  brokenName,
  checkbox,
  Html,
  html,
  nothing,
  operationLink,
  type PageExtras,
  page,
  type ShownService,
} from './page-html.ts';
export { style, styleHash } from './page-style.ts';
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
export { preformatted } from './samples.ts';
export { createPages, type ServicePages } from './service-pages.ts';
export { elementsOf, isAboutMarkup, type XmlElement } from './xml-tree.ts';
