import {
  type Node,
  type ObjectLiteralExpression,
  Project,
  type SourceFile,
  SyntaxKind,
  type VariableDeclaration,
} from 'ts-morph';
import { type IndexReading, withoutExtension } from './reading.ts';
import { chooseHandlers, isWrapper } from './scan.ts';

// The only module that loads ts-morph, and it is itself loaded only when an index has to change, or is in doubt.

/** A half-open range of UTF-16 code units. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** The handlers object, and where something can be added to it. */
export interface ObjectPlace {
  /** Of the braces. */
  readonly range: Range;
  readonly last: Range | undefined;
  /** After the last property's comma; undefined when it has none. */
  readonly afterComma: number | undefined;
}

/** Where an index can be added to. Positions are those of the text without a byte order mark. */
export interface Places {
  readonly reading: IndexReading;
  readonly object: ObjectPlace | undefined;
  /** In the order of the text. */
  readonly imports: readonly Range[];
  /** Names that the module declares or imports. */
  readonly names: ReadonlyMap<string, NameUse>;
}

/** What may be a handler, as far as can be told without types, or what is none: a type, a namespace, a plain value. */
export type NameUse = 'function' | 'other';

export type Found =
  | { readonly kind: 'places'; readonly places: Places }
  /** Line and column count from 1. */
  | { readonly kind: 'unparsable'; readonly reason: string; readonly line: number; readonly column: number };

/** Parses an index. No types are checked, and no other file is read. */
export function findPlaces(source: string, typeName: string): Found {
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
    kind: 'places',
    places: {
      reading: {
        ...(object === undefined ? { keys: undefined, open: false } : keysOf(object)),
        mentions: mentionsIn(file),
        modules: modulesIn(file),
      },
      object: object && placeOf(object),
      imports: imports.map(rangeOf),
      names: namesIn(file),
    },
  };
}

function handlersObject(file: SourceFile, typeName: string): ObjectLiteralExpression | undefined {
  const candidates = file.getVariableStatements().flatMap((statement) =>
    statement.getDeclarations().flatMap((declaration) => {
      const found = literalOf(declaration);
      if (found === undefined) return [];
      const { object } = found;
      const types = found.types.flatMap(outermostNames);
      const nested = object.getProperties().some(isNested);
      return [{ name: declaration.getName(), exported: statement.hasExportKeyword(), types, nested, object }];
    }),
  );
  return chooseHandlers(candidates, typeName)?.object;
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

/** Names that say what the whole is: `T`, `T<X>`, `Readonly<T>`, `A & B`. */
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

function isNested(property: Node): boolean {
  let value: Node | undefined = property.asKind(SyntaxKind.PropertyAssignment)?.getInitializer();
  while (value?.isKind(SyntaxKind.ParenthesizedExpression)) value = value.getExpression();
  const typed = value?.asKind(SyntaxKind.SatisfiesExpression) ?? value?.asKind(SyntaxKind.AsExpression);
  return (typed?.getExpression() ?? value)?.isKind(SyntaxKind.ObjectLiteralExpression) === true;
}

function keysOf(object: ObjectLiteralExpression): Pick<IndexReading, 'open'> & { readonly keys: ReadonlySet<string> } {
  const keys = new Set<string>();
  let open = false;
  for (const property of object.getProperties()) {
    if (property.isKind(SyntaxKind.SpreadAssignment)) {
      open = true;
      continue;
    }
    const name = property.getNameNode();
    const computed = name.asKind(SyntaxKind.ComputedPropertyName)?.getExpression();
    const text = computed ?? name;
    if (text.isKind(SyntaxKind.StringLiteral) || text.isKind(SyntaxKind.NoSubstitutionTemplateLiteral))
      keys.add(text.getLiteralText());
    else if (computed !== undefined) open = true;
    else keys.add(name.getText());
  }
  return { keys, open };
}

function placeOf(object: ObjectLiteralExpression): ObjectPlace {
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
    // Cannot be called: no handler, whatever it is imported as.
    add(declaration.getNamespaceImport()?.getText(), 'other');
    for (const named of declaration.getNamedImports()) {
      add((named.getAliasNode() ?? named.getNameNode()).getText(), named.isTypeOnly() ? 'other' : use);
    }
  }
  for (const statement of file.getVariableStatements())
    for (const declaration of statement.getDeclarations()) {
      const name = declaration.getNameNode();
      if (name.isKind(SyntaxKind.Identifier)) add(name.getText(), isPlain(declaration) ? 'other' : 'function');
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

/** What such a literal makes is never a function. */
const plainKinds: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.ArrayLiteralExpression,
  SyntaxKind.BigIntLiteral,
  SyntaxKind.FalseKeyword,
  SyntaxKind.NoSubstitutionTemplateLiteral,
  SyntaxKind.NullKeyword,
  SyntaxKind.NumericLiteral,
  SyntaxKind.ObjectLiteralExpression,
  SyntaxKind.PrefixUnaryExpression,
  SyntaxKind.RegularExpressionLiteral,
  SyntaxKind.StringLiteral,
  SyntaxKind.TemplateExpression,
  SyntaxKind.TrueKeyword,
]);

/** Whether what a constant holds is no function, by its text alone. */
function isPlain(declaration: VariableDeclaration): boolean {
  let value: Node | undefined = declaration.getInitializer();
  while (value !== undefined && !plainKinds.has(value.getKind())) {
    const inside =
      value.asKind(SyntaxKind.ParenthesizedExpression) ??
      value.asKind(SyntaxKind.SatisfiesExpression) ??
      value.asKind(SyntaxKind.AsExpression);
    value = inside?.getExpression();
  }
  return value !== undefined;
}

function rangeOf(node: Node): Range {
  return { start: node.getStart(), end: node.getEnd() };
}
