import { signUp } from '#features/guest-lists/sign-ups/service.ts'
import { tellListGuests } from '#features/guest-lists/night-changes/service.ts'
import { addSeconds } from '#lib/venue-time.ts'
import { makeGuestList } from '../guest-lists/listed-nights.ts'
import { sendQueued, type Venue, type Written } from './written-emails.ts'

/** The emails to a guest on a list: the link to the entry, and how its night changes. */
export async function writeListEmails(venue: Venue, now: Date): Promise<Written[]> {
  const { code, eventId } = await makeGuestList(venue.app(), { inDays: 3 })
  await venue.app().pool.query(
    `insert into guest_list_entries (list_id, guest_name, guest_count, guest_email, source)
     select id, 'Esi Owusu', 3, 'listed@example.com', 'staff' from guest_lists where code = $1`,
    [code],
  )
  const typed = {
    guestName: 'Esi',
    guestCount: 2,
    phone: null,
    email: 'listed@example.com',
    agreesToTexts: false,
  }
  await signUp({ ...venue.asStaff(), now }, code, { form: typed, isChange: false, browser: 'x', key: 'x' })
  const written = [...(await sendQueued(venue, now))]
  // Its night is moved, called off, and on again.
  for (const change of ['date = date + 7', 'deleted_at = now()', 'deleted_at = null']) {
    // oxlint-disable no-await-in-loop -- each email is about the night as it is
    await venue.app().pool.query(`update events set ${change} where id = $1`, [eventId])
    await tellListGuests({ db: venue.app().db, now: addSeconds(now, 60) })
    written.push(...(await sendQueued(venue, now)))
    // oxlint-enable no-await-in-loop
  }
  return written
}
