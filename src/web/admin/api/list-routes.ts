import type * as z from 'zod/mini'
import type { StaffAction } from '#features/permissions/rules.ts'
import { STAFF_LISTS, type StaffListName } from '#features/permissions/schema.ts'
import type { ActorDeps } from '#features/permissions/service.ts'
import type { ListRefusal } from '#features/staff-lists/service.ts'
import type { Result } from '#lib/result.ts'
import type { Db } from '#platform/db/db.ts'
import { jsonResponse } from '#http/json-response.ts'
import { editResponse } from './edit-response.ts'
import { idOf, route, type StaffRoute } from './route.ts'

type Saved = Promise<Result<unknown, ListRefusal<unknown>>>

/** Operations of a list that `staffList` returns, as far as the routes need them. */
type ServedList = {
  readonly form: z.ZodMiniType
  readonly edit: z.ZodMiniType<{ readonly version: number }>
  list(db: Db, now: Date): Promise<unknown[]>
  add(deps: ActorDeps, form: unknown): Saved
  change(deps: ActorDeps, at: { id: string; version: number }, form: unknown): Saved
  remove(deps: ActorDeps, id: string): Promise<Result<null, { readonly why: 'not_allowed' | 'not_found' }>>
}
type ServedLists = Readonly<Partial<Record<StaffListName, ServedList>>>

type ItemOf<List extends ServedList> = Awaited<ReturnType<List['list']>>[number]

type RouteOfList<Name extends string, List extends ServedList> =
  | StaffRoute<'GET', `/admin/api/${Name}`, undefined, { readonly items: ItemOf<List>[] }>
  | StaffRoute<'POST', `/admin/api/${Name}`, z.input<List['form']>, { readonly item: ItemOf<List> }>
  | StaffRoute<'PUT', `/admin/api/${Name}/:id`, z.input<List['edit']>, { readonly item: ItemOf<List> }>
  | StaffRoute<'DELETE', `/admin/api/${Name}/:id`, undefined, never>

type RouteOf<Lists extends ServedLists> = {
  [Name in keyof Lists & string]: Lists[Name] extends ServedList ? RouteOfList<Name, Lists[Name]> : never
}[keyof Lists & string]

/** Routes of one list: read, add, edit, delete. */
function routesOf(path: `/admin/api/${string}`, actions: Actions, list: ServedList): StaffRoute[] {
  return [
    route({ method: 'GET', path, permission: actions.read }, async ({ db, now }) =>
      jsonResponse({ items: await list.list(db, now) }),
    ),
    route({ method: 'POST', path, permission: actions.edit, body: list.form }, async (deps, { body }) =>
      editResponse(await list.add(deps, body), 201),
    ),
    route(
      { method: 'PUT', path: `${path}/:id`, permission: actions.edit, body: list.edit },
      async (deps, request) => {
        const { version, ...form } = request.body
        return editResponse(await list.change(deps, { id: idOf(request), version }, form))
      },
    ),
    route({ method: 'DELETE', path: `${path}/:id`, permission: actions.edit }, async (deps, request) =>
      editResponse(await list.remove(deps, idOf(request))),
    ),
  ]
}
type Actions = { readonly read: StaffAction; readonly edit: StaffAction }

const isListName = (name: string): name is StaffListName => Object.hasOwn(STAFF_LISTS, name)

/** Routes of every list, with the types that the client infers its requests from. */
export const listRoutes = <Lists extends ServedLists>(lists: Lists): RouteOf<Lists>[] =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the routes of a list are those that its type names
  Object.entries(lists).flatMap(([name, list]) =>
    isListName(name)
      ? routesOf(`/admin/api/${name}`, { read: `${name}.read`, edit: `${name}.edit` }, list)
      : [],
  ) as RouteOf<Lists>[]
