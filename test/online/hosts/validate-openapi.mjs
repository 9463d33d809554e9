// Validates each OpenAPI document of the folder by two validators. Prints what they find.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import SwaggerParser from '@apidevtools/swagger-parser';
import { createConfig, lintFromString } from '@redocly/openapi-core';

const [folder = '.'] = process.argv.slice(2);
const rules = {
  struct: 'error',
  'no-unresolved-refs': 'error',
  'operation-operationId-unique': 'error',
  'no-identical-paths': 'error',
};
const config = await createConfig({ rules });

for (const name of readdirSync(folder)) {
  const source = readFileSync(join(folder, name), 'utf8');
  await SwaggerParser.validate(JSON.parse(source)).catch((error) => console.log(`${name}: swagger-parser: ${error}`));
  for (const { message, location } of await lintFromString({ source, config })) {
    console.log(`${name}: redocly: ${message} ${location[0]?.pointer}`);
  }
}
