import fc from 'fast-check';
import type {
  Parcel,
  Part,
  Photo,
  PictureItself,
  SendContentRequest,
  SendLetterRequest,
  SendPartsRequest,
  SendRequest,
  SendShapeRequest,
  ShapeItself,
  ThingElement,
  Tree,
} from '../golden/streams/expected/types.ts';

/** Values of every operation of the contract `streams`, and how the same message can be written in other ways. */

const blob = fc
  .oneof(fc.integer({ min: 0, max: 9 }), fc.constantFrom(48, 49, 3_000, 49_152, 65_536, 65_537))
  .map((size) => new Blob([new Uint8Array(size).map((_, at) => (at * 7) ^ (at >> 8) ^ size)]));
const text = fc.constantFrom('', 'a', 'Data.', '<Data>', ']]>', 'ü', '&amp;', ' x ');
const maybe = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(one, { nil: undefined });
const few = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<T[]> => fc.array(one, { maxLength: 3 });
const int = fc.integer({ min: -9, max: 9 });

const part: fc.Arbitrary<Part> = fc.record({ id: maybe(int), Name: text, Data: maybe(blob), Note: maybe(text) });
const both = fc.record({ Head: text, Body: blob, Tail: maybe(text) });
const content: fc.Arbitrary<Parcel['Content']> = fc.oneof(
  fc.record({ case: fc.constant('Text' as const), value: text }),
  fc.record({ case: fc.constant('Bytes' as const), value: blob }),
  fc.record({ case: fc.constant('Pages' as const), value: fc.array(blob, { minLength: 1, maxLength: 3 }) }),
  fc.record({ case: fc.constant('Both' as const), value: both }),
  fc.record({ case: fc.constant('One' as const), value: part }),
);
const step: fc.Arbitrary<Parcel['Steps'][number]> = fc.oneof(
  fc.record({ case: fc.constant('Paused' as const), value: text }),
  fc.record({ case: fc.constant('Piece' as const), value: blob }),
);
const other = fc.constant({ namespace: 'urn:x', local: 'Data', xml: '<x:Data xmlns:x="urn:x">a.b</x:Data>' });
const plain: fc.Arbitrary<ShapeItself> = fc.record({ $type: fc.constant('Shape' as const), Id: int });
const picture: fc.Arbitrary<PictureItself> = fc.record({
  $type: fc.constant('Picture' as const),
  Id: int,
  Pixels: blob,
});
const photo: fc.Arbitrary<Photo> = fc.record({
  $type: fc.constant('Photo' as const),
  Id: int,
  Pixels: blob,
  Taken: text,
  Thumb: maybe(blob),
});
const thing: fc.Arbitrary<ThingElement> = fc.oneof(
  fc.record({
    case: fc.constant('Thing' as const),
    value: fc.record({ $type: fc.constant('Thing' as const), Id: int }),
  }),
  fc.record({
    case: fc.constant('PictureThing' as const),
    value: fc.record({ $type: fc.constant('PictureThing' as const), Id: int, Pixels: blob }),
  }),
);
const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.record({
    Leaf: maybe(blob),
    Name: maybe(text),
    Branches: fc.oneof({ depthSize: 'small' }, fc.constant<Tree[]>([]), fc.array(tie('tree'), { maxLength: 2 })),
  }),
}));

export interface Requests {
  readonly Send: SendRequest;
  readonly SendParts: SendPartsRequest;
  readonly SendContent: SendContentRequest;
  readonly SendShape: SendShapeRequest;
  readonly SendLetter: SendLetterRequest;
  readonly SendTree: { readonly Tree: Tree };
}

export const requests: { readonly [Name in keyof Requests]: fc.Arbitrary<Requests[Name]> } = {
  Send: fc.record({ Key: text, soFar: maybe(text), authorize: maybe(blob), After: maybe(int) }),
  SendParts: fc.record({ Key: text, Parts: few(part), Loose: few(blob), Last: fc.option(blob) }),
  SendContent: fc.record({
    Parcel: fc.record({
      Key: text,
      Content: content,
      Steps: few(step),
      Attached: maybe(fc.record({ Label: text, Attachment: blob })),
      Rows: few(fc.record({ N: int, Row: blob })),
      Extra: few(other),
    }),
  }),
  SendShape: fc.record({
    Owner: maybe(text),
    Shape: fc.oneof(plain, picture, photo),
    Others: few(fc.oneof(plain, picture, photo)),
    Things: few(thing),
  }),
  SendLetter: fc.record({
    Letter: fc.record({
      lang: maybe(text),
      $content: few(
        fc.oneof(
          fc.constantFrom('Dear, ', ' a < b '),
          fc.record({ case: fc.constant('bold' as const), value: text }),
          fc.record({ case: fc.constant('seal' as const), value: blob }),
          fc.record({ case: fc.constant('part' as const), value: part }),
        ),
      ).map((items) => items.filter((item, at) => typeof item !== 'string' || typeof items[at - 1] !== 'string')),
    }),
  }),
  SendTree: fc.record({ Tree: tree }),
};

const noises = [' ', '\r\n\t', '<!-- > Data -->', '<?pi <Data> ?>', '<![CDATA[]]>', '&#x20;', '<![CDATA[ ]]>'];

/** The same message with what means nothing in its binary values, and with characters written in other ways. */
export function noisy(xml: string, random: () => number): string {
  return xml.replace(/>([A-Za-z0-9+/]{4,}=*)</g, (_, value: string) => {
    let out = '';
    let from = 0;
    for (let times = 0; times < 3; times++) {
      const at = from + Math.floor(random() * (value.length - from));
      const noise = noises[Math.floor(random() * noises.length)] as string;
      const character = value.charCodeAt(at);
      const how = random();
      out += value.slice(from, at) + noise;
      if (how < 0.3) out += `&#${character};`;
      else if (how < 0.6) out += `<![CDATA[${value[at]}]]>`;
      else out += value[at];
      from = at + 1;
      if (from >= value.length) break;
    }
    return `>${out}${value.slice(from)}<`;
  });
}

/** A message with something wrong about it, most often. */
export function damaged(xml: string, random: () => number): string {
  const at = Math.floor(random() * xml.length);
  const inserted = ['', '<', '>', '&', '=', 'A', '<Data>', '</Data>', '<Data/>', '"', '/', ' '][
    Math.floor(random() * 12)
  ];
  return xml.slice(0, at) + inserted + xml.slice(at + Math.floor(random() * 3));
}
