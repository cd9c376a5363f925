import type { StaffRoutes } from '../api/staff-routes.ts'

export type Method = StaffRoutes['method']

type PathOf<Url extends string> = Url extends `${infer Path}?${string}` ? Path : Url

type Segments<Path extends string> = Path extends `${infer Head}/${infer Tail}`
  ? [Head, ...Segments<Tail>]
  : [Path]

/** Compares a route pattern with a URL segment by segment. `:id` matches any segment. */
type Matches<Pattern extends readonly string[], Actual extends readonly string[]> = Pattern extends readonly [
  infer Wanted extends string,
  ...infer WantedRest extends string[],
]
  ? Actual extends readonly [infer Given extends string, ...infer GivenRest extends string[]]
    ? Wanted extends `:${string}`
      ? Matches<WantedRest, GivenRest>
      : Given extends Wanted
        ? Matches<WantedRest, GivenRest>
        : false
    : false
  : Actual extends readonly []
    ? true
    : false

type ByPattern<Route, M extends Method, Path extends string> = Route extends {
  readonly method: M
  readonly path: infer Pattern extends string
}
  ? Matches<Segments<Pattern>, Segments<Path>> extends true
    ? Route
    : never
  : never

type ByPath<Route, M extends Method, Path extends string> = Route extends {
  readonly method: M
  readonly path: infer Pattern
}
  ? [Path] extends [Pattern]
    ? Route
    : never
  : never

/** Route of a request: the one with exactly this path, else the one whose pattern matches. */
type RouteOf<M extends Method, Url extends string> = Url extends string
  ? [ByPath<StaffRoutes, M, PathOf<Url>>] extends [never]
    ? ByPattern<StaffRoutes, M, PathOf<Url>>
    : ByPath<StaffRoutes, M, PathOf<Url>>
  : never

/** A value as it is after JSON: dates are strings. */
type Jsonified<Value> = Value extends Date
  ? string
  : Value extends string | number | boolean | null | undefined
    ? Value
    : Value extends object
      ? { [Key in keyof Value]: Jsonified<Value[Key]> }
      : Value

type Immutable<Value> = Value extends string | number | boolean | null | undefined
  ? Value
  : { readonly [Key in keyof Value]: Immutable<Value[Key]> }

type TypesOf<Route> = Route extends { readonly types?: infer Types } ? Exclude<Types, undefined> : never

/** Rejects a URL that no route of this method serves. */
export type KnownUrl<M extends Method, Url extends string> = [RouteOf<M, Url>] extends [never]
  ? `There is no route ${M} ${Url}`
  : unknown

/** JSON body that the route accepts. */
export type SentTo<M extends Method, Url extends string> =
  TypesOf<RouteOf<M, Url>> extends { readonly sent: infer Sent } ? Immutable<Sent> : never

/** JSON body of the route's response. */
export type AnswerOf<M extends Method, Url extends string> =
  TypesOf<RouteOf<M, Url>> extends { readonly answer: infer Answer } ? Jsonified<Answer> : never
