import {
  type ComplexType,
  type Contract,
  type ElementDeclaration,
  nameKey,
  type Particle,
  type QName,
  type TypeDefinition,
  xsd,
} from '../contract/index.ts';
import { sampleOfBuiltIn } from './sample-value.ts';

/** An element that a schema declares, as XML text with its least content. */
export interface DeclaredSample {
  readonly namespace: string;
  readonly text: string;
}

/** More levels or more text make a bad sample. */
const deepest = 4;
const longest = 1_000;

/** Elements that strict wildcards admit, because a schema declares them (XML Schema part 1, 3.10.1); the shortest first. */
export function declaredSamples({ schemas }: Contract): readonly DeclaredSample[] {
  const maker = new Maker(schemas);
  return schemas
    .flatMap(({ elements }) => elements)
    .flatMap((element): readonly DeclaredSample[] => {
      // The elements for parts with types are in no namespace, and declared by no schema.
      const { name, abstract } = element;
      const text = abstract || name.namespace === '' ? undefined : maker.element(element, 0);
      return text === undefined || text.length > longest ? [] : [{ namespace: name.namespace, text }];
    })
    .sort((one, other) => one.text.length - other.text.length);
}

/** Makes the least content of types without much in them; undefined for others. */
class Maker {
  readonly #types: ReadonlyMap<string, TypeDefinition>;
  readonly #elements: ReadonlyMap<string, ElementDeclaration>;

  constructor(schemas: Contract['schemas']) {
    this.#types = new Map(schemas.flatMap(({ types }) => types.map((type) => [nameKey(type.name), type])));
    this.#elements = new Map(
      schemas.flatMap(({ elements }) =>
        elements.filter(({ abstract }) => !abstract).map((element) => [nameKey(element.name), element]),
      ),
    );
  }

  element({ name, type, fixed }: ElementDeclaration, depth: number): string | undefined {
    if (depth > deepest || fixed !== undefined) return undefined;
    const content = type.kind === 'named' ? this.#named(type.name, depth) : this.#complex(type.type, depth);
    if (content === undefined) return undefined;
    const start = `<${name.local} xmlns="${escapedName(name.namespace)}"`;
    return content === '' ? `${start}/>` : `${start}>${content}</${name.local}>`;
  }

  #named(name: QName, depth: number): string | undefined {
    if (name.namespace === xsd) return name.local === 'anyType' ? '' : sampleOfBuiltIn(name.local);
    const type = this.#types.get(nameKey(name));
    return type && this.#complex(type, depth);
  }

  #complex(type: TypeDefinition, depth: number): string | undefined {
    return type.kind === 'complex' && isPlain(type) ? this.#content(type.content, depth) : undefined;
  }

  #content(content: ComplexType['content'], depth: number): string | undefined {
    if (content.kind === 'empty') return '';
    return content.kind === 'elements' ? this.#particle(content.particle, depth) : undefined;
  }

  #particle(particle: Particle, depth: number): string | undefined {
    const { min } = particle.occurs;
    if (min === 0) return '';
    switch (particle.kind) {
      case 'element':
        return this.element(particle.element, depth + 1)?.repeat(min);
      case 'elementReference': {
        const element = this.#elements.get(nameKey(particle.name));
        return element && this.element(element, depth + 1)?.repeat(min);
      }
      case 'choice':
        return particle.particles
          .flatMap((inner) => this.#particle(inner, depth) ?? [])
          .sort((one, other) => one.length - other.length)[0]
          ?.repeat(min);
      case 'sequence':
      case 'all': {
        const texts = particle.particles.map((inner) => this.#particle(inner, depth));
        return texts.includes(undefined) ? undefined : texts.join('').repeat(min);
      }
      default:
        return undefined;
    }
  }
}

/** Neither derived nor abstract, and without attributes that must be there. */
function isPlain({ abstract, derivation, attributes, attributeGroups }: ComplexType): boolean {
  const isBare = attributeGroups.length === 0 && attributes.every(({ use }) => use !== 'required');
  return isBare && !abstract && derivation === undefined;
}

export function emptyElement({ namespace, local }: QName): string {
  return `<${local} xmlns="${escapedName(namespace)}"/>`;
}

/** A namespace name as the value of an attribute. */
export function escapedName(namespace: string): string {
  return namespace.replace(/[&<"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
