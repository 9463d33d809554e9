// Prints the JSON Schemas and the reference page of the contract language from the tables in src/language.
import { writeFileSync } from 'node:fs';
import { jsonSchemaText, schemaFiles } from '../dist/language/json-schema.js';
import { referencePage } from '../dist/language/reference-page.js';

for (const file of Object.keys(schemaFiles)) {
  writeFileSync(new URL(file, import.meta.url), jsonSchemaText(file));
}
writeFileSync(new URL('../docs/reference/contract-keys.md', import.meta.url), referencePage());
