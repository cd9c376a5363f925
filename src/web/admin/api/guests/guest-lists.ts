import {
  entryEdit,
  entryLinesForm,
  entryRemoval,
  type ListEntry,
} from '#features/guest-lists/entries/schema.ts'
import { addEntries, editEntry, setEntryRemoved } from '#features/guest-lists/entries/service.ts'
import { loadListsTold } from '#features/guest-lists/night-changes/service.ts'
import { loadOwnEntry } from '#features/guest-lists/sign-ups/service.ts'
import { guestListEdit, guestListForm } from '#features/guest-lists/schema.ts'
import { addGuestList, editGuestList, loadListedNights } from '#features/guest-lists/service.ts'
import { listCsv } from '#features/reservation-management/list/figures/rules.ts'
import { loadListShown, loadPromoterCounts } from '#features/reservation-management/list/figures/service.ts'
import { businessDate } from '#lib/venue-time.ts'
import { nightSpan } from '#features/guest-lists/rules.ts'
import { no, ok } from '#lib/result.ts'
import { csvResponse } from '../csv-response.ts'
import { jsonResponse } from '#http/json-response.ts'
import { editResponse } from '../edit-response.ts'
import { idOf, route, type StaffContext } from '../route.ts'
import { recordToldConsent } from './guest-texts.ts'
import { printedEntryCode } from './printed-code.tsx'

const LISTS = '/admin/api/guest-lists'
const ENTRIES = '/admin/api/guest-list-entries'

/** Records the consent of a guest, and sends the code where there is no email address; again with each edit that says so. */
async function textCode(
  deps: StaffContext,
  { id, guestPhone, guestEmail, version }: ListEntry,
): Promise<void> {
  if (guestPhone === null) return
  const code = { kind: 'list_code', dedupeKey: `version ${version}` } as const
  await recordToldConsent(deps, { subject: 'list_entry', id, code: guestEmail === null ? code : null })
}

export const guestListRoutes = [
  route({ method: 'GET', path: LISTS, permission: 'guest_lists.read' }, async (deps, { query }) => {
    const span = nightSpan(query, deps.now)
    return jsonResponse({
      today: businessDate(deps.now),
      nights: await loadListedNights(deps, span),
      told: await loadListsTold(deps, span),
    })
  }),
  route(
    { method: 'POST', path: LISTS, permission: 'guest_lists.edit', body: guestListForm },
    async (deps, { body }) => editResponse(await addGuestList(deps, body), 201),
  ),
  route({ method: 'GET', path: `${LISTS}/:id`, permission: 'guest_lists.read' }, async (deps, request) => {
    const found = await loadListShown(deps, idOf(request))
    return editResponse(found ? ok(found) : no({ why: 'not_found' }))
  }),
  route(
    // Only those who edit lists download names.
    { method: 'GET', path: `${LISTS}/:id/csv`, permission: 'guest_lists.edit' },
    async (deps, request) => {
      const found = await loadListShown(deps, idOf(request))
      return found ? csvResponse(listCsv(found), 'guest-list.csv') : editResponse(no({ why: 'not_found' }))
    },
  ),
  route(
    { method: 'GET', path: '/admin/api/guest-list-promoters', permission: 'guest_lists.read' },
    async (deps, { query }) =>
      jsonResponse({ promoters: await loadPromoterCounts(deps, nightSpan(query, deps.now).from) }),
  ),
  route(
    { method: 'PUT', path: `${LISTS}/:id`, permission: 'guest_lists.edit', body: guestListEdit },
    async (deps, request) => editResponse(await editGuestList(deps, idOf(request), request.body)),
  ),
  route(
    { method: 'POST', path: `${LISTS}/:id/entries`, permission: 'guest_lists.edit', body: entryLinesForm },
    async (deps, request) => editResponse(await addEntries(deps, idOf(request), request.body)),
  ),
  route(
    { method: 'PUT', path: `${ENTRIES}/:id`, permission: 'guest_lists.edit', body: entryEdit },
    async (deps, request) => {
      const edited = await editEntry(deps, idOf(request), request.body)
      if (edited.ok && request.body.agreesToTexts === true) await textCode(deps, edited.value)
      return editResponse(edited)
    },
  ),
  route(
    { method: 'GET', path: `${ENTRIES}/:id/code`, permission: 'guest_lists.edit' },
    async (deps, request) => {
      const found = await loadOwnEntry(deps, idOf(request))
      return found && found.entry.removedAt === null
        ? printedEntryCode(deps, found.entry)
        : editResponse(no({ why: 'not_found' }))
    },
  ),
  route(
    { method: 'PUT', path: `${ENTRIES}/:id/removal`, permission: 'guest_lists.edit', body: entryRemoval },
    async (deps, request) => editResponse(await setEntryRemoved(deps, idOf(request), request.body)),
  ),
]
