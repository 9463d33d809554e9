import type { Declaration, Member, ResolvedService } from '../../contract/index.ts';
import { usesOf } from '../directions.ts';
import type { CodecNames } from './names.ts';

/** Names the constants of all elements and attributes, in the order of the service: no variable may hide one. */
export function nameTags(service: ResolvedService, names: CodecNames): void {
  const declarations = [...service.messages, ...service.declarations];
  const uses = usesOf(service);
  if (uses.has('encoded')) {
    const encoded = names.for('encoded');
    for (const declaration of declarations) nameDeclaration(declaration, encoded);
    for (const { itemName, item } of service.arrays) {
      encoded.accessor({ name: { namespace: '', local: itemName }, type: item });
    }
  }
  if (!uses.has('literal') && uses.size > 0) return;
  const literal = names.for('literal');
  for (const declaration of declarations) nameDeclaration(declaration, literal);
}

function nameDeclaration(declaration: Declaration, names: CodecNames): void {
  switch (declaration.kind) {
    case 'structure': {
      for (const attribute of declaration.attributes) names.attribute(attribute);
      const { content } = declaration;
      if (content.kind === 'fields') nameMembers(content.fields, names);
      else if (content.kind !== 'text') nameMembers(content.members, names);
      break;
    }
    case 'choice-type':
      nameMembers(declaration.cases, names);
      break;
    case 'group-type':
      nameMembers(declaration.members, names);
  }
}

function nameMembers(members: readonly Member[], names: CodecNames): void {
  for (const member of members) {
    if (member.kind !== 'field') continue;
    names.tag(member);
    if (member.nillable) names.plainTag(member);
  }
}
