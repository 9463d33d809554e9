import { keyOf, type Member } from '../../contract/index.ts';
import { type Code, callCode, type Literal } from '../code.ts';
import { stringLiteral } from '../literal.ts';
import { mixedCases } from '../types.ts';
import { modelOf } from './names.ts';

/**
 * The content model of a mixed type, which a reader meets with text anywhere between: a regular expression in which each
 * element is a character.
 */
export function contentModel(typeName: string, members: readonly Member[]): Code {
  // An element that stands in two places is one character, whatever the properties of the two are called.
  const elements = new Map<string, string>();
  const letters = new Map<string, string>();
  for (const member of mixedCases(members)) {
    const key = member.kind === 'field' ? keyOf(member.name) : member.property;
    const letter = elements.get(key) ?? letterOf(elements.size);
    elements.set(key, letter);
    letters.set(member.property, letter);
  }
  const pattern = members.map((member) => patternOf(member, letters)).join('');
  const object = [...letters].map(([property, letter]): [string, Literal] => [
    keyText(property),
    stringLiteral(letter),
  ]);
  const head = `const ${modelOf(typeName)} = /*@__PURE__*/ soap.contentModel(`;
  const model = `/*@__PURE__*/ new RegExp(${stringLiteral(`^(?:${pattern})$`)}, 'u')`;
  return callCode(head, [model], { object }, ');');
}

/** Letters first, then whatever comes behind: none means anything to a regular expression. */
function letterOf(index: number): string {
  const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
  return letters[index] ?? String.fromCodePoint(0x4e00 + index);
}

function keyText(property: string): string {
  return /^[A-Za-z_]\w*$/.test(property) ? property : stringLiteral(property);
}

function patternOf(member: Member, letters: ReadonlyMap<string, string>): string {
  const times = quantifier(member);
  switch (member.kind) {
    case 'field':
    case 'any':
      return `${letters.get(member.property) ?? ''}${times}`;
    case 'choice':
      return `(?:${member.choice.cases.map((one) => patternOf(one, letters)).join('|')})${times}`;
    case 'group':
      return `(?:${member.group.members.map((one) => patternOf(one, letters)).join('')})${times}`;
  }
}

function quantifier({ optional, many, least, most }: Member): string {
  if (!many) return optional ? '?' : '';
  if (most === 'unbounded') return least === 0 ? '*' : least === 1 ? '+' : `{${least},}`;
  return `{${least},${most}}`;
}
