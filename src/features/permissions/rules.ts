import { fromEntries, keysOf } from '#lib/records.ts'
import { type AuthRequirement, STAFF_LISTS, type StaffListName, type StaffRole } from './schema.ts'

/** Validity of an invitation link. */
export const INVITATION_HOURS = 72

const MIN_PASSWORD = 8

type ListAction = `${StaffListName}.${'read' | 'edit'}`

/** One value for reading and one for editing of every staff list. */
export const forListActions = <Value>(
  valuesOf: (list: (typeof STAFF_LISTS)[StaffListName]) => { readonly read: Value; readonly edit: Value },
): Record<ListAction, Value> =>
  fromEntries(
    keysOf(STAFF_LISTS).flatMap((name) => {
      const { read, edit } = valuesOf(STAFF_LISTS[name])
      return [
        [`${name}.read`, read],
        [`${name}.edit`, edit],
      ] satisfies [ListAction, Value][]
    }),
  )

/** Actions of the staff area and the roles allowed to perform them. `staff` is every signed-in account. */
const ALLOWED = {
  staff: ['host', 'manager', 'owner'],
  'overview.read': ['host', 'manager', 'owner'],
  ...forListActions<readonly StaffRole[]>(() => ({
    read: ['host', 'manager', 'owner'],
    edit: ['manager', 'owner'],
  })),
  'menu.sell_out': ['host', 'manager', 'owner'],
  'reservations.read': ['host', 'manager', 'owner'],
  'reservations.edit': ['host', 'manager', 'owner'],
  'reservations.amend': ['manager', 'owner'],
  'arrivals.record': ['host', 'manager', 'owner'],
  'guest_lists.read': ['host', 'manager', 'owner'],
  'guest_lists.edit': ['manager', 'owner'],
  'reservations.delete': ['manager', 'owner'],
  'reservations.export': ['manager', 'owner'],
  'reservations.email': ['manager', 'owner'],
  'guests.read': ['host', 'manager', 'owner'],
  'guests.edit': ['host', 'manager', 'owner'],
  'guests.block': ['manager', 'owner'],
  'guests.merge': ['manager', 'owner'],
  'guests.contact': ['manager', 'owner'],
  'inquiries.read': ['manager', 'owner'],
  'inquiries.edit': ['manager', 'owner'],
  'applications.read': ['manager', 'owner'],
  'applications.edit': ['manager', 'owner'],
  'payments.take': ['host', 'manager', 'owner'],
  'payments.read': ['manager', 'owner'],
  'payments.edit': ['manager', 'owner'],
  'settings.read': ['manager', 'owner'],
  'settings.edit': ['manager', 'owner'],
  'staff.read': ['manager', 'owner'],
  'staff.edit': ['owner'],
  'activity.read': ['manager', 'owner'],
  'pictures.add': ['manager', 'owner'],
  'trash.read': ['manager', 'owner'],
} as const satisfies Record<string, readonly StaffRole[]>

export type StaffAction = keyof typeof ALLOWED

export const listActions = (): StaffAction[] => keysOf(ALLOWED)

/** Permission check. Routes apply it to every request, and services again before each write. */
export const may = (role: StaffRole, action: StaffAction): boolean =>
  ALLOWED[action].some((allowed) => allowed === role)

/** Pending requirement that blocks all other routes until it is met. */
export function pendingRequirement(
  who: { role: StaffRole; mustChangePassword: boolean; hasCodes: boolean },
  ownersRequireTwoFactor: boolean,
): AuthRequirement | null {
  if (who.mustChangePassword) return 'password'
  return who.role === 'owner' && ownersRequireTwoFactor && !who.hasCodes ? 'codes' : null
}

/** Validation error of a new password; null if it is acceptable. */
export function checkNewPassword(
  password: string,
  again: string,
): { readonly title: string; readonly text: string } | null {
  if (password !== again) return { title: 'Password Mismatch', text: 'The passwords do not match.' }
  if (password.length < MIN_PASSWORD)
    return { title: 'Password Too Short', text: 'Password must be at least 8 characters long.' }
  return null
}

/** Waiting time as text: `a minute`, `12 minutes`. */
export function waitText(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / 60_000))
  return minutes === 1 ? 'a minute' : `${minutes} minutes`
}
