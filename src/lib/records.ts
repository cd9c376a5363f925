type KeyOf<Fields> = keyof Fields & string

/** Keys of an object whose type names all of them. */
export const keysOf = <Fields extends object>(fields: Fields) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- TypeScript has no exact types: a value may have more keys than its type
  Object.keys(fields) as KeyOf<Fields>[]

/** Builds an object from its keys. The type of a value may depend on its key. */
export function recordOf<Fields extends object>(
  keys: readonly KeyOf<Fields>[],
  valueOf: <Key extends KeyOf<Fields>>(key: Key) => Fields[Key],
): Fields {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `fromEntries` forgets which value belongs to which key
  return Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Fields
}

/** `Object.fromEntries` that keeps the type of the keys. */
export const fromEntries = <Key extends string, Value>(
  entries: readonly (readonly [Key, Value])[],
): Record<Key, Value> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the entries have the keys of the result
  Object.fromEntries(entries) as Record<Key, Value>

/** Copies the named properties. */
export const pick = <Source extends object, Key extends keyof Source & string>(
  source: Source,
  keys: readonly Key[],
): Pick<Source, Key> => recordOf<Pick<Source, Key>>(keys, (key) => source[key])
