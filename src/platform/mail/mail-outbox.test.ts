import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { headOf, unquote } from '../../../tests/support/mail-sink.ts'
import { createOutboxMailer, listOutbox, readOutbox } from './mail-outbox.ts'
import type { Mail } from './mail.ts'

const FROM = 'Baobab & Olive <hello@baobabandolive.example>'
const LINK = `https://lounge.example/reservation/${'k'.repeat(120)}`

const mail: Mail = {
  to: 'amara@example.com',
  subject: 'Reservation Confirmed: Soirée, Fri Nov 27, 9 PM – Sat 5 AM',
  html: `<p>Table <b>12</b> is yours. <a href="${LINK}">Open</a></p><img src="cid:entry-code" alt="">`,
  text: `Table 12 is yours.\n\n${LINK}\n.\nSee you.`,
  messageId: 'confirmation.0192f0c1-77aa@lounge.example',
  replyTo: 'events@baobabandolive.example',
  attachments: [
    {
      filename: 'entry-code.png',
      contentType: 'image/png',
      content: Buffer.from([1, 2, 3]),
      cid: 'entry-code',
    },
    { filename: 'night.ics', contentType: 'text/calendar; charset=utf-8', content: 'BEGIN:VCALENDAR\r\n' },
  ],
}

describe('the outbox', () => {
  let root = ''
  let directory = ''
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'outbox-'))
    directory = join(root, 'data', 'outbox')
  })
  afterEach(() => rm(root, { recursive: true, force: true }))
  const clock = (): Date => new Date('2026-11-21T00:00:00Z')
  const openOutbox = () => createOutboxMailer({ directory, from: FROM, clock })

  it('is empty before the first email', async () => {
    expect(await listOutbox(directory)).toEqual([])
    expect(await readOutbox(directory, mail.messageId)).toBeNull()
  })

  it('stores an email as a file that mail programs open', async () => {
    await openOutbox().send(mail)
    const eml = await readFile(join(directory, `${mail.messageId}.eml`), 'utf8')
    expect(headOf(eml).get('Message-ID')).toBe(`<${mail.messageId}>`)
    expect(headOf(eml).get('To')).toBe('amara@example.com')
    expect(headOf(eml).get('Date')).toBe('Sat, 21 Nov 2026 00:00:00 +0000')
    expect(unquote(eml)).toContain('Table 12 is yours.')
    expect(eml.replaceAll('\r\n', '')).not.toContain('\n')
  })

  it('shows an email with everything in it', async () => {
    await openOutbox().send(mail)
    expect(await listOutbox(directory)).toEqual([
      { id: mail.messageId, to: mail.to, subject: mail.subject, sentAt: clock() },
    ])
    expect(await readOutbox(directory, mail.messageId)).toEqual({
      to: mail.to,
      subject: mail.subject,
      html: mail.html,
      text: mail.text,
      attachments: [
        {
          filename: 'entry-code.png',
          contentType: 'image/png',
          cid: 'entry-code',
          content: Buffer.from([1, 2, 3]),
        },
        {
          filename: 'night.ics',
          contentType: 'text/calendar; charset=utf-8',
          cid: null,
          content: Buffer.from('BEGIN:VCALENDAR\r\n'),
        },
      ],
    })
  })

  it('has an email once, however often it is sent', async () => {
    const mailer = openOutbox()
    await mailer.send(mail)
    await Promise.all(
      Array.from({ length: 8 }, () => mailer.send({ ...mail, subject: 'The same email again' })),
    )
    const emails = await listOutbox(directory)
    expect(emails.map(({ subject }) => subject)).toEqual(['The same email again'])
    expect((await readdir(directory)).toSorted()).toEqual([`${mail.messageId}.eml`, `${mail.messageId}.json`])
  })

  it('lists the newest first', async () => {
    const mailer = openOutbox()
    const ids = ['b', 'c', 'a'].map((name) => `${name}@lounge.example`)
    for (const messageId of ids) {
      // oxlint-disable-next-line no-await-in-loop -- the order is tested
      await mailer.send({ ...mail, messageId })
      // oxlint-disable-next-line no-await-in-loop -- file timestamps have a resolution of milliseconds
      await new Promise((resolve) => {
        setTimeout(resolve, 20)
      })
    }
    expect((await listOutbox(directory)).map(({ id }) => id)).toEqual(ids.toReversed())
    expect(await listOutbox(directory, 1)).toHaveLength(1)
  })

  it('takes an email of a machine that has no name', async () => {
    await openOutbox().send({ ...mail, messageId: '0192f0c1@[::1]' })
    expect(await readOutbox(directory, '0192f0c1@[::1]')).not.toBeNull()
  })

  it('is readable only by the owner of the server', async () => {
    await openOutbox().send(mail)
    expect((await stat(directory)).mode & 0o777).toBe(0o700)
    expect((await stat(join(directory, `${mail.messageId}.json`))).mode & 0o777).toBe(0o600)
  })

  it('does not list other files and drafts', async () => {
    await mkdir(directory, { recursive: true })
    await writeFile(join(directory, 'a@b.json.x.part'), '{')
    await writeFile(join(directory, 'notes.json'), '{}')
    expect(await listOutbox(directory)).toEqual([])
  })

  it.each([
    '../secret@x',
    '..',
    'a@b/../../secret',
    '/etc/passwd',
    String.raw`..\secret@x`,
    'a@b\0',
    '.a@b',
    '',
  ])('opens nothing outside of its directory: %j', async (id) => {
    await mkdir(directory, { recursive: true })
    const email = { ...mail, sentAt: clock().toISOString(), attachments: [] }
    await writeFile(join(root, 'data', 'secret@x.json'), JSON.stringify(email))
    await writeFile(join(root, 'data', 'secret.json'), JSON.stringify(email))
    expect(await readOutbox(directory, id)).toBeNull()
  })

  it('says so where it cannot write, and leaves nothing half written', async () => {
    await mkdir(join(directory, `${mail.messageId}.eml`), { recursive: true })
    await expect(openOutbox().send(mail)).rejects.toThrow('EISDIR')
    expect(await readdir(directory)).toEqual([`${mail.messageId}.eml`])
  })
})
