import { afterEach, describe, expect, it } from 'vitest'
import { headOf, openMailSink } from '../../../tests/support/mail-sink.ts'
import { createSmtpMailer, type Mail, MailError } from './mail.ts'

const FROM = 'Baobab & Olive <hello@baobabandolive.example>'

const mail: Mail = {
  to: 'amara@example.com',
  subject: 'Reservation Confirmed',
  html: '<p>Table 12 is yours.</p>',
  text: 'Table 12 is yours.',
  messageId: 'confirmation.7@lounge.example',
}

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()))
})

async function openSink(options: Parameters<typeof openMailSink>[0] = {}) {
  const sink = await openMailSink(options)
  closers.push(() => sink.close())
  return sink
}

function openMailer(url: string) {
  const mailer = createSmtpMailer({ url, from: FROM })
  closers.unshift(() => mailer.close())
  return mailer
}

const failureOf = async (sending: Promise<void>): Promise<MailError> => {
  const error = await sending.then(() => null).catch((reason: unknown) => reason)
  if (!(error instanceof MailError)) throw new Error('no MailError', { cause: error })
  return error
}

function onlyOne<Item>(items: readonly Item[]): Item {
  const [item] = items
  if (!item || items.length !== 1) throw new Error(`${items.length} instead of one`)
  return item
}

describe('the head of a mail', () => {
  it.each([
    'amara@example.com\r\nBcc: thief@example.com',
    'amara@example.com, thief@example.com',
    'amara@example.com;thief@example.com',
    'Amara <thief@example.com>',
    '"x" thief@example.com',
    'group: thief@example.com;',
    'thief@example.com@example.com',
    'amara@example.com\u2028Bcc: thief@example.com',
    'amara',
    `${'a'.repeat(250)}@example.com`,
    '',
  ])('has one addressee, or is not sent: %j', async (to) => {
    const { port, taken } = await openSink()
    const mailer = openMailer(`smtp://127.0.0.1:${port}`)
    const error = await failureOf(mailer.send({ ...mail, to }))
    expect(error.undeliverable).toBe(true)
    await failureOf(mailer.send({ ...mail, replyTo: to }))
    expect(taken).toEqual([])
  })

  it.each([
    '\r\nBcc: thief@example.com',
    '\nBcc: thief@example.com',
    '\rBcc: thief@example.com',
    '\r\n\r\n<b>',
  ])('takes no further line from a guest’s or an event’s name: %j', async (attack) => {
    const { port, taken } = await openSink()
    await openMailer(`smtp://127.0.0.1:${port}`).send({
      ...mail,
      subject: `Soirée${attack}`,
      headers: { 'X-Reservation': `7${attack}` },
      attachments: [
        {
          filename: `a${attack}.ics`,
          contentType: `text/calendar${attack}`,
          content: 'x',
          cid: `c${attack}`,
        },
      ],
    })
    const { to, raw } = onlyOne(taken)
    expect(to).toEqual(['amara@example.com'])
    expect(raw).not.toMatch(/^Bcc:/im)
    expect(raw).not.toMatch(/^<b>/m)
    expect(headOf(raw).get('Subject')).toMatch(/^Soirée (Bcc|<b>)/)
    expect(headOf(raw).get('X-Reservation')).toMatch(/^7 /)
  })

  it('refers to the thread of a mail in the way of RFC 5322', async () => {
    const { port, taken } = await openSink()
    const mailer = openMailer(`smtp://127.0.0.1:${port}`)
    await mailer.send({ ...mail, threadIds: ['evening.a@lounge.example', 'evening.x_1-y@lounge.example'] })
    const head = headOf(onlyOne(taken).raw)
    expect([head.get('In-Reply-To'), head.get('References')]).toEqual([
      '<evening.x_1-y@lounge.example>',
      '<evening.a@lounge.example> <evening.x_1-y@lounge.example>',
    ])
    await expect(mailer.send({ ...mail, threadIds: ['a@b\r\nBcc: c@d'] })).rejects.toThrow('message id')
  })

  it('refuses names of headers and message ids that are none', async () => {
    const { port, taken } = await openSink()
    const mailer = openMailer(`smtp://127.0.0.1:${port}`)
    await expect(mailer.send({ ...mail, headers: { 'X\r\nBcc': 'thief@example.com' } })).rejects.toThrow(
      'header',
    )
    for (const messageId of ['<a@b>', 'a', 'a@b\r\nBcc: c@d', '../a@b', 'a/b@c', '.a@b', ''])
      // oxlint-disable-next-line no-await-in-loop -- one refusal at a time
      await expect(mailer.send({ ...mail, messageId })).rejects.toThrow('message id')
    expect(taken).toEqual([])
  })

  it('does not read files that the words of a mail name', async () => {
    const { port, taken } = await openSink()
    const path: unknown = { path: '/etc/hostname' }
    await expect(
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- simulates a caller that passes a wrong type
      openMailer(`smtp://127.0.0.1:${port}`).send({ ...mail, text: path as string }),
    ).rejects.toThrow('File access rejected')
    expect(taken).toEqual([])
  })
})
