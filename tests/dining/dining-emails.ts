import { beforeEach } from 'vitest'
import { sendMail } from '#features/emails/service.ts'
import type { Db } from '#platform/db/db.ts'
import type { Mail } from '#platform/mail/mail.ts'
import { readCalendar } from '../support/read-calendar.ts'
import { recordMails } from '../support/recorded-mails.ts'
import { FRIDAY } from './dining-fixtures.ts'

/** The emails about dinners of a test, with the means to send them. */
export function useDiningEmails(db: () => Db) {
  const { sent, tokens, depsAt: mailDepsAt } = recordMails('https://baobab.example')
  beforeEach(() => void sent.splice(0))
  const depsAt = (now = FRIDAY) => mailDepsAt(db(), now)

  /** Sends the queued emails about a reservation; returns those of one kind. */
  async function emailsOf(id: string, kind: string, now = FRIDAY): Promise<Mail[]> {
    const promised = await db()
      .selectFrom('emailQueue')
      .where('reservationId', '=', id)
      .where('kind', '=', kind)
      .where('sentAt', 'is', null)
      .select('id')
      .execute()
    const before = sent.length
    for (const mail of promised) {
      // oxlint-disable-next-line no-await-in-loop -- in their order
      await sendMail(depsAt(now), mail.id)
    }
    return sent.slice(before)
  }
  const kindsOf = async (id: string) =>
    (
      await db()
        .selectFrom('emailQueue')
        .where('reservationId', '=', id)
        .select('kind')
        .orderBy('kind')
        .execute()
    ).map((it) => it.kind)
  return { tokens, depsAt, emailsOf, kindsOf }
}

export const calendarOf = (mail: Mail | undefined) => String(mail?.attachments?.[0]?.content ?? '')
export const sequence = (mail: Mail | undefined) => readCalendar(calendarOf(mail)).sequence
