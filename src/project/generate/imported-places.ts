import type { Contract, Origin } from '../../contract/index.ts';
import type { Source, SourceLocation } from '../../diagnostics/index.ts';

type Named = { readonly name: string | { readonly local: string }; readonly origin?: Origin | undefined };

/**
 * The place in the WSDL of the component whose entry in the imported YAML has a diagnostic; of the service, or else the
 * beginning of the file, for what belongs to no component.
 */
export function placeInWsdl(
  { file, line = 0 }: SourceLocation,
  texts: readonly Source[],
  contract: Contract,
  wsdl: string,
): SourceLocation {
  const lines =
    texts
      .find((one) => one.file === file)
      ?.text.split('\n')
      .slice(0, line) ?? [];
  const [, name] =
    /^ {2}(?:[\w.-]+:)?["']?([^\s"':]+)["']?:/.exec(lines.findLast((one) => /^ {0,2}\S/.test(one)) ?? '') ?? [];
  const components = name === undefined ? [] : componentsOf(contract);
  const found = components.find((one) => (typeof one.name === 'string' ? one.name : one.name.local) === name);
  return found?.origin ?? wholeWsdl(contract, wsdl);
}

/** The place of the service, or else the beginning of the file. */
export function wholeWsdl({ services, origin }: Contract, file: string): SourceLocation {
  return services[0]?.origin ?? origin ?? { file, line: 1, column: 1 };
}

/** The components that have entries of their own in YAML. */
function componentsOf({ portTypes, schemas, messages }: Contract): readonly Named[] {
  return [
    ...portTypes.flatMap(({ operations }) => operations),
    ...schemas.flatMap(({ types, elements, groups, attributes, attributeGroups }) => [
      ...types,
      ...elements,
      ...groups,
      ...attributes,
      ...attributeGroups,
    ]),
    ...messages,
  ];
}
