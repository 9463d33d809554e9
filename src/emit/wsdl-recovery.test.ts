import { expect, it } from 'vitest';
import { changed, leaves, other, type Path } from '../../test/support/generator/contract-leaves.ts';
import { fullContract } from '../../test/support/generator/full-contract.ts';
import { type Contract, ContractError } from '../contract/model/index.ts';
import { wsdlText } from './wsdl.ts';

/** Properties that the WSDL omits, and why nothing is lost. */
function isSilent(contract: Contract, path: Path): boolean {
  const last = path.at(-1);
  const parentOf = (depth: number): Readonly<Record<string, unknown>> =>
    path.slice(0, depth).reduce<never>((value, step) => value[step], contract as never);
  // Which of several shapes a value has: its other leaves tell.
  if (last === 'kind' && !['sequence', 'choice', 'all'].includes(String(parentOf(path.length - 1).kind))) return true;
  // The kind of message exchange follows from its messages; the type of a part without output needs no response.
  if (last === 'pattern' || last === 'returns') {
    const { pattern, input, output } = parentOf(path.length - 1);
    return last === 'pattern' ? pattern === 'one-way' || input === undefined : output === undefined;
  }
  // A reference to an attribute has its type and the namespace of its name.
  const use = path.lastIndexOf('attributes');
  if (use >= 0 && path[use + 2] === 'type' && parentOf(use + 2).reference === true) return true;
  // The text of a type that extends another is the other's.
  const content = path.lastIndexOf('content');
  if (content >= 0 && path[content + 1] === 'type') {
    const { derivation } = parentOf(content) as { derivation?: { method: string } };
    if (derivation?.method === 'extension') return true;
  }
  // The particle of a named group occurs once.
  return path[2] === 'groups' && path[4] === 'particle' && path[5] === 'occurs';
}

it('writes every property of the model to the WSDL', () => {
  const text = (contract: Contract): string => {
    try {
      return wsdlText(contract, { source: 'contract.yaml' });
    } catch (error) {
      if (error instanceof ContractError) return error.message;
      throw error;
    }
  };
  const whole = wsdlText(fullContract, { source: 'contract.yaml' });
  const lost: string[] = [];
  const seen = new Map<string, number>();
  for (const { path, leaf } of leaves(fullContract)) {
    if (isSilent(fullContract, path)) continue;
    // Two of each are enough.
    const shape = path.filter((step) => typeof step === 'string').join('.') + (typeof leaf === 'boolean' ? leaf : '');
    const count = seen.get(shape) ?? 0;
    seen.set(shape, count + 1);
    if (count < 2 && text(changed(fullContract, path, other(leaf)) as Contract) === whole) lost.push(path.join('.'));
  }
  expect(lost).toEqual([]);
  expect(seen.size).toBeGreaterThan(250);
});
