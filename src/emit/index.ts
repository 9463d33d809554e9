/** Contract -> files in memory. Pure: it reads nothing but the contract. */

export { isAbsentIfNil, isText } from './codec/constants.ts';
export { contentOf, elementsOf, type Label, membersOf, type ParticleContent } from './codec/content.ts';
export { isNeverEmpty } from './codec/empty-records.ts';
export { demandedText } from './credentials.ts';
export { type DeclaredSample, declaredSamples } from './declared-samples.ts';
export { containedTypes } from './directions.ts';
export { descriptionText, emit, printFiles } from './emit.ts';
export { countText, facetsText } from './facets.ts';
export type { EmitOptions, EmittedFile, ImportExtension, PrintedFile, Reading } from './file.ts';
export { generation, specifierOf } from './file.ts';
export { GeneratedFile } from './generated-file.ts';
export { type EmittedHandler, type EmittedHandlers, emitHandlers, type HandlerOptions } from './handlers.ts';
export { JsonSchemas } from './json-schema.ts';
export type { JsonSchema } from './json-simple.ts';
export { serviceFor } from './open-enumerations.ts';
export { type OpenApi, type OpenApiOptions, openApiOf } from './openapi.ts';
export { inputText, outputText, soleResult } from './operation-types.ts';
export { credentialsOfClients } from './pages.ts';
export { anySample } from './pages-fields.ts';
export { sampleValue } from './sample-value.ts';
export { memberText } from './type-text.ts';
export { mixedCases, typeTextsOf } from './types.ts';
export { cutAtAddresses, wsdlPieces } from './wsdl.ts';
