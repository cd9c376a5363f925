import * as z from 'zod/mini'

export const STAFF_ROLES = ['owner', 'manager', 'host', 'door', 'server', 'marketing', 'accountant'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

/**
 * Lists that staff edit, by their name in permissions and API addresses: `menu.read`, `/admin/api/menu`. Managers and owners
 * edit all of them; the roles below read and edit some. `entity` names a record in the audit log and in the trash.
 */
export const STAFF_LISTS = {
  menu: {
    entity: 'menu_item',
    read: 'Read the menu as staff see it',
    edit: 'Add, edit, arrange and delete dishes',
  },
  gallery: {
    entity: 'gallery_item',
    read: 'Read the gallery as staff see it',
    edit: 'Add, edit and delete pictures of the gallery',
  },
  modals: {
    entity: 'modal',
    read: 'Read the pop-ups of the home page',
    edit: 'Add, edit and delete pop-ups',
  },
  events: {
    entity: 'event',
    read: 'Read events as staff see them',
    edit: 'Add, edit, repeat and delete events',
  },
  tables: {
    entity: 'table',
    read: 'Read tables and the floor plan',
    edit: 'Add, edit, move and delete tables; block tables of a night',
  },
} as const
export type StaffListName = keyof typeof STAFF_LISTS
type ListEntity = (typeof STAFF_LISTS)[StaffListName]['entity']

export const LIST_ENTITIES: readonly ListEntity[] = Object.values(STAFF_LISTS).map(({ entity }) => entity)

/** Staff member who performs an action, as services receive it. */
export type Actor = {
  readonly id: string
  readonly name: string
  readonly role: StaffRole
}

export type AuthRequirement = 'password' | 'codes'

/** Signed-in staff member, as their own browser receives it. */
export type SignedIn = Actor & {
  readonly email: string
  readonly hasCodes: boolean
  /** Requirement to meet before anything else is allowed. */
  readonly block: AuthRequirement | null
}

const email = z.string().check(z.trim(), z.toLowerCase(), z.email('Please enter an email address'))
// A length limit, because hashing an endless password would keep the CPU busy.
const password = z.string().check(z.minLength(1, 'Please enter a password'), z.maxLength(200))

export const signInForm = z.strictObject({ email, password })

export const codeForm = z.strictObject({
  code: z.string().check(z.trim(), z.minLength(1, 'Please enter the code'), z.maxLength(20)),
  kind: z.optional(z.enum(['authenticator', 'backup'])),
})

export const newPasswordForm = z.strictObject({
  /** Required when staff members change their password voluntarily. */
  current: z.optional(password),
  next: z.string().check(z.maxLength(200)),
  again: z.string().check(z.maxLength(200)),
})

export const ownPasswordForm = z.strictObject({ password })

export const invitationForm = z.strictObject({ email, role: z.enum(STAFF_ROLES) })

export const acceptanceForm = z.strictObject({
  name: z.string().check(z.trim(), z.minLength(1, 'Please enter your name'), z.maxLength(80)),
  next: z.string().check(z.maxLength(200)),
  again: z.string().check(z.maxLength(200)),
})

/** The part of an account that changes; the other stays, because the sender's list may be older than a colleague's change. */
export const accountForm = z
  .strictObject({
    role: z.optional(z.enum(STAFF_ROLES)),
    /** False if the account may not sign in. */
    hasAccess: z.optional(z.boolean()),
  })
  .check(
    z.refine(({ role, hasAccess }) => role !== undefined || hasAccess !== undefined, {
      error: 'Name the role or the access.',
      path: ['role'],
    }),
  )
export type AccountForm = z.output<typeof accountForm>

export const require2faForm = z.strictObject({ ownersRequireTwoFactor: z.boolean() })

export type StaffAccount = {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly role: StaffRole
  readonly hasAccess: boolean
  readonly hasCodes: boolean
  readonly mustChangePassword: boolean
  /** Last activity; null without a session. */
  readonly seenAt: string | null
}

export type OpenInvitation = {
  readonly id: string
  readonly email: string
  readonly role: StaffRole
  readonly expiresAt: string
  readonly isOver: boolean
}

export type StaffList = {
  readonly accounts: readonly StaffAccount[]
  readonly invitations: readonly OpenInvitation[]
  readonly ownersRequireTwoFactor: boolean
}
