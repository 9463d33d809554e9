// Values of the contract `rows`: lists of records of elements or of attributes, of long texts and of non-ASCII texts.

const names = ['Desk of oak', 'Chair & cushion', 'Lamp', 'Bookshelf for a wall'];
const otherNames = ['Bücherregal aus Eiche', 'Стол письменный', 'ランプ', 'Étagère à livres'];
const words = 'A text of some length that a caller has written, with words and a few signs: 4,711 of 9. '.repeat(45);

const row = (index, texts) => ({
  Number: 4_711_000_000n + BigInt(index),
  Article: `AB-${1000 + (index % 9000)}`,
  Name: texts[index % texts.length],
  Quantity: (index % 50) + 1,
  Price: `${(index % 300) + 1}.95`,
  IsGift: index % 3 === 0,
  Delivery: `2026-12-${10 + (index % 19)}`,
  Remark: index % 2 === 0 ? undefined : 'left at the door',
});

/** Operation, field, item by its index, and the bytes of an item in the message. */
const kinds = {
  elements: { operation: 'PutElements', field: 'Row', item: (index) => row(index, names), size: 202 },
  attributes: { operation: 'PutAttributes', field: 'Row', item: (index) => row(index, names), size: 148 },
  'non-ASCII': { operation: 'PutElements', field: 'Row', item: (index) => row(index, otherNames), size: 208 },
  texts: { operation: 'PutTexts', field: 'Text', item: (index) => `${index} ${words}`, size: words.length + 19 },
};

/** @param {keyof typeof kinds} kind @param {number} bytes of the message, about */
export function rowsOf(kind, bytes) {
  const { operation, field, item, size } = kinds[kind];
  const count = Math.ceil(bytes / size);
  return { operation, values: { [field]: Array.from({ length: count }, (_, index) => item(index)) } };
}
