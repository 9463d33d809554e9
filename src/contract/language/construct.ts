/**
 * The grammar of contracts and of soapwright.yaml, as data. The loader, the JSON Schemas, the reference page and `explain`
 * all read the tables in this folder, so that a key exists in one place.
 */

/** Kinds of values that one word names. */
export type SimpleKind =
  /** `true` or `false`. */
  | 'flag'
  /** Documentation: any characters that XML can carry. */
  | 'text'
  /** A text that is not blank, and not `true` or `false`, which would say nothing. */
  | 'note'
  | 'version'
  /** A value of a simple type, as a text, a number or a boolean. */
  | 'literal'
  /** A literal that is not blank. */
  | 'reservedValue'
  /** The name of a component, perhaps with a prefix. */
  | 'reference'
  /** A name that XML allows, without a prefix. */
  | 'xmlName'
  /** An identifier of TypeScript. */
  | 'identifier'
  /** The name of a type, or a simple type in its place. */
  | 'type'
  /** The name of a type, without a suffix. */
  | 'typeName'
  /** The name of a type, perhaps with `?`, `[]` or `[1..10]`. */
  | 'typeExpression'
  /** The same, with `?` alone. */
  | 'optionalType'
  /** A type expression whose name can also name the element. */
  | 'resultType'
  /** The name of a simple type, or a simple type in its place. */
  | 'simpleType'
  /** The name of a type, perhaps with dimensions: `string`, `string[,]`, `int[][]`. */
  | 'arrayType'
  /** `1..10` or `1..*`. */
  | 'occurs'
  | 'values'
  | 'describedValues'
  | 'regularExpression'
  | 'count'
  /** A value of an ordered type: a number, or a text such as a date. */
  | 'bound'
  | 'uri'
  /** A URI that may hold variables. */
  | 'namespace'
  /** The same, or empty for no namespace. */
  | 'prefixedNamespace'
  | 'namespaces'
  /** `sequence`, `choice` or `all`, perhaps with `?`, `[]` or `[1..10]`. */
  | 'order'
  | 'address'
  | 'soapAction'
  /** A soapAction that may hold `{operation}`. */
  | 'soapActionTemplate'
  /** A name that may hold `{operation}` and `{name}`. */
  | 'nameTemplate'
  | 'soapVersion'
  /** HTTP status of sender faults. */
  | 'senderFaultStatus'
  /** One or several, with commas between them. */
  | 'mediaTypes'
  | 'languageVersion'
  | 'true'
  | 'nothing'
  /** A path relative to the file. */
  | 'relativePath'
  | 'folderPath'
  | 'baseUrl'
  | 'serviceFile'
  /** An XML element with all declarations of its prefixes. */
  | 'xml'
  /** Depends on the style of the operation. */
  | 'message'
  /** A preset, a category or a rule of `lint`. */
  | 'lintRules'
  /** A category or a rule of `lint`. */
  | 'lintCategory'
  /** A category or a rule of `breaking`. */
  | 'breakingRules';

/** The symbol spaces. Headers and faults are not components of XML Schema. */
export type ComponentKind =
  | 'type'
  | 'element'
  | 'attribute'
  | 'group'
  | 'attributeGroup'
  | 'notation'
  | 'header'
  | 'fault';

/** A text. */
export interface SimpleValue {
  readonly kind: SimpleKind;
  /** The kind of component that a reference names. */
  readonly to?: ComponentKind;
}

export type Value =
  | SimpleValue
  | { readonly kind: 'choice'; readonly words: readonly string[] }
  | { readonly kind: 'integer'; readonly least: number; readonly most: number }
  | { readonly kind: 'list'; readonly of: Value; readonly unique: boolean; readonly filled: boolean }
  | { readonly kind: 'map'; readonly names: NameKind; readonly of: Value; readonly filled: boolean }
  | { readonly kind: 'either'; readonly of: readonly Value[] }
  | { readonly kind: 'construct'; readonly of: ConstructName };

/** Names that a map may have as its keys. */
export type NameKind =
  | 'xmlName'
  | 'prefix'
  | 'qualified'
  | 'qualifiedAttribute'
  | 'qualifiedType'
  | 'attribute'
  /** `{namespace}local` */
  | 'expanded'
  /** The path of a component in an overlay. */
  | 'path'
  | 'lintRule'
  | 'breakingRule'
  | 'any';

export interface Key {
  readonly value: Value;
  /** A sentence, or a few, with `{subject}` for that of the construct. */
  readonly doc: string;
  readonly default?: string | number | boolean | readonly string[];
}

