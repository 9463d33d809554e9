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

  constructor(index: ComponentIndex) {
    this.#models = new ContentModels(index);
  }

  /** @param namespace of the schema that declares the type, if it has no name. */
  of(type: ComplexType, namespace: string): GroupModel {
    const existing = this.#contents.get(type);
    if (existing !== undefined) return existing;
    const content = unshared(this.#models.of(type, namespace));
    this.#contents.set(type, content);
    return content;
  }
}

/** The children of an element are counted by model, so that each use of a named group needs one of its own. */
function unshared<Model extends ContentModel>(model: Model): Model {
  return 'parts' in model ? { ...model, parts: model.parts.map(unshared) } : { ...model };
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
