/** The keys of soapwright.yaml: the loader and the JSON Schema know the same ones, which a test shows. */

export const configKeys = ['soapwright', 'generate'] as const;

export const targetKeys = [
  'schema',
  'out',
  'handlers',
  'handlersImport',
  'importExtension',
  'namespace',
  'baseUrl',
  'serviceFile',
] as const;
