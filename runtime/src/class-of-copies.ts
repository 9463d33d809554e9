/** A class of this package, or one derived from it. */
type RuntimeClass = abstract new (...values: never) => object;

/**
 * Whether a value is an instance of a class, or of the class of that name in another copy of this package: Jest loads
 * its CommonJS form by `require` and its ECMAScript form by `import`, and an installation may have two versions. Classes
 * have their name as a static `className`; a class that a program derives has none of its own, and is compared as usual.
 */
export function isInstance(value: unknown, type: RuntimeClass): boolean {
  if (Function.prototype[Symbol.hasInstance].call(type, value)) return true;
  const name = classNameOf(type);
  if (name === undefined || !(value instanceof Error)) return false;
  for (let one: unknown = Object.getPrototypeOf(value); one instanceof Object; one = Object.getPrototypeOf(one))
    if (classNameOf(one.constructor) === name) return true;
  return false;
}

function classNameOf(type: object): unknown {
  return Object.hasOwn(type, 'className') ? Reflect.get(type, 'className') : undefined;
}
