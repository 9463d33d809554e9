import {
  type Node,
  type ObjectLiteralExpression,
  Project,
  type SourceFile,
  SyntaxKind,
  type VariableDeclaration,
} from 'ts-morph';
import { type IndexSummary, withoutExtension } from './handler-files.ts';

// The only module that loads ts-morph. It is loaded only if an index has to change, or has an unusual form.

/** A half-open range of UTF-16 code units. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Positions in the handlers object. */
export interface ObjectLocation {
  /** From brace to brace. */
  readonly range: Range;
  /** The last property; undefined in an empty object. */
  readonly last: Range | undefined;
  /** After the trailing comma; undefined without one. */
  readonly afterComma: number | undefined;
}

/** A parsed index. Positions are those in the text without a byte order mark. */
export interface ParsedIndex {
  readonly kind: 'parsed';
  readonly summary: IndexSummary;
  /** Undefined if no handlers object is recognised. */
  readonly object: ObjectLocation | undefined;
  /** In the order of the text. */
  readonly imports: readonly Range[];
  /** Names that the module declares or imports, and their possible kinds. */
  readonly names: ReadonlyMap<string, NameUse>;
}

/** A function, as far as that is known without types; or a type, a namespace or a plain value. */
export type NameUse = 'function' | 'other';

/** Line and column count from 1. */
export interface SyntaxProblem {
  readonly kind: 'unparsable';
  readonly reason: string;
  readonly line: number;
  readonly column: number;
}

/** Parses an index, without checking types and without reading other files. */
export function parseIndex(source: string, typeName: string): ParsedIndex | SyntaxProblem {
  const project = new Project({
    useInMemoryFileSystem: true,
    skipFileDependencyResolution: true,
    skipLoadingLibFiles: true,
    compilerOptions: { noLib: true, noResolve: true, types: [] },
  });
  const file = project.createSourceFile('/index.ts', source);
  const [error] = project.getProgram().getSyntacticDiagnostics(file);
  if (error !== undefined) {
    const { line, column } = file.getLineAndColumnAtPos(error.getStart());
    const message = error.getMessageText();
    return {
      kind: 'unparsable',
      reason: typeof message === 'string' ? message : message.getMessageText(),
      line,
      column,
    };
  }
  const imports = file.getImportDeclarations();
  const object = handlersObject(file, typeName);
  return {
    kind: 'parsed',
    summary: {
      ...(object === undefined ? { keys: undefined, isOpen: false } : keysOf(object)),
      mentions: mentionsIn(file),
      modules: modulesIn(file),
    },
    object: object && locationOf(object),
    imports: imports.map(rangeOf),
    names: namesIn(file),
  };
}

function handlersObject(file: SourceFile, typeName: string): ObjectLiteralExpression | undefined {
  const candidates = file.getVariableStatements().flatMap((statement) =>
    statement.getDeclarations().flatMap((declaration) => {
      const found = literalOf(declaration);
      if (found === undefined) return [];
      const { object } = found;
      const types = found.types.flatMap(outermostNames);
      const isNested = object.getProperties().some(holdsObject);
      return [{ name: declaration.getName(), exported: statement.hasExportKeyword(), types, isNested, object }];
    }),
  );
  return chooseHandlers(candidates, typeName)?.object;
}

/** A top-level variable that is initialised with an object literal. */
interface Candidate {
  readonly name: string;
  readonly exported: boolean;
  /** Names of its types, from annotation, `as` and `satisfies`, but not those of its properties. */
  readonly types: readonly string[];
  /** A property is an object, as no handler is. */
  readonly isNested: boolean;
}

/**
 * The variable `handlers`, or else the only exported variable of the type. An object that contains the handlers object
 * is not chosen.
 */
function chooseHandlers<C extends Candidate>(candidates: readonly C[], typeName: string): C | undefined {
  const named = candidates.filter(
    ({ name, isNested, types }) => name === 'handlers' && (!isNested || types.includes(typeName)),
  );
  if (named.length > 0) return named.length === 1 ? named[0] : undefined;
  const typed = candidates.filter(({ exported, types }) => exported && types.includes(typeName));
  return typed.length === 1 ? typed[0] : undefined;
}

