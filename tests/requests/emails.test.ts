import { randomBytes } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { EMAIL_RENDERERS } from '#jobs/email-renderers.ts'
import { sendMail } from '#features/emails/service.ts'
import { createLog } from '#platform/observability/log.ts'
import { createSmtpMailer, type Mailer } from '#platform/mail/mail.ts'
import { createSignedTokens } from '#platform/security/signed-tokens.ts'
import { doJobs } from '../booking/jobs.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { headOf, type MailSink, openMailSink, unquote } from '../support/mail-sink.ts'
import { migrateJobs } from '#platform/jobs/jobs.ts'
import {
  submitApplication,
  submitInquiry,
  submitTableRequest,
} from '#features/requests/submissions/service.ts'

const now = new Date('2026-11-21T00:00:00Z')
let database: TestDatabase
let sink: MailSink
let mailer: Mailer
beforeAll(async () => {
  database = await cloneDatabase()
  await migrateJobs(database.url)
})
beforeEach(async () => {
  sink = await openMailSink()
  mailer = createSmtpMailer({ url: `smtp://127.0.0.1:${sink.port}`, from: '"Baobab" <hello@baobab.example>' })
  return async () => {
    await mailer.close()
    await sink.close()
  }
})
const tokens = createSignedTokens(randomBytes(32))
const deps = () => ({ db: database.db, now, tokens })

/** Runs the due email jobs, as the worker would. */
const post = () =>
  doJobs(database.url, {
    send_mail: async (payload) => {
      if (typeof payload !== 'object' || payload === null || !('mailId' in payload))
        throw new Error('no mail')
      await sendMail(
        {
          ...deps(),
          mailer,
          origin: 'https://lounge.example',
          log: createLog('silent'),
          renderers: EMAIL_RENDERERS,
        },
        String(payload.mailId),
      )
    },
  })

const taken = () =>
  sink.taken.map(({ to, raw }) => {
    const head = headOf(raw)
    return {
      to: to[0],
      subject: head.get('Subject'),
      replyTo: head.get('Reply-To'),
      id: head.get('Message-ID'),
      text: unquote(raw),
    }
  })

const byText = (a: string, b: string): number => a.localeCompare(b)

const inquiry = {
  name: 'Ọláyínká <b>Adébáyọ̀</b>',
  email: 'ada@example.com',
  phone: '972 555 0100',
  eventType: 'wedding',
  guestCount: 120,
  selectedDate: '2027-06-05',
  budget: '50000+',
  duration: 'full-day',
  catering: null,
  specialRequirements: null,
  eventDetails: 'Two hundred lanterns.\nAnd a goat.',
} as const

