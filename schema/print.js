// Prints the JSON Schemas and the reference pages of the contract language from the tables in src/language.
import { writeFileSync } from 'node:fs';
import { ruleNames } from '../dist/explain/rule-names.js';
import { jsonSchemaText, schemaFiles } from '../dist/language/json-schema.js';
import { referencePages } from '../dist/language/reference-page.js';

for (const file of Object.keys(schemaFiles)) {
  writeFileSync(new URL(file, import.meta.url), jsonSchemaText(file, ruleNames));
}
for (const [file, text] of Object.entries(referencePages())) {
  writeFileSync(new URL(`../docs/reference/${file}`, import.meta.url), text);
}
