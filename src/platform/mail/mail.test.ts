import { createServer, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { headOf, openMailSink, unquote } from '../../../tests/support/mail-sink.ts'
import { createSmtpMailer, type Mail, MailError } from './mail.ts'

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

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()))
})

async function openSink(options: Parameters<typeof openMailSink>[0] = {}) {
  const sink = await openMailSink(options)
  closers.push(() => sink.close())
  return sink
}

function openMailer(url: string, deadlineMs?: number) {
  const mailer = createSmtpMailer({ url, from: FROM, ...(deadlineMs === undefined ? {} : { deadlineMs }) })
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

/** A TCP server with custom behavior after a connection is accepted. */
async function openRawServer(behave: (socket: Socket) => void): Promise<string> {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => undefined)
    behave(socket)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  closers.push(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('not listening')
  return `smtp://127.0.0.1:${address.port}`
}

describe('mail by SMTP', () => {
  it('arrives with its message id, its words and its attachments', async () => {
    const { port, taken } = await openSink()
    await openMailer(`smtp://127.0.0.1:${port}`).send(mail)
    const { to, raw } = onlyOne(taken)
    const head = headOf(raw)
    expect(to).toEqual(['amara@example.com'])
    expect(head.get('Message-ID')).toBe('<confirmation.0192f0c1-77aa@lounge.example>')
    expect(head.get('From')).toBe('"Baobab & Olive" <hello@baobabandolive.example>')
    expect(head.get('To')).toBe('amara@example.com')
    expect(head.get('Reply-To')).toBe('events@baobabandolive.example')
    expect(head.get('Auto-Submitted')).toBe('auto-generated')
    expect(head.get('Subject')).toBe(mail.subject)
    const body = unquote(raw)
    expect(body).toContain(mail.text.replaceAll('\n', '\r\n'))
    expect(body).toContain(mail.html)
    expect(raw).toMatch(/Content-Type: image\/png; name=entry-code\.png\r\nContent-ID: <entry-code>/)
    expect(raw).toContain(Buffer.from([1, 2, 3]).toString('base64'))
    expect(raw).toContain('filename=night.ics')
    expect(raw).toContain(Buffer.from('BEGIN:VCALENDAR\r\n').toString('base64'))
  })

  it('carries the same message id when it is sent again', async () => {
    const { port, taken } = await openSink()
    const mailer = openMailer(`smtp://127.0.0.1:${port}`)
    await mailer.send(mail)
    await mailer.send(mail)
    const ids = taken.map(({ raw }) => headOf(raw).get('Message-ID'))
    expect(ids).toEqual([`<${mail.messageId}>`, `<${mail.messageId}>`])
  })

  it('goes out after the connection has been idle for longer than it is kept', async () => {
    const { port, taken } = await openSink()
    const mailer = openMailer(`smtp://127.0.0.1:${port}`, 300)
    await mailer.send(mail)
    await new Promise((resolve) => {
      setTimeout(resolve, 900)
    })
    await mailer.send(mail)
    expect(taken).toHaveLength(2)
  })

  it('many emails at once all arrive', async () => {
    const { port, taken } = await openSink()
    const mailer = openMailer(`smtp://127.0.0.1:${port}`)
    const ids = Array.from({ length: 30 }, (_, i) => `m${i}@lounge.example`)
    await Promise.all(ids.map((messageId) => mailer.send({ ...mail, messageId })))
    const arrived = taken.map(({ raw }) => headOf(raw).get('Message-ID'))
    expect(new Set(arrived)).toEqual(new Set(ids.map((id) => `<${id}>`)))
    expect(arrived).toHaveLength(30)
  })

  it('says that a recipient who does not exist is not to be tried again, and does not name them', async () => {
    const { port } = await openSink({
      onRcptTo({ address }, _, done) {
        done(Object.assign(new Error(`no mailbox ${address} here`), { responseCode: 550 }))
      },
    })
    const error = await failureOf(openMailer(`smtp://127.0.0.1:${port}`).send(mail))
    expect(error.undeliverable).toBe(true)
    expect(error.code).toBe('EENVELOPE')
    expect(error.message).toContain(mail.messageId)
    expect(error.message).toContain('550 no mailbox *** here')
    expect(`${error.stack}${JSON.stringify(error)}`).not.toContain(mail.to)
  })

  it('a server that is busy or rejects the email for now is retried later', async () => {
    const { port } = await openSink({
      onRcptTo(_address, _, done) {
        done(Object.assign(new Error('greylisted, come back'), { responseCode: 451 }))
      },
    })
    const busy = await failureOf(openMailer(`smtp://127.0.0.1:${port}`).send(mail))
    expect(busy.undeliverable).toBe(false)
    const strict = await openSink({
      onData(stream, _, done) {
        stream.resume()
        stream.on('end', () => done(Object.assign(new Error('looks like spam'), { responseCode: 554 })))
      },
    })
    const refused = await failureOf(openMailer(`smtp://127.0.0.1:${strict.port}`).send(mail))
    expect(refused.undeliverable).toBe(false)
    expect(refused.message).toContain('looks like spam')
  })

  it('fails at once without a listening server, and works when the server is back', async () => {
    const { port } = await openSink()
    await Promise.all(closers.splice(0).map((close) => close()))
    const mailer = openMailer(`smtp://127.0.0.1:${port}`)
    const error = await failureOf(mailer.send(mail))
    expect(error.undeliverable).toBe(false)
    expect(error.message).toContain('ECONNREFUSED')
    const { taken } = await openSink({ port })
    await mailer.send(mail)
    expect(taken).toHaveLength(1)
  })

  it.each([
    ['says nothing', () => undefined],
    [
      'drips its greeting, a byte at a time',
      (socket: Socket) => {
        socket.write('220-')
        const timer = setInterval(() => socket.write('x'), 100)
        socket.on('close', () => clearInterval(timer))
      },
    ],
  ])('gives up on a server that %s', async (_, behave) => {
    const url = await openRawServer(behave)
    const began = performance.now()
    const error = await failureOf(openMailer(url, 700).send(mail))
    expect(performance.now() - began).toBeLessThan(30_000)
    expect(error.undeliverable).toBe(false)
    expect(error.message).toContain('took too long')
  })

  it('does so within ten seconds by default', async () => {
    const url = await openRawServer(() => undefined)
    const began = performance.now()
    await failureOf(openMailer(url).send(mail))
    expect(performance.now() - began).toBeLessThan(10_000)
  })
})

describe('what we sign in with', () => {
  const PASSWORD = 'hunter2/ö 9'
  const urlOf = (port: number, query = ''): string =>
    `smtp://mailer:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}${query}`

  it('signs in, over TLS alone unless told otherwise', async () => {
    const seen: unknown[] = []
    const { port, taken } = await openSink({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth({ username, password }, _, done) {
        seen.push(username, password)
        done(null, { user: 'mailer' })
      },
    })
    const error = await failureOf(openMailer(urlOf(port)).send(mail))
    expect(seen).toEqual([])
    expect(error.message).toContain('STARTTLS')
    await openMailer(urlOf(port, '?requireTLS=false')).send(mail)
    expect(seen).toEqual(['mailer', PASSWORD])
    expect(taken).toHaveLength(1)
  })

  it('is in no error, even where the server repeats it', async () => {
    const { port } = await openSink({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth({ username, password }, _, done) {
        const both = Buffer.from(`\0${username}\0${password}`).toString('base64')
        done(new Error(`${username} may not come in with ${password} or ${both}`))
      },
    })
    const error = await failureOf(openMailer(urlOf(port, '?requireTLS=false')).send(mail))
    const told = `${error.message}${error.stack}${JSON.stringify(error)}`
    expect(error.message).toContain('*** may not come in with *** or ***')
    for (const secret of [PASSWORD, 'hunter2', 'mailer:', Buffer.from(PASSWORD).toString('base64')])
      expect(told).not.toContain(secret)
    expect(error.cause).toBeUndefined()
    expect(error.undeliverable).toBe(false)
  })

  it.each([
    'smtp://mailer:hunter2@mail host:25',
    'http://mailer:hunter2@127.0.0.1',
    'smtp://mailer:hunter2@127.0.0.1?logger=true&debug=true',
    'hunter2',
  ])('is not told of an address that cannot be used: %s', (url) => {
    let told = ''
    try {
      createSmtpMailer({ url, from: FROM })
    } catch (error) {
      told = `${String(error)}${JSON.stringify(error)}${error instanceof Error ? error.stack : ''}`
    }
    expect(told).toContain('SmtpUrlError')
    expect(told).not.toContain('hunter2')
  })
})
