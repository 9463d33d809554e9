// Prints the JSON Schemas and the reference pages of the contract language from the tables in src/contract/language.
import { writeFileSync } from 'node:fs';
import { jsonSchemaText, schemaFiles } from '../dist/contract/language/json-schema.js';
import { referencePages } from '../dist/contract/language/reference-page.js';
import { ruleNames } from '../dist/rules/explain/rule-names.js';

for (const file of Object.keys(schemaFiles)) {
  writeFileSync(new URL(file, import.meta.url), jsonSchemaText(file, ruleNames));
}
for (const [file, text] of Object.entries(referencePages())) {
  writeFileSync(new URL(`../docs/reference/${file}`, import.meta.url), text);
}
