/** The keys of the contract language, place by place: the loader and the JSON Schema know the same ones, which a test shows. */

export const contractKeys = [
  'soapwright',
  'include',
  'service',
  'doc',
  'namespace',
  'elementForm',
  'attributeForm',
  'namespaces',
  'address',
  'soap',
  'ports',
  'style',
  'soapAction',
  'options',
  'operations',
  'headers',
  'faults',
  'elements',
  'attributes',
  'groups',
  'attributeGroups',
  'types',
  'records',
] as const;

export const namespaceKeys = ['uri', 'elementForm', 'attributeForm'] as const;

export const portKeys = ['soap', 'address', 'doc'] as const;

export const optionKeys = ['long', 'decimal', 'dateTime', 'date', 'duration'] as const;

/** Between the names of operations. */
export const operationsKeys = ['$reserved'] as const;

export const operationKeys = [
  'doc',
  'name',
  'deprecated',
  'since',
  'style',
  'oneWay',
  'headers',
  'faults',
  'request',
  'result',
  'response',
  'soapAction',
] as const;

/** Of an operation's headers. */
export const headerUseKeys = ['request', 'response'] as const;

export const headerKeys = [
  'type',
  'record',
  'element',
  'mustUnderstand',
  'role',
  'optional',
  'nillable',
  'sensitive',
  'mapping',
  'doc',
  'deprecated',
  'since',
  'name',
] as const;

export const faultKeys = [
  'type',
  'record',
  'element',
  'nillable',
  'sensitive',
  'mapping',
  'doc',
  'deprecated',
  'since',
  'name',
] as const;

/** Of a global element. */
export const elementKeys = [
  'type',
  'record',
  'abstract',
  'substitutes',
  'nillable',
  'default',
  'fixed',
  'sensitive',
  'stream',
  'mapping',
  'doc',
  'deprecated',
  'since',
  'name',
] as const;

/** Of a global attribute. */
export const globalAttributeKeys = ['type', 'default', 'fixed', 'doc', 'deprecated', 'since', 'name'] as const;

/** Keys of the record itself, between those of its fields: no XML name begins with `$`. */
export const recordKeys = [
  '$doc',
  '$name',
  '$deprecated',
  '$since',
  '$reserved',
  '$abstract',
  '$mixed',
  '$extends',
  '$restricts',
  '$order',
  '$attributes',
  '$text',
] as const;

/** Of a record without a name. */
export const innerRecordKeys = [
  '$doc',
  '$reserved',
  '$mixed',
  '$extends',
  '$restricts',
  '$order',
  '$attributes',
  '$text',
] as const;

/** Of a request, and of a response with any number of fields. */
export const requestKeys = ['$doc', '$attributes'] as const;

/** Words in front of a property's name, which make it a part of a content model. */
export const particleWords = ['$choice', '$sequence', '$group', '$any'] as const;

/** Of a model group with a name. */
export const groupKeys = ['$doc', '$name', '$deprecated', '$since', '$order'] as const;

/** Of a `$choice` or a `$sequence`. */
export const innerGroupKeys = ['$doc', '$deprecated', '$since'] as const;

/** Of a `$group`. */
export const groupUseKeys = ['group', 'doc', 'deprecated', 'since'] as const;

/** Of an `$any`. */
export const wildcardKeys = ['namespaces', 'process', 'doc', 'deprecated', 'since'] as const;

/** Between the names of attributes. */
export const attributeListKeys = ['$groups'] as const;

export const attributeWords = ['$ref', '$any'] as const;

export const attributeGroupKeys = ['$doc', '$name', '$deprecated', '$since', '$groups'] as const;

export const attributeKeys = [
  'type',
  'optional',
  'prohibited',
  'default',
  'fixed',
  'form',
  'sensitive',
  'mapping',
  'doc',
  'deprecated',
  'since',
  'name',
] as const;

/** Of a `$ref`. */
export const attributeUseKeys = [
  'optional',
  'prohibited',
  'default',
  'fixed',
  'sensitive',
  'mapping',
  'doc',
  'deprecated',
  'since',
  'name',
] as const;

/** Of `$text`. */
export const textKeys = ['type', 'sensitive', 'mapping', 'doc', 'name'] as const;

/** The facets of XML Schema, by short names where they are usual. */
export const facetKeys = [
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
  'whiteSpace',
] as const;

/** Of a simple type that the contract declares. */
export const typeKeys = [
  'base',
  'list',
  'union',
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
  'whiteSpace',
  'doc',
  'deprecated',
  'since',
  'reserved',
  'name',
] as const;

/** Of a simple type without a name. */
export const innerTypeKeys = [
  'base',
  'list',
  'union',
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
  'whiteSpace',
  'doc',
  'reserved',
] as const;

export const fieldKeys = [
  'type',
  'record',
  'element',
  'optional',
  'many',
  'occurs',
  'nillable',
  'attribute',
  'default',
  'fixed',
  'form',
  'doc',
  'deprecated',
  'since',
  'sensitive',
  'stream',
  'mapping',
  'name',
] as const;

export const resultKeys = [
  'type',
  'record',
  'element',
  'as',
  'optional',
  'many',
  'occurs',
  'nillable',
  'form',
  'doc',
  'deprecated',
  'since',
  'sensitive',
  'stream',
  'mapping',
  'name',
] as const;

/** Of the one element of a bare message. */
export const bareKeys = [
  'type',
  'record',
  'element',
  'as',
  'nillable',
  'doc',
  'deprecated',
  'since',
  'sensitive',
  'stream',
  'mapping',
  'name',
] as const;
