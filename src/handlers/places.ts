import {
  type Node,
  type ObjectLiteralExpression,
  Project,
  type SourceFile,
  SyntaxKind,
  type VariableDeclaration,
} from 'ts-morph';
import { type IndexReading, withoutExtension } from './reading.ts';
import { chooseHandlers } from './scan.ts';

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
  /** Names that the module declares or imports: as a value, or as a type alone. */
  readonly names: ReadonlyMap<string, 'value' | 'type'>;
}

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
      const types = found.types.flatMap((type) =>
        [type, ...type.getDescendants()]
          .filter((node) => node.isKind(SyntaxKind.Identifier))
          .map((node) => node.getText()),
      );
      return [{ name: declaration.getName(), exported: statement.hasExportKeyword(), types, object: found.object }];
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

function namesIn(file: SourceFile): ReadonlyMap<string, 'value' | 'type'> {
  const names = new Map<string, 'value' | 'type'>();
  const add = (name: string | undefined, kind: 'value' | 'type'): void => {
    if (name !== undefined && names.get(name) !== 'value') names.set(name, kind);
  };
  for (const declaration of file.getImportDeclarations()) {
    const kind = declaration.isTypeOnly() ? 'type' : 'value';
    add(declaration.getDefaultImport()?.getText(), kind);
    // Cannot be called: no handler, whatever it is imported as.
    add(declaration.getNamespaceImport()?.getText(), 'type');
    for (const named of declaration.getNamedImports()) {
      add((named.getAliasNode() ?? named.getNameNode()).getText(), named.isTypeOnly() ? 'type' : kind);
    }
  }
  for (const statement of file.getVariableStatements())
    for (const declaration of statement.getDeclarations()) {
      const name = declaration.getNameNode();
      if (name.isKind(SyntaxKind.Identifier)) add(name.getText(), 'value');
      for (const element of name.getDescendantsOfKind(SyntaxKind.BindingElement)) add(element.getName(), 'value');
    }
  for (const declaration of [...file.getFunctions(), ...file.getClasses(), ...file.getEnums()])
    add(declaration.getName(), 'value');
  for (const declaration of [...file.getInterfaces(), ...file.getTypeAliases()]) add(declaration.getName(), 'type');
  return names;
}

function rangeOf(node: Node): Range {
  return { start: node.getStart(), end: node.getEnd() };
}
