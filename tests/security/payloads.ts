import fc from 'fast-check'

/** Text that is known to break web applications. */
const HOSTILE_TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\uD800',
  '\uDFFF\uD800',
  '\r\nX-Injected: 1',
  '\n\n<html>',
  '"><img src=x onerror=alert(1)>',
  '<script>alert(1)</script>',
  '</script><script>alert(1)</script>',
  "' or '1'='1",
  "'; drop table reservations; --",
  '${7*7}{{7*7}}',
  '=HYPERLINK("http://evil.example","x")',
  '../../../../etc/passwd',
  '..\\..\\windows',
  '%00',
  '%2e%2e%2f',
  '//evil.example',
  'javascript:alert(1)',
  'null',
  'undefined',
  'NaN',
  '-1',
  '1e309',
  '99999999999999999999',
  '0x10',
  '2026-02-30',
  '0000-00-00',
  '99999-12-31',
  '2026-11-01T01:30:00',
  '25:61',
  '\u202Egnp.exe',
  '\u2028\u2029',
  '💥'.repeat(50),
  'é'.repeat(300),
  'x'.repeat(10_000),
  '__proto__',
  'constructor',
  '[object Object]',
]

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 200 }) },
)

const extremeNumber = fc.constantFrom(
  -1,
  0,
  -0,
  0.5,
  1.5,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32,
  2 ** 53 - 1,
  2 ** 53,
  2 ** 63,
  1e21,
  1e308,
  -1e308,
  5e-324,
)

/** A value of any type where another is expected. */
const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 3, arbitrary: extremeNumber },
  { weight: 1, arbitrary: fc.constantFrom(null, true, false, [], {}, [[]], [null], { a: { b: [] } }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
)

type Fields = Readonly<Record<string, unknown>>
type Change = (fields: Fields) => Fields

const UNKNOWN_NAMES = ['__proto__', 'constructor', 'isAdmin', 'role', 'id', 'priceCents', 'toString', 'x']

/** One defect in a valid request. */
const change: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(fc.nat(), hostileValue).map(([at, value]) => replaceField(at, () => value)),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.nat(), hostileText)
      .map(([at, text]) => replaceField(at, (old) => (typeof old === 'string' ? old + text : [old]))),
  },
  { weight: 2, arbitrary: fc.nat().map((at) => removeField(at)) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom(...UNKNOWN_NAMES), hostileValue).map(
      ([name, value]): Change =>
        (fields) =>
          Object.fromEntries([...Object.entries(fields), [name, value]]),
    ),
  },
  { weight: 1, arbitrary: fc.nat().map((at) => replaceField(at, (old) => [old, old])) },
)

const replaceField =
  (at: number, next: (old: unknown) => unknown): Change =>
  (fields) => {
    const names = Object.keys(fields)
    const name = names[at % Math.max(1, names.length)]
    return name === undefined ? fields : { ...fields, [name]: next(fields[name]) }
  }

const removeField =
  (at: number): Change =>
  (fields) => {
    const names = Object.keys(fields)
    const name = names[at % Math.max(1, names.length)]
    return Object.fromEntries(Object.entries(fields).filter(([it]) => it !== name))
  }

/** A valid request with none, one or a few defects. */
export const mutated = (valid: fc.Arbitrary<Fields>): fc.Arbitrary<Fields> =>
  fc
    .tuple(valid, fc.array(change, { maxLength: 3 }))
    .map(([fields, changes]) => changes.reduce((it, next) => next(it), fields))

/** Fields as a query string or a urlencoded form has them; a name may be repeated. */
export function asPairs(fields: Fields): URLSearchParams {
  const pairs = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) {
    for (const one of Array.isArray(value) ? value : [value])
      pairs.append(name, typeof one === 'string' ? one : (JSON.stringify(one) ?? ''))
  }
  return pairs
}
