import {
  type ComplexType,
  type ComponentIndex,
  type ContentModel,
  ContentModels,
  type ElementDeclaration,
  type GroupModel,
  leavesOf,
} from '../../contract/index.ts';

/** The content models that messages are compared with. */
export class MessageContents {
  readonly #models: ContentModels;
  readonly #contents: Map<ComplexType, GroupModel> = new Map();
  readonly #leftOut: ReadonlySet<ElementDeclaration>;

  /** @param leftOut elements that encoded messages may leave out although their schema requires them. */
  constructor(index: ComponentIndex, leftOut: ReadonlySet<ElementDeclaration>) {
    this.#models = new ContentModels(index);
    this.#leftOut = leftOut;
  }

  /** @param namespace of the schema that declares the type, if it has no name. */
  of(type: ComplexType, namespace: string): GroupModel {
    const existing = this.#contents.get(type);
    if (existing !== undefined) return existing;
    const content = this.#unshared(this.#models.of(type, namespace));
    this.#contents.set(type, content);
    return content;
  }

  /** The children of an element are counted by model, so that each use of a named group needs one of its own. */
  #unshared<Model extends ContentModel>(model: Model): Model {
    if ('parts' in model) {
      const parts = model.parts.map((part) => this.#unshared(part));
      return { ...model, parts, nullable: model.nullable || (model.kind !== 'choice' && parts.every(isNullable)) };
    }
    const isLeftOut = model.kind === 'element' && model.declaration && this.#leftOut.has(model.declaration);
    return isLeftOut === true ? { ...model, min: 0, nullable: true } : { ...model };
  }
}

function isNullable({ nullable }: ContentModel): boolean {
  return nullable;
}

const declarations: WeakMap<ContentModel, ReadonlyMap<string, ElementDeclaration>> = new WeakMap();

/** The declarations in a content, by the keys of their names; collected once. */
export function declarationsIn(model: ContentModel): ReadonlyMap<string, ElementDeclaration> {
  const known = declarations.get(model);
  if (known !== undefined) return known;
  const found = new Map([...leavesOf(model)].flatMap((leaf) => (leaf.kind === 'element' ? [...leaf.elements] : [])));
  declarations.set(model, found);
  return found;
}