/** The object literal of `const x: type = {…} as const satisfies type`, and the types. */
function literalOf(
  declaration: VariableDeclaration,
): { readonly object: ObjectLiteralExpression; readonly types: readonly Node[] } | undefined {
  const annotation = declaration.getTypeNode();
  const types: Node[] = annotation === undefined ? [] : [annotation];
  let expression: Node | undefined = declaration.getInitializer();
  while (expression !== undefined) {
    const object = expression.asKind(SyntaxKind.ObjectLiteralExpression);
    if (object !== undefined) return { object, types };
    const typed = expression.asKind(SyntaxKind.SatisfiesExpression) ?? expression.asKind(SyntaxKind.AsExpression);
    const type = typed?.getTypeNode();
    if (type !== undefined) types.push(type);
    expression = (typed ?? expression.asKind(SyntaxKind.ParenthesizedExpression))?.getExpression();
  }
  return undefined;
}

/** The names of the type itself, not of its parts: `T` in `T`, `T<X>`, `Readonly<T>` and `T & B`. */
function outermostNames(type: Node): readonly string[] {
  const reference = type.asKind(SyntaxKind.TypeReference);
  if (reference !== undefined) {
    const name = reference.getTypeName().getText();
    return [name, ...(isWrapper(name) ? reference.getTypeArguments().flatMap(outermostNames) : [])];
  }
  const several = type.asKind(SyntaxKind.IntersectionType) ?? type.asKind(SyntaxKind.UnionType);
  if (several !== undefined) return several.getTypeNodes().flatMap(outermostNames);
  const inside = type.asKind(SyntaxKind.ParenthesizedType)?.getTypeNode();
  return inside === undefined ? [] : outermostNames(inside);
}

/** Generic types that stand for their type argument. */
function isWrapper(name: string): boolean {
  return /^(?:Readonly|Required|Partial|Pick|Omit|NoInfer)$/.test(name);
}

function holdsObject(property: Node): boolean {
  const value = property.asKind(SyntaxKind.PropertyAssignment)?.getInitializer();
  return value !== undefined && unwrapped(value).isKind(SyntaxKind.ObjectLiteralExpression);
}

/** An expression without parentheses, `as`, `satisfies` and `!`. */
function unwrapped(expression: Node): Node {
  const wrapper =
    expression.asKind(SyntaxKind.ParenthesizedExpression) ??
    expression.asKind(SyntaxKind.SatisfiesExpression) ??
    expression.asKind(SyntaxKind.AsExpression) ??
    expression.asKind(SyntaxKind.NonNullExpression);
  return wrapper === undefined ? expression : unwrapped(wrapper.getExpression());
}

function keysOf(object: ObjectLiteralExpression): Pick<IndexSummary, 'keys' | 'isOpen'> {
  const keys = new Set<string>();
  let isOpen = false;
  for (const property of object.getProperties()) {
    if (property.isKind(SyntaxKind.SpreadAssignment)) {
      isOpen = true;
      continue;
    }
    const name = property.getNameNode();
    const computed = name.asKind(SyntaxKind.ComputedPropertyName)?.getExpression();
    const text = computed ?? name;
    if (text.isKind(SyntaxKind.StringLiteral) || text.isKind(SyntaxKind.NoSubstitutionTemplateLiteral))
      keys.add(text.getLiteralText());
    else if (computed !== undefined) isOpen = true;
    else keys.add(name.getText());
  }
  return { keys, isOpen };
}

function locationOf(object: ObjectLiteralExpression): ObjectLocation {
  const { properties } = object.compilerNode;
  const last = object.getProperties().at(-1);
  return {
    range: rangeOf(object),
    last: last && rangeOf(last),
    afterComma: properties.hasTrailingComma === true ? properties.end : undefined,
  };
}

function mentionsIn(file: SourceFile): ReadonlySet<string> {
  const mentions = new Set<string>();
  for (const statement of file.getStatements()) {
    if (statement.isKind(SyntaxKind.ImportDeclaration)) continue;
    statement.forEachDescendant((node) => {
      if (node.isKind(SyntaxKind.Identifier)) mentions.add(node.getText());
      if (node.isKind(SyntaxKind.StringLiteral)) mentions.add(node.getLiteralText());
    });
  }
  return mentions;
}

