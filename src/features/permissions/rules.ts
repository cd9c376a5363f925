import type { Block, StaffRole } from './schema.ts'

/** How long an invitation opens the door. */
export const INVITATION_HOURS = 72

const MIN_PASSWORD = 8

/** What can be done in the staff area, and which roles may. `staff` is everyone who is signed in. */
const ALLOWED = {
  staff: ['host', 'manager', 'owner'],
  'overview.read': ['host', 'manager', 'owner'],
  'menu.read': ['host', 'manager', 'owner'],
  'menu.sell_out': ['host', 'manager', 'owner'],
  'menu.edit': ['manager', 'owner'],
  'reservations.read': ['host', 'manager', 'owner'],
  'reservations.edit': ['host', 'manager', 'owner'],
  'reservations.delete': ['manager', 'owner'],
  'reservations.export': ['manager', 'owner'],
  'reservations.email': ['manager', 'owner'],
  'guests.contact': ['manager', 'owner'],
  'events.read': ['host', 'manager', 'owner'],
  'events.edit': ['manager', 'owner'],
  'gallery.read': ['host', 'manager', 'owner'],
  'gallery.edit': ['manager', 'owner'],
  'tables.read': ['host', 'manager', 'owner'],
  'tables.edit': ['manager', 'owner'],
  'modals.read': ['host', 'manager', 'owner'],
  'modals.edit': ['manager', 'owner'],
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
  'bin.read': ['manager', 'owner'],
} as const satisfies Record<string, readonly StaffRole[]>

export type StaffAction = keyof typeof ALLOWED

const isAction = (text: string): text is StaffAction => Object.hasOwn(ALLOWED, text)

/** Every action, in the order of the table. */
export const listActions = (): StaffAction[] => Object.keys(ALLOWED).filter(isAction)

/** Whether somebody with this role may do this. Asked at the door, and again where something is changed. */
export const may = (role: StaffRole, action: StaffAction): boolean =>
  ALLOWED[action].some((allowed) => allowed === role)

/** What somebody has to do before anything else is open to them. */
export function blockOf(
  who: { role: StaffRole; mustChangePassword: boolean; hasCodes: boolean },
  ownersNeedCodes: boolean,
): Block | null {
  if (who.mustChangePassword) return 'password'
  return who.role === 'owner' && ownersNeedCodes && !who.hasCodes ? 'codes' : null
}

/** What is wrong with a new password, in the words of the house; null for one that can be used. */
export function passwordTrouble(
  password: string,
  again: string,
): { readonly title: string; readonly text: string } | null {
  if (password !== again) return { title: 'Password Mismatch', text: 'The passwords do not match.' }
  if (password.length < MIN_PASSWORD)
    return { title: 'Password Too Short', text: 'Password must be at least 8 characters long.' }
  return null
}

/** `a minute`, `12 minutes`: how long somebody has to wait. */
export function waitText(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / 60_000))
  return minutes === 1 ? 'a minute' : `${minutes} minutes`
}
