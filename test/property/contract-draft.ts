import type { SimpleType } from '@soapwright/runtime';
import type { Facets, Form, SimpleTypeName } from '../../src/contract/model/index.ts';
import { mapOf, type Yaml, type YamlMap } from './document.ts';
import type { Draw } from './draw.ts';
import { NameSupply } from './names.ts';

/** A contract while it is made up. */

/** A file of it: the contract itself, or one that it includes. */
export class FileDraft {
  readonly path: string;
  readonly namespace: string;
  readonly prefixes: Map<string, string> = new Map();
  readonly sections: Map<string, Map<string, Yaml>> = new Map();

  constructor(path: string, namespace: string) {
    this.path = path;
    this.namespace = namespace;
  }

  add(section: string, key: string, value: Yaml): void {
    const map = this.sections.get(section) ?? new Map<string, Yaml>();
    this.sections.set(section, map.set(key, value));
  }

  /** A name as this file writes it. */
  spell({ namespace, local }: Named): string {
    if (namespace === this.namespace) return local;
    const prefix = this.prefixes.get(namespace) ?? `p${this.prefixes.size}`;
    this.prefixes.set(namespace, prefix);
    return `${prefix}:${local}`;
  }
}

/** Where components are declared: a namespace, in a file. */
export interface HomeDraft {
  readonly file: FileDraft;
  readonly namespace: string;
  readonly elementForm: Form;
  readonly attributeForm: Form;
}

export interface Named {
  readonly namespace: string;
  readonly local: string;
}

export interface SimpleDraft extends Named {
  readonly codec: SimpleType<unknown>;
  /** Facets of it and of its bases. */
  readonly limits: Facets;
  /** Some that fit. */
  readonly texts: readonly string[];
  readonly variety: 'atomic' | 'list' | 'union';
  /** Of an atomic one. */
  readonly root: SimpleTypeName | undefined;
  /** Built in. */
  readonly plain: boolean;
}

export interface RecordDraft extends Named {
  readonly home: HomeDraft;
  readonly content: 'fields' | 'all' | 'particles' | 'text' | 'mixed' | 'empty';
  readonly abstract: boolean;
  readonly properties: Iterable<string>;
  /** Of a plain sequence of fields of named types, which another record can restrict. */
  readonly fields: YamlMap | undefined;
  readonly base: RecordDraft | undefined;
  /** A wildcard is at its end: nothing comes behind. */
  readonly open: boolean;
  readonly hasId: boolean;
}

export interface ElementDraft extends Named {
  readonly nillable: boolean;
  readonly any: boolean;
  readonly abstract: boolean;
  readonly head: boolean;
  readonly record: RecordDraft | undefined;
}

export interface GroupDraft extends Named {
  readonly nullable: boolean;
}

export class ContractDraft {
  readonly draw: Draw;
  readonly use: 'literal' | 'encoded';
  readonly names: NameSupply;
  readonly files: FileDraft[] = [];
  readonly homes: HomeDraft[] = [];
  readonly simple: SimpleDraft[] = [];
  readonly records: RecordDraft[] = [];
  readonly elements: ElementDraft[] = [];
  readonly attributes: (Named & { readonly type: SimpleDraft; readonly fallback: boolean })[] = [];
  readonly groups: GroupDraft[] = [];
  /** Types of encoded messages that are not records: arrays, and types of the encoding and of Apache SOAP. */
  readonly encoded: Named[] = [];
  readonly attributeGroups: Named[] = [];
  readonly headers: Named[] = [];
  readonly faults: Named[] = [];
  /** Names of records that are not made yet. */
  readonly announced: (Named & { readonly home: HomeDraft; readonly override: string | undefined })[] = [];

  constructor(draw: Draw, use: 'literal' | 'encoded') {
    this.draw = draw;
    this.use = use;
    this.names = new NameSupply(draw);
  }

  /** Words for people, now and then ones that would break out of where they stand. */
  notes(prefix = ''): readonly (readonly [string, Yaml | undefined])[] {
    const { draw } = this;
    return [
      [`${prefix}doc`, draw.chance(12) ? hostileText(draw) : undefined],
      [`${prefix}deprecated`, draw.chance(3) ? hostileText(draw) : undefined],
      [`${prefix}since`, draw.chance(3) ? hostileText(draw) : undefined],
    ];
  }
}

const pieces: readonly string[] = [
  ...[
    '*/',
    '/*',
    '`',
    '$' + '{x}',
    "'",
    '"',
    '\\',
    '\n',
    '\u2028',
    '//',
    '<a>',
    '&amp;',
    ']]>',
    '{{x}}',
    '-->',
    '@deprecated',
  ],
  ...["');process.exit(7);('", ' x ', 'word', '#', ': ', '---', '%>', '\\u0027', '\t'],
];

export function hostileText(draw: Draw): string {
  return `a${draw.times(0, 4, () => draw.pick(pieces)).join('')}z`;
}

export function withNotes(draft: ContractDraft, entries: readonly (readonly [string, Yaml | undefined])[]): YamlMap {
  return mapOf(...entries, ...draft.notes());
}