function modulesIn(file: SourceFile): ReadonlySet<string> {
  const texts = file.getDescendantsOfKind(SyntaxKind.StringLiteral).map((node) => node.getLiteralText());
  return new Set(texts.filter((text) => /^\.\.?\//.test(text)).map(withoutExtension));
}

function namesIn(file: SourceFile): ReadonlyMap<string, NameUse> {
  const names = new Map<string, NameUse>();
  const add = (name: string | undefined, use: NameUse): void => {
    if (name !== undefined && names.get(name) !== 'function') names.set(name, use);
  };
  for (const declaration of file.getImportDeclarations()) {
    const use = declaration.isTypeOnly() ? 'other' : 'function';
    add(declaration.getDefaultImport()?.getText(), use);
    // A namespace cannot be called.
    add(declaration.getNamespaceImport()?.getText(), 'other');
    for (const named of declaration.getNamedImports()) {
      add((named.getAliasNode() ?? named.getNameNode()).getText(), named.isTypeOnly() ? 'other' : use);
    }
  }
  for (const statement of file.getVariableStatements())
    for (const declaration of statement.getDeclarations()) {
      const name = declaration.getNameNode();
      if (name.isKind(SyntaxKind.Identifier)) add(name.getText(), mayBeFunction(declaration) ? 'function' : 'other');
      for (const element of name.getDescendantsOfKind(SyntaxKind.BindingElement)) add(element.getName(), 'function');
    }
  for (const declaration of file.getFunctions()) add(declaration.getName(), 'function');
  const others = [...file.getClasses(), ...file.getEnums(), ...file.getInterfaces(), ...file.getTypeAliases()];
  for (const declaration of others) add(declaration.getName(), 'other');
  for (const declaration of file.getModules()) add(declaration.getName(), 'other');
  for (const statement of file.getStatements())
    add(statement.asKind(SyntaxKind.ImportEqualsDeclaration)?.getName(), 'other');
  return names;
}

/** Expressions whose value may be a function; those of all other kinds are plain values. */
const functionKinds: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.ArrowFunction,
  SyntaxKind.AwaitExpression,
  SyntaxKind.CallExpression,
  SyntaxKind.ConditionalExpression,
  SyntaxKind.ElementAccessExpression,
  SyntaxKind.FunctionExpression,
  SyntaxKind.Identifier,
  SyntaxKind.PropertyAccessExpression,
  SyntaxKind.TaggedTemplateExpression,
]);

/** Operators that return one of their operands. */
const selectingOperators: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.AmpersandAmpersandToken,
  SyntaxKind.BarBarToken,
  SyntaxKind.CommaToken,
  SyntaxKind.QuestionQuestionToken,
]);

/** Types whose values may be functions; those of all other kinds, such as `string` or `Order[]`, never are. */
const functionTypeKinds: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.AnyKeyword,
  SyntaxKind.FunctionType,
  SyntaxKind.ImportType,
  SyntaxKind.IndexedAccessType,
  SyntaxKind.IntersectionType,
  SyntaxKind.ParenthesizedType,
  SyntaxKind.TypeLiteral,
  SyntaxKind.TypeQuery,
  SyntaxKind.TypeReference,
  SyntaxKind.UnionType,
]);

/** Whether a variable may hold a function, by its type annotation and its initializer alone. */
function mayBeFunction(declaration: VariableDeclaration): boolean {
  const type = declaration.getTypeNode();
  if (type !== undefined && !functionTypeKinds.has(type.getKind())) return false;
  const initializer = declaration.getInitializer();
  if (initializer === undefined) return true;
  const value = unwrapped(initializer);
  if (functionKinds.has(value.getKind())) return true;
  const operator = value.asKind(SyntaxKind.BinaryExpression)?.getOperatorToken();
  return operator !== undefined && selectingOperators.has(operator.getKind());
}

function rangeOf(node: Node): Range {
  return { start: node.getStart(), end: node.getEnd() };
}
