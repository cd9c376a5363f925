import { fromEntries, keysOf } from '#lib/records.ts'
import {
  type AuthRequirement,
  STAFF_LISTS,
  STAFF_ROLES,
  type StaffListName,
  type StaffRole,
} from './schema.ts'

/** Validity of an invitation link. */
export const INVITATION_HOURS = 72

const MIN_PASSWORD = 8

type ListAction = `${StaffListName}.${'read' | 'edit'}`

/** One value for reading and one for editing of every staff list. */
export const forListActions = <Value>(
  valuesOf: (
    list: (typeof STAFF_LISTS)[StaffListName],
    name: StaffListName,
  ) => { readonly read: Value; readonly edit: Value },
): Record<ListAction, Value> =>
  fromEntries(
    keysOf(STAFF_LISTS).flatMap((name) => {
      const { read, edit } = valuesOf(STAFF_LISTS[name], name)
      return [
        [`${name}.read`, read],
        [`${name}.edit`, edit],
      ] satisfies [ListAction, Value][]
    }),
  )

const ALL = STAFF_ROLES
const MANAGERS = ['manager', 'owner'] as const
const HOSTS = ['host', ...MANAGERS] as const
const READERS = ['accountant', ...HOSTS] as const

/** Roles that read and edit each list, besides hosts, accountants (read) and managers (edit). */
const LIST_ROLES: Readonly<Record<StaffListName, { readonly read: StaffRoles; readonly edit: StaffRoles }>> =
  {
    menu: { read: [], edit: [] },
    gallery: { read: ['marketing'], edit: ['marketing'] },
    modals: { read: ['marketing'], edit: ['marketing'] },
    events: { read: ['marketing'], edit: ['marketing'] },
    tables: { read: [], edit: [] },
  }
type StaffRoles = readonly StaffRole[]

/** Actions of the staff area and the roles allowed to perform them. `staff` is every signed-in account. */
const ALLOWED = {
  staff: ALL,
  'overview.read': READERS,
  ...forListActions<StaffRoles>((_list, name) => ({
    read: [...READERS, ...LIST_ROLES[name].read],
    edit: [...MANAGERS, ...LIST_ROLES[name].edit],
  })),
  'menu.sell_out': HOSTS,
  'tonight.read': ['door', 'server', ...READERS],
  'tonight.details': ['server', ...HOSTS],
  'floor.read': ['server', ...HOSTS],
  'run_sheet.read': ['server', ...READERS],
  'reservations.read': READERS,
  'reservations.edit': HOSTS,
  'reservations.annotate': ['server', ...HOSTS],
  'reservations.amend': MANAGERS,
  'arrivals.record': ['door', 'server', ...HOSTS],
  'cover.take': ['door', ...HOSTS],
  'guest_lists.read': ['marketing', ...READERS],
  'guest_lists.edit': ['marketing', ...MANAGERS],
  'reservations.delete': MANAGERS,
  'reservations.export': ['accountant', ...MANAGERS],
  'reservations.email': MANAGERS,
  'guests.read': HOSTS,
  'guests.edit': HOSTS,
  'guests.block': MANAGERS,
  'guests.merge': MANAGERS,
  'guests.contact': MANAGERS,
  'feedback.read': MANAGERS,
  'inquiries.read': MANAGERS,
  'inquiries.edit': MANAGERS,
  'applications.read': MANAGERS,
  'applications.edit': MANAGERS,
  'payments.take': HOSTS,
  'payments.read': ['accountant', ...MANAGERS],
  'payments.edit': MANAGERS,
  'close_out.read': ['accountant', ...MANAGERS],
  'close_out.edit': MANAGERS,
  'settings.read': MANAGERS,
  'settings.edit': MANAGERS,
  'staff.read': MANAGERS,
  'staff.edit': ['owner'],
  'activity.read': MANAGERS,
  'pictures.add': ['marketing', ...MANAGERS],
  'trash.read': ['marketing', ...MANAGERS],
} as const satisfies Record<string, StaffRoles>

/** Roles in the words of the staff area, each with a line of what it may do. */
export const ROLE_TEXTS: Readonly<Record<StaffRole, string>> = {
  owner: 'Everything, staff accounts included.',
  manager: 'Everything but changing staff accounts.',
  host: 'Reservations, tonight, guests and check-in. No totals of money, no export.',
  door: 'Check-in, cover, and the arrivals of tonight. No phone numbers, no notes.',
  server:
    'Tonight, the floor and the run sheet: arrivals, marks, notes and tasks done. Of money only what is due.',
  marketing: 'Events, gallery, modals and guest lists. No reservations, no money.',
  accountant: 'Reads payments, the ledger and reservations, and exports them. Changes nothing.',
}

export type StaffAction = keyof typeof ALLOWED

export const listActions = (): StaffAction[] => keysOf(ALLOWED)

/** Permission check. Routes apply it to every request, and services again before each write. */
export const may = (role: StaffRole, action: StaffAction): boolean =>
  ALLOWED[action].some((allowed) => allowed === role)

/** Masks an email as `o•••@example.com`: enough to check an address that a guest says aloud. */
const maskEmail = (email: string): string => email.replace(/^(.)[^@]*/u, '$1•••')

/** Email address of a guest as a role may read it. */
export const emailFor = (role: StaffRole, email: string): string =>
  may(role, 'guests.contact') ? email : maskEmail(email)

/** Pending requirement that blocks all other routes until it is met. */
export function pendingRequirement(
  who: { role: StaffRole; mustChangePassword: boolean; hasCodes: boolean },
  ownersRequireTwoFactor: boolean,
): AuthRequirement | null {
  if (who.mustChangePassword) return 'password'
  return who.role === 'owner' && ownersRequireTwoFactor && !who.hasCodes ? 'codes' : null
}

/** The passwords that are tried first everywhere, without the digits and signs around them. */
const COMMON_WORDS: ReadonlySet<string> = new Set(
  'abc admin baseball changeme dragon football iloveyou letmein lounge monkey passw0rd password princess qwerty qwertyuiop secret sunshine superman trustno welcome'.split(
    ' ',
  ),
)

/** Digits in a row, up and down. */
const DIGITS = ['01234567890'.repeat(3), '09876543210'.repeat(3)] as const

/** Whether a password is one of the commonest: such a word with digits or signs, digits in a row, or one character again and again. */
function isCommon(password: string): boolean {
  const word = password.toLowerCase().replaceAll(/^[^a-z]+|[^a-z]+$/g, '')
  return (
    (word === '' && DIGITS.some((it) => it.includes(password))) ||
    COMMON_WORDS.has(word) ||
    new Set(password).size < 3
  )
}

/** Validation error of a new password; null if it is acceptable. */
export function checkNewPassword(
  password: string,
  again: string,
): { readonly title: string; readonly text: string } | null {
  if (password !== again) return { title: 'Password Mismatch', text: 'The passwords do not match.' }
  if (password.length < MIN_PASSWORD)
    return { title: 'Password Too Short', text: 'Password must be at least 8 characters long.' }
  return isCommon(password)
    ? { title: 'Password Too Common', text: 'Please choose a password that is harder to guess.' }
    : null
}

/** Waiting time as text: `a minute`, `12 minutes`. */
export function waitText(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / 60_000))
  return minutes === 1 ? 'a minute' : `${minutes} minutes`
}
