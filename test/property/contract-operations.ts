import type { ContractDraft, HomeDraft } from './contract-draft.ts';
import { attributesOf, type Contents, drawUse, type Entry, fieldsOf, particlesOf } from './contract-records.ts';
import { someType, spellType } from './contract-types.ts';
import { mapOf, type Yaml } from './document.ts';
import { FieldNames } from './names.ts';

/** Operations of every style, with their headers and faults. */
export function drawOperations(draft: ContractDraft): void {
  const { draw } = draft;
  for (const _ of draw.times(0, 2, () => undefined)) declareHeader(draft);
  for (const _ of draw.times(0, 2, () => undefined)) declareFault(draft);
  for (const _ of draw.times(1, 4, () => undefined)) declareOperation(draft);
}

/** A simple type or a record, by its name; never one without a possible value in messages. */
function typeText(draft: ContractDraft, home: HomeDraft): string {
  const { draw } = draft;
  if (draft.encoded.length > 0 && draw.chance(30)) return home.file.spell(draw.pick(draft.encoded));
  const records = draft.records.filter((one) => !one.abstract || draft.records.some(({ base }) => base === one));
  if (records.length > 0 && draw.chance(60)) return home.file.spell(draw.pick(records));
  return spellType(home.file, someType(draft));
}

function declareHeader(draft: ContractDraft): void {
  const { draw } = draft;
  const home = draw.pick(draft.homes);
  const { local, override } = draft.names.top(`element ${home.namespace}`);
  const yaml = mapOf(
    ['type', typeText(draft, home)],
    ['mustUnderstand', draw.chance(30) ? true : undefined],
    ['role', draw.chance(10) ? 'http://schemas.xmlsoap.org/soap/actor/next' : undefined],
    ['optional', draw.chance(50) ? true : undefined],
    ['name', override],
    ...draft.notes(),
  );
  home.file.add('headers', home.file.spell({ namespace: home.namespace, local }), yaml);
  draft.headers.push({ namespace: home.namespace, local });
}

function declareFault(draft: ContractDraft): void {
  const home = draft.draw.pick(draft.homes);
  const { local, override } = draft.names.top(`element ${home.namespace}`);
  const type = typeText(draft, home);
  const yaml =
    override === undefined && draft.draw.chance(50)
      ? type
      : mapOf(['type', type], ['name', override], ...draft.notes());
  home.file.add('faults', home.file.spell({ namespace: home.namespace, local }), yaml);
  draft.faults.push({ namespace: home.namespace, local });
}

const styles = {
  literal: ['wrapped', 'wrapped', 'wrapped', 'bare', 'rpc'],
  encoded: ['rpc', 'rpc', 'rpc', 'bare', 'wrapped'],
} as const;

function declareOperation(draft: ContractDraft): void {
  const { draw, homes } = draft;
  const home = homes[0] as HomeDraft;
  const { local, override } = draft.names.top(`element ${home.namespace}`);
  draft.names.override(`${local}Response`);
  const contents = (): Contents => ({ draft, home, names: new FieldNames(draw, draft.names), depth: 2 });
  const style = draw.pick(styles[draft.use]);
  const oneWay = draw.chance(12);
  const spell = (list: readonly { namespace: string; local: string }[]): readonly Yaml[] =>
    draw.some(list, 0, 2).map((one) => home.file.spell(one));
  const used = spell(draft.headers);
  const answered = oneWay ? [] : spell(draft.headers);
  const faults = oneWay ? [] : spell(draft.faults);
  const body = { wrapped, bare, rpc }[style];
  const yaml = mapOf(
    ['name', override],
    ...draft.notes(),
    ['style', style === 'wrapped' ? undefined : style],
    ['oneWay', oneWay ? true : undefined],
    [
      'soapAction',
      style === 'bare'
        ? `urn:action:${draft.homes.length}:${draw.int(1, 1_000_000)}`
        : /^[!-~]*$/.test(local + home.namespace)
          ? draw.pick([undefined, '', 'urn:a#b'])
          : draw.pick(['', 'urn:a#b']),
    ],
    ['headers', headers(used, answered)],
    ['faults', faults.length === 0 ? undefined : faults],
    ...body(contents, draft, { local, oneWay }),
  );
  home.file.add('operations', local, yaml);
}

function headers(request: readonly Yaml[], response: readonly Yaml[]): Yaml | undefined {
  if (response.length > 0) return mapOf(['request', request.length > 0 ? request : undefined], ['response', response]);
  return request.length > 0 ? request : undefined;
}

interface Shape {
  readonly local: string;
  readonly oneWay: boolean;
}

type Body = (
  contents: () => Contents,
  draft: ContractDraft,
  shape: Shape,
) => readonly (readonly [string, Yaml | undefined])[];

const wrapped: Body = (contents, draft, { oneWay }) => {
  const { draw } = draft;
  const fields = (): Yaml => {
    const inside = contents();
    const entries: readonly Entry[] = draw.chance(30)
      ? particlesOf(inside, { open: draw.chance(20) })
      : fieldsOf(inside, 0, 4);
    return new Map([...entries, ...(draw.chance(15) ? attributesOf(inside) : [])]);
  };
  const request = fields();
  if (oneWay) return [['request', request]];
  if (draw.chance(40))
    return [
      ['request', request],
      ['response', fields()],
    ];
  return [
    ['request', request],
    ['result', result(contents(), draft)],
  ];
};

function result(contents: Contents, draft: ContractDraft): Yaml {
  const { draw } = draft;
  const { entries, loops } = drawUse(contents);
  const often = draw.pick<readonly [string, Yaml] | undefined>([
    undefined,
    undefined,
    ['optional', true],
    ['many', true],
  ]);
  return mapOf(...entries, ['as', contents.names.take()], ...(often === undefined || loops ? [] : [often]));
}

const bare: Body = (contents, draft, { local, oneWay }) => {
  const { draw } = draft;
  const { home } = contents();
  const element = (name: string): Yaml => {
    const usable = draft.elements.filter(
      ({ nillable, any, abstract, head }) => !nillable && !any && !abstract && !head,
    );
    if (usable.length > 0 && draw.chance(30)) return mapOf(['element', home.file.spell(draw.pick(usable))]);
    return mapOf(['type', typeText(draft, home)], ['as', draw.chance(50) ? `${name}El` : undefined]);
  };
  const request: readonly [string, Yaml] = ['request', element(local)];
  return oneWay ? [request] : [request, ['result', element(`${local}Response`)]];
};

const rpc: Body = (contents, draft, { oneWay }) => {
  const { draw } = draft;
  const parts = (): Yaml => {
    const { home, names } = contents();
    return new Map(draw.times(0, 3, (): Entry => [names.take(), typeText(draft, home)]));
  };
  const request: readonly [string, Yaml] = ['request', parts()];
  if (oneWay) return [request];
  if (draw.chance(50)) return [request, ['response', parts()]];
  const { home, names } = contents();
  return [request, ['result', mapOf(['type', typeText(draft, home)], ['as', names.take()])]];
};
