import type * as z from 'zod/mini'
import { recordActivity } from '#features/audit-log/service.ts'
import { may } from '#features/permissions/rules.ts'
import type { ActorDeps } from '#features/permissions/service.ts'
import { decimalUsd } from '#lib/money.ts'
import { formatPhone } from '#lib/phone.ts'
import { NOT_ALLOWED, NOT_FOUND } from '#lib/refusal.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { businessDate } from '#lib/venue-time.ts'
import { type Db, inTransaction } from '#platform/db/db.ts'
import { updateVersioned } from '#platform/db/versioned.ts'
import { LEGAL_PAGE_SETTINGS, openDays, WEEKDAYS, writeTurnTimes } from './rules.ts'
import {
  closeOutForm,
  diningForm,
  bookingRulesForm,
  type hoursForm,
  identityForm,
  retentionForm,
  type packageForm,
  type SettingsRecord,
} from './schema.ts'
import {
  listPackageRows,
  listTurnTimeRows,
  listWeek,
  type PackageKey,
  readVenueRow,
  type VenueColumns,
  writePackage,
  writeTurnTimeRows,
  writeWeek,
} from './store.ts'

export { readRequire2fa, writeRequire2fa } from './store.ts'

type Deps = { readonly db: Db; readonly now: Date }
type Form<Shape extends z.ZodMiniType> = z.output<Shape>

/** Reasons why settings could not be saved. A version conflict carries the current values. */
export type SettingsRefusal =
  | { readonly why: 'not_allowed' | 'not_found' }
  | { readonly why: 'version_conflict'; readonly current: SettingsRecord }

type SaveResult = Result<SettingsRecord, SettingsRefusal>

/** Names of the settings on a page: the keys of its form, so that a setting is listed in one place. */
const namesOf = ({ shape }: { readonly shape: object }): string[] =>
  Object.keys(shape).filter((name) => name !== 'version')

type Values = Readonly<Record<string, unknown>>

function asTyped(value: unknown): string | boolean {
  if (typeof value === 'boolean' || typeof value === 'string') return value
  return typeof value === 'number' ? String(value) : ''
}

const pick = (row: Values, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, asTyped(row[name])]))

const optionalPrice = (cents: number): string => (cents === 0 ? '' : decimalUsd(cents))

/** All settings that staff can change, by page. */
export async function listSettings({ db }: Pick<Deps, 'db'>): Promise<SettingsRecord[]> {
  // Sequential, because a transaction uses one connection.
  const venue = await readVenueRow(db)
  const week = await listWeek(db)
  const turnTimes = await listTurnTimeRows(db)
  const packages = await listPackageRows(db)
  const record = (id: string, fields: SettingsRecord['fields']) => ({ id, version: venue.version, fields })
  const hours = (service: 'restaurant' | 'social') =>
    Object.fromEntries(
      WEEKDAYS.map((name, weekday) => {
        const day = week.find((it) => it.service === service && it.weekday === weekday)
        return [name, day ? `${day.opens.slice(0, 5)}-${day.closes.slice(0, 5)}` : '']
      }),
    )
  return [
    record('identity', { ...pick(venue, namesOf(identityForm)), phone: formatPhone(venue.phone) }),
    record('hours/restaurant', hours('restaurant')),
    record('hours/social', hours('social')),
    record('booking-rules', {
      ...pick(venue, namesOf(bookingRulesForm)),
      reducedCoverCents: optionalPrice(venue.reducedCoverCents),
      moveFeeCents: optionalPrice(venue.moveFeeCents),
    }),
    record('dining', { ...pick(venue, namesOf(diningForm)), turnTimes: writeTurnTimes(turnTimes) }),
    record('close-out', pick(venue, namesOf(closeOutForm))),
    record('guest-data', pick(venue, namesOf(retentionForm))),
    ...packages.map(({ key, name, description, priceCents, isOffered, runSheetTime, runSheetTitle }) =>
      record(`packages/${key}`, {
        name,
        description,
        price: decimalUsd(priceCents),
        isOffered,
        runSheetTime: runSheetTime?.slice(0, 5) ?? '',
        runSheetTitle,
      }),
    ),
  ]
}

type Change = {
  readonly id: string
  readonly version: number
  readonly columns?: VenueColumns
  /** Writes rows of other tables that belong to the page. */
  readonly write?: (trx: Db) => Promise<void>
}

/** Saves one page of settings. All pages share the venue row's version (optimistic lock). */
async function saveSettings({ db, now, actor }: ActorDeps, it: Change): Promise<SaveResult> {
  if (!may(actor.role, 'settings.edit')) return no(NOT_ALLOWED)
  return inTransaction(db, async (trx) => {
    const row: Values = await readVenueRow(trx)
    const before = await findRecord(trx, it.id)
    const columns: Values = it.columns ?? {}
    const changesLegalPages = LEGAL_PAGE_SETTINGS.some(
      (name) => name in columns && columns[name] !== row[name],
    )
    const dated = changesLegalPages ? { policiesChangedOn: businessDate(now) } : {}
    const values = { ...it.columns, ...dated }
    const updated = await updateVersioned(trx, 'venue', {
      id: true,
      version: it.version,
      values,
      neverDeleted: true,
    })
    if (updated.ok) await it.write?.(trx)
    const after = await findRecord(trx, it.id)
    if (!before || !after) return no(NOT_FOUND)
    if (!updated.ok) return no({ why: 'version_conflict', current: after })
    await recordActivity(trx, {
      actor,
      action: 'updated',
      entity: 'settings',
      entityId: it.id,
      before: before.fields,
      after: after.fields,
    })
    return ok(after)
  })
}

const findRecord = async (db: Db, id: string): Promise<SettingsRecord | undefined> =>
  (await listSettings({ db })).find((it) => it.id === id)

export const changeIdentity = (
  deps: ActorDeps,
  { version, ...columns }: Form<typeof identityForm>,
): Promise<SaveResult> => saveSettings(deps, { id: 'identity', version, columns })

export const changeHours = (
  deps: ActorDeps,
  service: 'restaurant' | 'social',
  { version, ...week }: Form<typeof hoursForm>,
): Promise<SaveResult> =>
  saveSettings(deps, {
    id: `hours/${service}`,
    version,
    write: (trx) => writeWeek(trx, service, openDays(week)),
  })

export const changeBookingRules = (
  deps: ActorDeps,
  { version, ...columns }: Form<typeof bookingRulesForm>,
): Promise<SaveResult> => saveSettings(deps, { id: 'booking-rules', version, columns })

export const changeDining = (
  deps: ActorDeps,
  { version, turnTimes, ...columns }: Form<typeof diningForm>,
): Promise<SaveResult> =>
  saveSettings(deps, { id: 'dining', version, columns, write: (trx) => writeTurnTimeRows(trx, turnTimes) })

export const changeCloseOut = (
  deps: ActorDeps,
  { version, ...columns }: Form<typeof closeOutForm>,
): Promise<SaveResult> => saveSettings(deps, { id: 'close-out', version, columns })

export const changeRetention = (
  deps: ActorDeps,
  { version, ...columns }: Form<typeof retentionForm>,
): Promise<SaveResult> => saveSettings(deps, { id: 'guest-data', version, columns })

/** Changes a package. Reservations keep the price they were sold at. */
export const changePackage = (
  deps: ActorDeps,
  key: PackageKey,
  { version, price, ...columns }: Form<typeof packageForm>,
): Promise<SaveResult> =>
  saveSettings(deps, {
    id: `packages/${key}`,
    version,
    write: (trx) => writePackage(trx, key, { ...columns, priceCents: price }),
  })
