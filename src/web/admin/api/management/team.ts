import { invite, listInvitations, withdraw } from '#features/staff/invitations/service.ts'
import { accountForm, require2faForm, invitationForm } from '#features/permissions/schema.ts'
import { changeAccount, listStaff, setRequire2fa } from '#features/staff/service.ts'
import { readRequire2fa } from '#features/venue/settings/service.ts'
import { isId } from '#lib/address.ts'
import { jsonResponse, errorResponse } from '#http/json-response.ts'
import { NOT_ALLOWED, route } from '../route.ts'

const NOT_FOUND = { error: 'unknown', title: 'Staff', text: 'This entry no longer exists.' }

export const teamRoutes = [
  route({ method: 'GET', path: '/admin/api/team', permission: 'staff.read' }, async (deps) => {
    const [accounts, invitations, ownersRequireTwoFactor] = await Promise.all([
      listStaff(deps),
      listInvitations(deps),
      readRequire2fa(deps.db),
    ])
    return jsonResponse({ accounts, invitations, ownersRequireTwoFactor })
  }),
  route(
    { method: 'POST', path: '/admin/api/team/invitations', permission: 'staff.edit', body: invitationForm },
    async (deps, { body }) => {
      const invited = await invite(deps, body)
      if (invited.ok) return jsonResponse({ id: invited.value.id }, { status: 201 })
      if (invited.reason === 'not_allowed') return errorResponse(403, NOT_ALLOWED)
      const text = 'There is an account with this address already.'
      return errorResponse(409, { error: 'has_account', title: 'Invitation', text, fields: { email: text } })
    },
  ),
  route(
    { method: 'DELETE', path: '/admin/api/team/invitations/:id', permission: 'staff.edit' },
    async (deps, { params }) => {
      const { id = '' } = params
      const withdrawn = isId(id) ? await withdraw(deps, id) : null
      return withdrawn?.ok ? jsonResponse({ withdrawn: id }) : errorResponse(404, NOT_FOUND)
    },
  ),
  route(
    { method: 'PUT', path: '/admin/api/team/accounts/:id', permission: 'staff.edit', body: accountForm },
    async (deps, request) => {
      const { id = '' } = request.params
      const changed = isId(id) ? await changeAccount(deps, id, request.body) : null
      if (changed?.ok) return jsonResponse({ changed: id })
      if (changed?.reason === 'not_allowed') return errorResponse(403, NOT_ALLOWED)
      if (changed?.reason !== 'last_owner') return errorResponse(404, NOT_FOUND)
      const text = 'This is the last owner. Make another person an owner first.'
      return errorResponse(409, { error: 'last_owner', title: 'Staff', text })
    },
  ),
  route(
    { method: 'PUT', path: '/admin/api/team/codes-rule', permission: 'staff.edit', body: require2faForm },
    async (deps, { body }) => {
      const set = await setRequire2fa(deps, body.ownersRequireTwoFactor)
      return set.ok ? jsonResponse(body) : errorResponse(403, NOT_ALLOWED)
    },
  ),
]
