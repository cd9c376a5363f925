import { invite, listInvitations, withdraw } from '#features/staff/invitations/service.ts'
import { accountForm, require2faForm, invitationForm } from '#features/permissions/schema.ts'
import { changeAccount, listStaff, setRequire2fa } from '#features/staff/service.ts'
import { readRequire2fa } from '#features/venue/settings/service.ts'
import { isId } from '#lib/address.ts'
import { jsonResponse, errorResponse } from '#http/json-response.ts'
import { NOT_ALLOWED, staffOnly, staffSends } from '../staff-route.ts'

const NO_SUCH = { error: 'unknown', title: 'Staff', text: 'This entry is no longer there.' }

export const teamRoutes = [
  staffOnly(['GET', '/admin/api/team'], 'staff.read', async (deps) => {
    const [accounts, invitations, ownersNeedCodes] = await Promise.all([
      listStaff(deps),
      listInvitations(deps),
      readRequire2fa(deps.db),
    ])
    return jsonResponse({ accounts, invitations, ownersNeedCodes })
  }),
  staffSends(
    ['POST', '/admin/api/team/invitations'],
    'staff.edit',
    invitationForm,
  )(async (deps, { body }) => {
    const invited = await invite(deps, body)
    if (invited.ok) return jsonResponse({ id: invited.value.id }, { status: 201 })
    if (invited.reason === 'not_allowed') return errorResponse(403, NOT_ALLOWED)
    const text = 'There is an account with this address already.'
    return errorResponse(409, { error: 'has_account', title: 'Invitation', text, fields: { email: text } })
  }),
  staffOnly(['DELETE', '/admin/api/team/invitations/:id'], 'staff.edit', async (deps, { params }) => {
    const { id = '' } = params
    const gone = isId(id) ? await withdraw(deps, id) : null
    return gone?.ok ? jsonResponse({ withdrawn: id }) : errorResponse(404, NO_SUCH)
  }),
  staffSends(
    ['PUT', '/admin/api/team/accounts/:id'],
    'staff.edit',
    accountForm,
  )(async (deps, asked) => {
    const { id = '' } = asked.params
    const changed = isId(id) ? await changeAccount(deps, id, asked.body) : null
    if (changed?.ok) return jsonResponse({ changed: id })
    if (changed?.reason === 'not_allowed') return errorResponse(403, NOT_ALLOWED)
    if (changed?.reason !== 'last_owner') return errorResponse(404, NO_SUCH)
    const text = 'This is the last owner. Make somebody else an owner first.'
    return errorResponse(409, { error: 'last_owner', title: 'Staff', text })
  }),
  staffSends(
    ['PUT', '/admin/api/team/codes-rule'],
    'staff.edit',
    require2faForm,
  )(async (deps, { body }) => {
    const set = await setRequire2fa(deps, body.ownersNeedCodes)
    return set.ok ? jsonResponse(body) : errorResponse(403, NOT_ALLOWED)
  }),
]
