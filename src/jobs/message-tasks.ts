import { z } from 'zod'
import { SEND_CLOSE_OUT, sendCloseOut } from '#features/close-out/lock/service.ts'
import { SEND_MAIL } from '#features/emails/rules.ts'
import { sendMail } from '#features/emails/service.ts'
import { SEND_TEXT, sendText } from '#features/emails/text-messages/service.ts'
import { tellListGuests } from '#features/guest-lists/night-changes/service.ts'
import { enqueueReminders } from '#features/reminders/due/service.ts'
import { enqueueThanks } from '#features/reminders/thanks/service.ts'
import {
  UPDATE_GOOGLE_PASS,
  updateGooglePass,
} from '#features/reservation-management/wallet-passes/google/service.ts'
import { FIND_BOOKINGS, sendLinks } from '#features/reservation-management/lookup/service.ts'
import { PUSH_PASS, pushPass } from '#features/reservation-management/wallet-passes/service.ts'
import { SEND_INVITATION, sendInvitation } from '#features/staff/invitations/service.ts'
import { loadVenue } from '#features/venue/service.ts'
import { EMAIL_RENDERERS } from './email-renderers.ts'
import type { Run } from './job-deps.ts'
import { REMIND_GUESTS, TELL_LIST_GUESTS } from './schedules.ts'
import { TEXT_RENDERERS } from './text-renderers.ts'

const mail = z.object({ mailId: z.string() })
const text = z.object({ textId: z.string() })
const closeOut = z.object({ night: z.string(), to: z.string() })
const lookup = z.object({ by: z.enum(['email', 'phone']), address: z.string(), askedAt: z.string() })
const invitation = z.object({ invitationId: z.string() })
const pass = z.object({ serial: z.string() })

export const messageTasks = (run: Run) => ({
  [SEND_MAIL]: (payload: unknown) =>
    sendMail({ ...run(), renderers: EMAIL_RENDERERS }, mail.parse(payload).mailId),
  [FIND_BOOKINGS]: (payload: unknown) => sendLinks(run(), lookup.parse(payload)),
  [SEND_TEXT]: (payload: unknown) =>
    sendText({ ...run(), textRenderers: TEXT_RENDERERS }, text.parse(payload).textId),
  [SEND_INVITATION]: (payload: unknown) => sendInvitation(run(), invitation.parse(payload).invitationId),
  [SEND_CLOSE_OUT]: (payload: unknown) => sendCloseOut(run(), closeOut.parse(payload)),
  async [REMIND_GUESTS]() {
    const deps = run()
    const count = await enqueueReminders(deps)
    if (count > 0) deps.log.info({ event: 'reminders.queued', count }, 'reminders were queued')
    const thanked = await enqueueThanks(deps)
    if (thanked > 0) deps.log.info({ event: 'thanks.queued', count: thanked }, 'thanks were queued')
  },
  async [TELL_LIST_GUESTS]() {
    const deps = run()
    const count = await tellListGuests(deps)
    if (count > 0)
      deps.log.info({ event: 'guest_lists.told', count }, 'guests of lists were told of a changed night')
  },
  async [PUSH_PASS](payload: unknown) {
    const { log, ...context } = run()
    const count = await pushPass(context, pass.parse(payload).serial)
    if (count > 0) log.info({ event: 'wallet.pushed', count }, 'devices were told of a changed pass')
  },
  async [UPDATE_GOOGLE_PASS](payload: unknown) {
    const context = run()
    const isTold = await updateGooglePass(
      { ...context, loadVenue: () => loadVenue(context) },
      pass.parse(payload).serial,
    )
    if (isTold) context.log.info({ event: 'wallet.updated' }, 'Google was told what a pass says now')
  },
})
