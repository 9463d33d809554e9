import type { CharacterSet } from './character-set.ts';
import type { PatternNode } from './pattern-tree.ts';

type SetOf = (atoms: readonly string[]) => CharacterSet;

/**
 * Whether the next character always tells how to go on: then a second way, which backtracking would try, ends at once.
 * False also if that is unknown.
 */
export function isDeterministic(pattern: PatternNode, setOf: SetOf): boolean {
  return isClear(pattern, [], setOf);
}

/** @param behind sets that may follow the expression. */
function isClear(node: PatternNode, behind: readonly CharacterSet[], setOf: SetOf): boolean {
  switch (node.kind) {
    case 'set': {
      // RegExp tries one atom after the other.
      const sets = node.atoms.map((atom) => setOf([atom]));
      return sets.every((set, at) => sets.slice(at + 1).every((other) => set.isApartFrom(other)));
    }
    case 'sequence': {
      let follow = behind;
      return node.of.toReversed().every((part) => {
        const clear = isClear(part, follow, setOf);
        follow = mayBeEmpty(part) ? [...firstOf(part, setOf), ...follow] : firstOf(part, setOf);
        return clear;
      });
    }
    case 'choice': {
      const firsts = node.of.map((branch) => firstOf(branch, setOf));
      const empty = node.of.filter(mayBeEmpty).length;
      return (
        empty < 2 &&
        firsts.every((first, at) => firsts.slice(at + 1).every((other) => areApart(first, other))) &&
        (empty === 0 || firsts.every((first) => areApart(first, behind))) &&
        node.of.every((branch) => isClear(branch, behind, setOf))
      );
    }
    case 'repeat': {
      const { of, least, most } = node;
      const first = firstOf(of, setOf);
      if (mayBeEmpty(of) || (least < most && !areApart(first, behind))) return false;
      return isClear(of, most > 1 ? [...first, ...behind] : behind, setOf);
    }
  }
}

function areApart(some: readonly CharacterSet[], others: readonly CharacterSet[]): boolean {
  return some.every((one) => others.every((other) => one.isApartFrom(other)));
}

function mayBeEmpty(node: PatternNode): boolean {
  switch (node.kind) {
    case 'set':
      return false;
    case 'sequence':
      return node.of.every(mayBeEmpty);
    case 'choice':
      return node.of.some(mayBeEmpty);
    case 'repeat':
      return node.least === 0 || mayBeEmpty(node.of);
  }
}

/** Sets that the expression may begin with. */
function firstOf(node: PatternNode, setOf: SetOf): readonly CharacterSet[] {
  switch (node.kind) {
    case 'set':
      return [setOf(node.atoms)];
    case 'sequence': {
      const end = node.of.findIndex((part) => !mayBeEmpty(part));
      return node.of.slice(0, end === -1 ? undefined : end + 1).flatMap((part) => firstOf(part, setOf));
    }
    case 'choice':
      return node.of.flatMap((branch) => firstOf(branch, setOf));
    case 'repeat':
      return node.most === 0 ? [] : firstOf(node.of, setOf);
  }
}
