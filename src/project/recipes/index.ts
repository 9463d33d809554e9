import { github } from './github.ts';
import { gitlab } from './gitlab.ts';
import { jenkins } from './jenkins.ts';
import { make } from './make.ts';
import { preCommit } from './pre-commit.ts';
import type { Recipe } from './recipe.ts';

export { type Place, placeOf } from './place.ts';
export type { Recipe, RecipeFile } from './recipe.ts';

/** By the value of `init --ci`. */
export const recipes: ReadonlyMap<string, Recipe> = new Map([
  ['github', github],
  ['gitlab', gitlab],
  ['jenkins', jenkins],
  ['pre-commit', preCommit],
  ['make', make],
]);
