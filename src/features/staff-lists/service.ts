import type * as z from 'zod/mini'
import { recordActivity } from '#features/audit-log/service.ts'
import { may, type StaffAction } from '#features/permissions/rules.ts'
import { type Actor, STAFF_LISTS, type StaffListName } from '#features/permissions/schema.ts'
import type { ActorDeps } from '#features/permissions/service.ts'
import type { JsonRecord } from '#lib/changes.ts'
import { NOT_ALLOWED, NOT_FOUND } from '#lib/refusal.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { type Db, inTransaction } from '#platform/db/db.ts'
import {
  listDeletedNames,
  type NameColumn,
  purgeDeleted,
  restoreDeleted,
  softDelete,
} from '#platform/db/soft-delete.ts'
import type { RecordTable, ValuesOf } from '#platform/db/table-types.ts'
import { updateVersioned } from '#platform/db/versioned.ts'

type Deps = { readonly db: Db; readonly now: Date }
export type { ActorDeps }

type Identified = { readonly id: string }

/** Reasons why a record could not be saved. A version conflict carries the current version. */
export type ListRefusal<Item> =
  | { readonly why: 'not_allowed' | 'not_found' }
  | { readonly why: 'version_conflict'; readonly current: Item }
  /** A message for each invalid field. */
  | { readonly why: 'invalid'; readonly fields: FieldMessages }

type FieldMessages = Readonly<Record<string, string>>

/** One list of records: its table, its validation, and the SQL of its store. */
type Definition<Table extends RecordTable, Form, Sent, EditSent, Item extends Identified> = {
  readonly name: StaffListName
  readonly table: Table
  /** Column that names a record in the trash. */
  readonly nameColumn: NameColumn<Table>
  readonly form: z.ZodMiniType<Form, Sent>
  /** The form with the version that the editor read. */
  readonly edit: z.ZodMiniType<Form & { readonly version: number }, EditSent>
  readonly list: (db: Db, now: Date) => Promise<Item[]>
  readonly find: (db: Db, id: string, now: Date) => Promise<Item | null>
  readonly insert: (db: Db, form: Form) => Promise<Identified>
  readonly valuesOf: (form: Form) => ValuesOf<Table>
  /** Messages of fields that only a query can judge, such as the id of another row; null where all are right. */
  readonly check?: (trx: Db, form: Form) => Promise<FieldMessages | null>
  /** Fields that the audit log stores. */
  readonly auditFields: (item: Item) => JsonRecord
  /** Runs in the transaction of a restore, such as to free a name that another record took meanwhile. */
  readonly beforeRestore?: (trx: Db, id: string) => Promise<void>
}

/**
 * A list of records that staff add, edit, delete to the trash and restore, with permissions, optimistic locking and audit
 * log. The trash and the staff API take all they need from the returned object.
 */
export const staffList = <Table extends RecordTable, Form, Sent, EditSent, Item extends Identified>(
  definition: Definition<Table, Form, Sent, EditSent, Item>,
) => {
  const { name, form, edit, list } = definition
  const needs: StaffAction = `${name}.edit`
  const recordChange = changeRecorder(definition)
  return {
    form,
    edit,
    list,
    needs,
    recordChange,
    /** Records a change of the list as a whole, such as of its order. */
    recordListChange: (trx: Db, actor: Actor, { action, after }: ListChange): Promise<void> =>
      recordActivity(trx, { actor, action, entity: STAFF_LISTS[name].entity, entityId: null, after }),
    ...writesOf(definition, needs, recordChange),
    ...trashOf(definition, needs, recordChange),
  }
}

type Change<Item> = {
  readonly action: string
  readonly before: Item | null
  readonly after: Item | null
}
type ListChange = { readonly action: string; readonly after: JsonRecord }
type RecordChange<Item> = (trx: Db, actor: Actor, change: Change<Item>) => Promise<void>

const changeRecorder =
  <Item extends Identified>({
    name,
    auditFields,
  }: {
    readonly name: StaffListName
    readonly auditFields: (item: Item) => JsonRecord
  }): RecordChange<Item> =>
  (trx, actor, { action, before, after }) =>
    recordActivity(trx, {
      actor,
      action,
      entity: STAFF_LISTS[name].entity,
      entityId: (after ?? before)?.id ?? null,
      before: before && auditFields(before),
      after: after && auditFields(after),
    })

