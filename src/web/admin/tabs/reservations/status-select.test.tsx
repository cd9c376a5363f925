import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { may } from '#features/permissions/rules.ts'
import { STAFF_ROLES, type StaffRole } from '#features/permissions/schema.ts'
import { CurrentUserContext } from '#web/admin/auth/current-user.ts'
import { StatusSelect } from './status-select.tsx'

const statusFor = (role: StaffRole): string =>
  renderToStaticMarkup(
    <CurrentUserContext
      value={{ id: 'a', name: 'Ama', email: 'ama@venue.example', role, hasCodes: false, block: null }}
    >
      <StatusSelect guestName="Ada Obi" status="confirmed" isBusy={false} onChange={() => undefined} />
    </CurrentUserContext>,
  )

test('the status is a choice for the roles that may change it, and text for the others', () => {
  for (const role of STAFF_ROLES)
    expect(statusFor(role).includes('<select'), role).toBe(may(role, 'reservations.edit'))
  expect(statusFor('accountant')).toMatch(/^<span[^>]*>confirmed<\/span>$/)
})
