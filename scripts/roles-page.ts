import {
  forListActions,
  listActions,
  may,
  ROLE_TEXTS,
  type StaffAction,
} from '#features/permissions/rules.ts'
import { STAFF_ROLES } from '#features/permissions/schema.ts'

export const ROLES_PATH = 'docs/roles.md'

/** Descriptions of actions for docs/roles.md. A new action does not compile without one. */
const DESCRIPTIONS: Readonly<Record<StaffAction, string>> = {
  staff: 'Sign in; change the own password and authenticator',
  'overview.read': 'Read the overview; its money only with `payments.read`',
  ...forListActions(({ read, edit }) => ({ read, edit })),
  'menu.sell_out': 'Mark a dish as sold out',
  'reservations.read': 'Read reservations: guests, phone numbers, what is due at the venue',
  'reservations.edit': 'Add reservations; change guest, party, time, table and status; resend a confirmation',
  'reservations.amend':
    'Change the night and packages of a reservation; decide about price differences; merge and split',
  'reservations.annotate': 'Change the staff note and the marks of a reservation',
  'tonight.read': 'Read the list of a night: names, parties, tables, marks, what is due',
  'run_sheet.read': 'Read the run sheet of a night, with the pictures that guests sent',
  'floor.read': 'Read the room of a night: tables, parties, servers of the zones',
  'tonight.details': 'Read phone numbers, notes, requests and allergies on the list of a night',
  'arrivals.record':
    'Record on the night who arrives, sits down, leaves or does not come; count people in and out',
  'cover.take': 'Check guests in and record the cover that they pay at the entrance',
  'guest_lists.read': 'Read guest lists, their guests and phone numbers',
  'guest_lists.edit': 'Make, edit and close guest lists; add, change and remove their guests',
  'reservations.delete': 'Delete reservations and restore them',
  'reservations.export': 'Download reservations as CSV',
  'reservations.email': 'Write an email to the guests of selected reservations',
  'guests.read':
    'Read the book of guests: visits, notes, allergies, marks, blocks; money only with `payments.read`',
  'guests.edit': 'Change name, note, allergies and marks of a guest',
  'guests.block': 'Block a guest from booking online, and lift the block',
  'guests.merge': 'Merge two guests who are one person',
  'guests.contact': "Read guests' email addresses in full; otherwise they are masked",
  'feedback.read': 'Read what guests said after their visits',
  'inquiries.read': 'Read inquiries and table requests; be assigned one',
  'inquiries.edit': 'Work through inquiries and table requests',
  'applications.read': 'Read applications of performers; be assigned one',
  'applications.edit': 'Work through applications',
  'payments.take': 'Record money taken at the venue for a reservation: what is due, in cash or by card',
  'payments.read': 'Read money: totals, revenue, payments and refunds of a reservation, payment issues',
  'payments.edit':
    'Refund, correct payments at the venue, give comps and discounts, and settle payment issues',
  'close_out.read': 'Read the close-out of a night: its figures, its money, what is still open',
  'close_out.edit': 'Close a night, open it again, and lock its figures',
  'settings.read': 'Read the settings of the venue',
  'settings.edit': 'Change the settings of the venue',
  'staff.read': 'Read who is on the staff',
  'staff.edit': 'Invite staff, change roles, take access away',
  'activity.read': 'Read who changed what',
  'pictures.add': 'Upload pictures',
  'trash.read': 'Read what was deleted, as far as it may be restored',
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

/** Renders docs/roles.md from the permissions in the code. */
export function writeRoles(): string {
  const head = ['Action', 'What it allows', ...STAFF_ROLES]
  const lines = listActions().map((action) => [
    `\`${action}\``,
    DESCRIPTIONS[action],
    ...STAFF_ROLES.map((role) => (may(role, action) ? 'yes' : '-')),
  ])
  const widths = head.map((_, i) => Math.max(...[head, ...lines].map((cells) => (cells[i] ?? '').length)))
  const padded = (cells: readonly string[]) => row(cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)))
  return `# Roles

Written by \`node scripts/launch.mjs roles\` from the table in \`src/features/permissions/rules.ts\`; a test fails where the two differ. Every route
of the staff area names the action it needs (\`src/web/admin/api/staff-routes.ts\`), the server checks it for each request, and
\`tests/web/admin-roles.test.ts\` asks each of them as each role.

${padded(head)}
${row(widths.map((width) => '-'.repeat(width)))}
${lines.map(padded).join('\n')}

${STAFF_ROLES.map((role) => `- **${role}**: ${ROLE_TEXTS[role]}`).join('\n')}

Of a reservation a host sees the guest, the phone number, the table and what is due at the venue. Prices, totals, payments and refunds
are left out of every answer to a role without \`payments.read\` by the server, and email addresses are masked without \`guests.contact\`,
in exports as well. The list of a night has no phone numbers and notes for a role without \`tonight.details\`.
`
}