describe('an inquiry', () => {
  test('is stored as new, thanks its guest and tells the event team, once', async () => {
    await submitInquiry(deps(), inquiry, 'key-1')
    await submitInquiry(deps(), inquiry, 'key-1')
    const rows = await database.db
      .selectFrom('inquiries')
      .selectAll()
      .where('idempotencyKey', '=', 'key-1')
      .execute()
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ ...inquiry, status: 'new', notes: '', assignee: null })
    await post()
    expect(
      taken()
        .map(({ to, subject, replyTo }) => ({ to, subject, replyTo }))
        .toSorted((a, b) => (a.to ?? '').localeCompare(b.to ?? '')),
    ).toEqual([
      {
        to: 'ada@example.com',
        subject: 'We have your event inquiry: Wedding, Sat, Jun 5, 2027',
        replyTo: 'events@baobabandolive.example',
      },
      {
        to: 'events@baobabandolive.example',
        subject: 'Event inquiry: Wedding, Sat, Jun 5, 2027, Ọláyínká <b>Adébáyọ̀</b>',
        replyTo: 'ada@example.com',
      },
    ])
    for (const { to, text } of taken()) {
      // Text that a stranger typed is not repeated to an unconfirmed address.
      expect(text.includes('Two hundred lanterns.')).toBe(to !== 'ada@example.com')
      expect(text.includes('Adébáyọ̀')).toBe(to !== 'ada@example.com')
      expect(text).toContain('$50,000 and more')
      expect(text).not.toContain('<b>Adébáyọ̀</b></')
    }
    await post()
    expect(sink.taken).toHaveLength(2)
  })

  test('keeps its emails in the queue while the mail server is down, under one Message-ID', async () => {
    await submitInquiry(deps(), inquiry, 'key-2')
    const port = sink.port
    await sink.close()
    await post()
    await database.pool.query('update graphile_worker._private_jobs set run_at = now()')
    sink = await openMailSink({ port })
    await post()
    expect(taken()).toHaveLength(2)
    const ids = await database.db
      .selectFrom('emailQueue')
      .select('id')
      .where('inquiryId', 'is not', null)
      .orderBy('createdAt', 'desc')
      .limit(2)
      .execute()
    expect(
      taken()
        .map(({ id }) => id ?? '')
        .toSorted(byText),
    ).toEqual(ids.map(({ id }) => `<${id}@lounge.example>`).toSorted(byText))
  })

  test('is stored together with its emails or not at all', async () => {
    await expect(
      submitInquiry(deps(), { ...inquiry, eventDetails: 'x'.repeat(5000) }, 'key-3'),
    ).rejects.toThrow('check')
    expect(
      await database.db.selectFrom('inquiries').select('id').where('idempotencyKey', '=', 'key-3').execute(),
    ).toEqual([])
  })
})

test('an application thanks the performer and tells staff', async () => {
  await submitApplication(
    deps(),
    {
      name: '李小龍',
      email: 'lee@example.com',
      phone: '(972) 555-0100',
      performanceType: 'Storytellers',
      experience: 'A thousand and one nights.',
      availability: 'Every night but one',
      socialMedia: 'https://example.com/lee',
      additionalInfo: null,
    },
    'key-4',
  )
  await post()
  expect(
    taken()
      .map(({ to }) => to ?? '')
      .toSorted(byText),
  ).toEqual(['hello@baobabandolive.example', 'lee@example.com'])
  for (const { to, text } of taken()) {
    expect(text).toContain('李小龍')
    for (const typed of ['https://example.com/lee', 'A thousand and one nights.', 'Storytellers'])
      expect(text.includes(typed), `${to}: ${typed}`).toBe(to === 'hello@baobabandolive.example')
  }
})

describe('a request for a night table', () => {
  const request = {
    name: 'Kwame',
    email: 'kwame@example.com',
    phone: '972 555 0101',
    partySize: 12,
    tablePreference: 'booth',
    eventId: null,
    note: null,
  } as const

  test('names a night that is still to come, or any', async () => {
    const nights = await database.db
      .selectFrom('events')
      .select(['id', 'endsAt', 'title'])
      .orderBy('startsAt')
      .execute()
    const past = nights.find(({ endsAt }) => endsAt < now)
    const coming = nights.findLast(({ endsAt }) => endsAt > now)
    expect(await submitTableRequest(deps(), { ...request, eventId: past?.id ?? '' }, 'key-5')).toEqual({
      ok: false,
      reason: 'no_such_night',
    })
    expect(
      await submitTableRequest(
        deps(),
        { ...request, eventId: '0199a0b0-0000-7000-8000-000000000001' },
        'key-6',
      ),
    ).toMatchObject({ ok: false })
    expect(
      await submitTableRequest(deps(), { ...request, eventId: coming?.id ?? '' }, 'key-7'),
    ).toMatchObject({ ok: true })
    expect(await submitTableRequest(deps(), request, 'key-8')).toMatchObject({ ok: true })
    await post()
    const subjects = taken().map(({ subject }) => subject)
    expect(subjects.filter((it) => it?.startsWith('Table request: 12 People'))).toHaveLength(2)
    expect(subjects.filter((it) => it?.includes(coming?.title ?? '?'))).toHaveLength(1)
    expect(taken().filter(({ to }) => to === 'hello@baobabandolive.example')).toHaveLength(2)
  })
})