function writesOf<Table extends RecordTable, Form, Sent, EditSent, Item extends Identified>(
  { table, find, insert, valuesOf, check }: Definition<Table, Form, Sent, EditSent, Item>,
  needs: StaffAction,
  recordChange: RecordChange<Item>,
) {
  type Written<Value> = Promise<Result<Value, ListRefusal<Item>>>

  async function addOne({ db: trx, now, actor }: ActorDeps, form: Form): Promise<Item> {
    const { id } = await insert(trx, form)
    const item = await find(trx, id, now)
    if (!item) throw new Error(`a new row of ${table} was not found`)
    await recordChange(trx, actor, { action: 'added', before: null, after: item })
    return item
  }

  return {
    async add(deps: ActorDeps, form: Form): Written<Item> {
      if (!may(deps.actor.role, needs)) return no(NOT_ALLOWED)
      return inTransaction(deps.db, async (db) => {
        const fields = await check?.(db, form)
        return fields ? no({ why: 'invalid', fields }) : ok(await addOne({ ...deps, db }, form))
      })
    },

    /** Adds several records in one transaction, of a list without a check. */
    async addAll(deps: ActorDeps, forms: readonly Form[]): Written<Item[]> {
      if (!may(deps.actor.role, needs)) return no(NOT_ALLOWED)
      return inTransaction(deps.db, async (db) => {
        const added: Item[] = []
        // oxlint-disable-next-line no-await-in-loop -- one transaction is one connection: they queue anyway
        for (const form of forms) added.push(await addOne({ ...deps, db }, form))
        return ok(added)
      })
    },

    /** Updates a record if its version is still the editor's (optimistic lock). */
    async change(
      { db, now, actor }: ActorDeps,
      at: { id: string; version: number },
      form: Form,
    ): Written<Item> {
      if (!may(actor.role, needs)) return no(NOT_ALLOWED)
      return inTransaction(db, async (trx) => {
        const before = await find(trx, at.id, now)
        if (!before) return no(NOT_FOUND)
        const fields = await check?.(trx, form)
        if (fields) return no({ why: 'invalid', fields })
        const updated = await updateVersioned(trx, table, { ...at, values: valuesOf(form) })
        const after = await find(trx, at.id, now)
        if (!after) return no(NOT_FOUND)
        if (!updated.ok) return no({ why: 'version_conflict', current: after })
        await recordChange(trx, actor, { action: 'updated', before, after })
        return ok(after)
      })
    },
  }
}

type TrashRefusal = { readonly why: 'not_allowed' | 'not_found' }

function trashOf<Table extends RecordTable, Form, Sent, EditSent, Item extends Identified>(
  { table, nameColumn, find, beforeRestore }: Definition<Table, Form, Sent, EditSent, Item>,
  needs: StaffAction,
  recordChange: RecordChange<Item>,
) {
  return {
    async remove({ db, now, actor }: ActorDeps, id: string): Promise<Result<null, TrashRefusal>> {
      if (!may(actor.role, needs)) return no(NOT_ALLOWED)
      return inTransaction(db, async (trx) => {
        const before = await find(trx, id, now)
        if (!before || !(await softDelete(trx, table, { id, now }))) return no(NOT_FOUND)
        await recordChange(trx, actor, { action: 'deleted', before, after: null })
        return ok(null)
      })
    },

    async restore({ db, now, actor }: ActorDeps, id: string): Promise<Result<null, TrashRefusal>> {
      if (!may(actor.role, needs)) return no(NOT_ALLOWED)
      return inTransaction(db, async (trx) => {
        await beforeRestore?.(trx, id)
        if (!(await restoreDeleted(trx, table, id))) return no(NOT_FOUND)
        await recordChange(trx, actor, { action: 'restored', before: null, after: await find(trx, id, now) })
        return ok(null)
      })
    },

    listDeleted: ({ db }: Deps) => listDeletedNames(db, table, nameColumn),

    purge: ({ db }: Deps, before: Date): Promise<number> => purgeDeleted(db, table, before),
  }
}
