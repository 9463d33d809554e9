/** The keys of the contract language, place by place: the loader and the JSON Schema know the same ones, which a test shows. */

export const contractKeys = [
  'soapwright',
  'service',
  'doc',
  'namespace',
  'address',
  'soap',
  'options',
  'operations',
  'types',
  'records',
] as const;

export const optionKeys = ['long', 'decimal', 'dateTime'] as const;

export const operationKeys = ['doc', 'name', 'request', 'result', 'soapAction'] as const;

/** Keys of the record itself, between those of its fields: no XML name begins with `$`. */
export const recordKeys = ['$doc', '$name'] as const;

/** Of a simple type that the contract declares: the facets of XML Schema, by short names where they are usual. */
export const typeKeys = [
  'base',
  'enum',
  'pattern',
  'length',
  'minLength',
  'maxLength',
  'min',
  'minExclusive',
  'max',
  'maxExclusive',
  'totalDigits',
  'fractionDigits',
  'doc',
  'name',
] as const;

export const requestKeys = ['$doc'] as const;

export const fieldKeys = [
  'type',
  'optional',
  'many',
  'nillable',
  'doc',
  'sensitive',
  'stream',
  'mapping',
  'name',
] as const;

export const resultKeys = [
  'type',
  'as',
  'optional',
  'nillable',
  'doc',
  'sensitive',
  'stream',
  'mapping',
  'name',
] as const;