/** A rule between keys of one construct. */
export type Rule =
  /** At most one of the keys. */
  | { readonly rule: 'exclusive'; readonly keys: readonly string[] }
  /** At least one of the keys. */
  | { readonly rule: 'required'; readonly keys: readonly string[] }
  /** Not both flags set. */
  | { readonly rule: 'notBoth'; readonly flags: readonly [string, string] }
  /** None of the others beside the key; `what` begins a sentence: 'A global element'. */
  | {
      readonly rule: 'excludes';
      readonly key: string;
      readonly others: readonly string[];
      readonly what: string;
      /** Only where the key is `true`. */
      readonly flag?: true;
    }
  /** Not without the other. */
  | {
      readonly rule: 'needs';
      readonly key: string;
      readonly other: string;
      /** Reported by the reader of the construct, with a code of its own. */
      readonly hasOwnCode?: boolean;
    }
  /** Depends on values, not on keys alone: see the printer of the JSON Schema. */
  | { readonly rule: 'special'; readonly name: 'file' | 'operation' | 'stream' | 'mapping' };

/** Entries whose keys are names that the contract chooses. */
export interface Members {
  readonly names: NameKind;
  readonly of: Value;
  /** Words before a name that make the entry something else: `$choice method`. */
  readonly words: Readonly<Record<string, Word>>;
}

export interface Word {
  readonly of: ConstructName;
  /** What follows the word. */
  readonly name: 'property' | 'reference' | 'optional';
  readonly doc: string;
}

export interface Construct {
  /** With its article, as a message names it: 'a field'. */
  readonly title: string;
  /** The declared component; by default the title without its article. */
  readonly subject?: string;
  readonly doc: string;
  /** A value of this construct, in YAML on one line. */
  readonly example: string;
  readonly keys: Readonly<Record<string, Key>>;
  /** A value allowed instead of the map. */
  readonly short?: Value;
  readonly members?: Members;
  readonly rules?: readonly Rule[];
  /** An empty map says nothing. */
  readonly filled?: true;
}

export type ServiceConstruct =
  | 'contract'
  | 'namespace'
  | 'port'
  | 'security'
  | 'signature'
  | 'encryption'
  | 'options'
  | 'notation';

export type OperationConstruct =
  | 'operations'
  | 'operation'
  | 'operationHeaders'
  | 'header'
  | 'fault'
  | 'request'
  | 'result'
  | 'bare';

export type WsdlConstruct =
  | 'wsdl'
  | 'wsdlNotes'
  | 'wsdlPlace'
  | 'declaredMessage'
  | 'wsdlFault'
  | 'wsdlBinding'
  | 'wsdlNames'
  | 'operationWsdl'
  | 'messageWsdl'
  | 'messagePlace'
  | 'attachment'
  | 'boundOperation'
  | 'boundHeader'
  | 'boundHeaderFault'
  | 'boundFault';

export type ComponentConstruct =
  | 'record'
  | 'innerRecord'
  | 'field'
  | 'text'
  | 'group'
  | 'innerGroup'
  | 'groupNotes'
  | 'groupUse'
  | 'wildcard'
  | 'element'
  | 'attributes'
  | 'attributeGroup'
  | 'attribute'
  | 'attributeUse'
  | 'globalAttribute'
  | 'constraint';

export type OverlayConstruct = 'overlay' | 'component' | 'addedHeader';

export type ConstructName =
  | ServiceConstruct
  | OperationConstruct
  | WsdlConstruct
  | ComponentConstruct
  | 'type'
  | 'innerType'
  | 'value'
  | 'configuration'
  | 'target'
  | 'lint'
  | 'breaking'
  | OverlayConstruct;

/** Some of the constructs, by name. */
export type Constructs<Name extends ConstructName> = Readonly<Record<Name, Construct>>;

export function keyDoc({ title, subject = title.replace(/^(?:an?|the) /, '') }: Construct, { doc }: Key): string {
  return doc.replaceAll('{subject}', subject);
}

// --- How the tables write keys and values ----------------------------------------------------------------------------

/** A row of a construct. */
export function key(value: SimpleKind | Value, doc: string, otherwise?: Key['default']): Key {
  const row = { value: toValue(value), doc };
  return otherwise === undefined ? row : { ...row, default: otherwise };
}

export function flag(doc: string): Key {
  return key('flag', doc, false);
}

/** The name of a component of the contract. */
export function referenceTo(to: ComponentKind): SimpleValue {
  return { kind: 'reference', to };
}

export function choice(words: readonly string[]): Value {
  return { kind: 'choice', words };
}

export function listOf(
  of: SimpleKind | Value,
  { filled = false, unique = true }: { filled?: boolean; unique?: boolean } = {},
): Value {
  return { kind: 'list', of: toValue(of), filled, unique };
}

export function mapOf(names: NameKind, of: SimpleKind | Value, { filled = false }: { filled?: boolean } = {}): Value {
  return { kind: 'map', names, of: toValue(of), filled };
}

export function either(...of: readonly (SimpleKind | Value)[]): Value {
  return { kind: 'either', of: of.map(toValue) };
}

export function construct(of: ConstructName): Value {
  return { kind: 'construct', of };
}

export function toValue(value: SimpleKind | Value): Value {
  return typeof value === 'string' ? { kind: value } : value;
}
