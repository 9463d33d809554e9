/** The keys of soapwright.yaml: the loader and the JSON Schema know the same ones, which a test shows. */

export const configKeys = ['soapwright', 'generate', 'lint'] as const;

/** Read by `soapwright lint` alone. */
export const lintKeys = ['use', 'except', 'severity', 'ignore'] as const;

export const targetKeys = [
  'schema',
  'out',
  'handlers',
  'handlersImport',
  'importExtension',
  'parts',
  'namespace',
  'baseUrl',
  'serviceFile',
] as const;