test('no acknowledgement repeats text of the form, from any of its fields', async () => {
  const message = 'Win a prize at evil.example'
  const contact = { name: message, email: 'victim@example.com', phone: '972 555 0102' }
  await submitInquiry(
    deps(),
    { ...inquiry, ...contact, specialRequirements: message, eventDetails: `${message} https://evil.example` },
    'key-9',
  )
  const talk = { performanceType: message, experience: message, availability: message }
  await submitApplication(
    deps(),
    { ...contact, ...talk, socialMedia: 'https://evil.example', additionalInfo: message },
    'key-10',
  )
  await submitTableRequest(
    deps(),
    { ...contact, partySize: 12, tablePreference: 'booth', eventId: null, note: message },
    'key-11',
  )
  await post()
  const toVictim = sink.taken.filter(({ to }) => to[0] === 'victim@example.com')
  expect(toVictim).toHaveLength(3)
  for (const { raw } of toVictim) {
    expect(`${raw} ${unquote(raw)}`).not.toMatch(/evil|prize/i)
    expect(unquote(raw)).toMatch(/Thank you/)
  }
  // Staff receive all of it.
  expect(sink.taken.filter(({ raw }) => unquote(raw).includes('evil.example'))).toHaveLength(3)
})

test('an inbox is thanked three times a day, whatever is sent and however it is spelled; staff hear of each request', async () => {
  const queued = async () =>
    (
      await database.pool.query<{ kind: string; n: number }>(
        `select kind, count(*)::int as n from email_queue q
         left join inquiries i on i.id = q.inquiry_id
         left join performer_applications a on a.id = q.application_id
         left join table_requests t on t.id = q.table_request_id
         where coalesce(i.email, a.email, t.email) ilike 'flooded%' group by kind order by kind`,
      )
    ).rows.map(({ kind, n }) => `${kind} ${n}`)
  const send = async (i: number, email: string) => {
    const contact = { name: 'Ada Obi', email, phone: '972 555 0103' }
    await submitInquiry(deps(), { ...inquiry, ...contact }, `flood-i-${i}`)
    await submitApplication(
      deps(),
      {
        ...contact,
        performanceType: 'Poets',
        experience: 'Nine cities',
        availability: 'Fridays',
        socialMedia: null,
        additionalInfo: null,
      },
      `flood-a-${i}`,
    )
    await submitTableRequest(
      deps(),
      { ...contact, partySize: 12, tablePreference: 'booth', eventId: null, note: null },
      `flood-t-${i}`,
    )
  }
  await send(0, 'flooded@example.com')
  // A form that is sent twice is not counted twice, nor answered.
  await send(0, 'flooded@example.com')
  await send(1, 'Flooded@Example.com')
  await send(2, 'flooded+2@example.com')
  expect(await queued()).toEqual([
    'application_notice 3',
    'application_received 1',
    'inquiry_notice 3',
    'inquiry_received 1',
    'table_request_notice 3',
    'table_request_received 1',
  ])
  await send(3, 'flooded.other@example.com')
  expect(await queued()).toContain('inquiry_received 2')
})

test('the acknowledgements of an inbox do not grow by forms that are sent at once', async () => {
  const of = { ...inquiry, email: 'at-once@example.com' }
  await Promise.all(Array.from({ length: 8 }, (_, i) => submitInquiry(deps(), of, `at-once-${i}`)))
  const { rows } = await database.pool.query(
    `select kind, count(*)::int as n from email_queue q join inquiries i on i.id = q.inquiry_id where i.email = $1
     group by kind order by kind`,
    [of.email],
  )
  expect(rows).toEqual([
    { kind: 'inquiry_notice', n: 8 },
    { kind: 'inquiry_received', n: 3 },
  ])
})
