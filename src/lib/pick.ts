/** Copies the named properties. */
export const pick = <Source extends object, Key extends keyof Source>(
  source: Source,
  keys: readonly Key[],
): Pick<Source, Key> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the entries have the keys of the result
  Object.fromEntries(keys.map((key) => [key, source[key]])) as Pick<Source, Key>
