import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { EMAILS } from '#features/emails/rules.ts'
import { addHours, formatDate, wallClock } from '#lib/venue-time.ts'
import { FRIDAY } from '../booking/booking-fixtures.ts'
import { useMerges } from '../booking/merges.ts'
import { readCalendar } from '../support/read-calendar.ts'
import { writeListEmails } from './list-emails.ts'
import { writeWaiting } from './waiting-emails.ts'
import {
  type Written,
  writeDinners,
  writeLate,
  writeNights,
  writeRequests,
  writeThanks,
  writeToStaff,
} from './written-emails.ts'

const venue = useMerges()
const all: Written[] = []
let late: Written[] = []
let waiting: Written[] = []
/** 15 minutes before midnight, so that what is held for the guest ends on the next day. */
const BEFORE_MIDNIGHT = addHours(FRIDAY, 5.75)

beforeAll(async () => {
  await venue.app().pool.query('delete from email_queue')
  await venue.reloadNight()
  for (const write of [writeRequests, writeDinners, writeNights, writeThanks, writeToStaff]) {
    // oxlint-disable-next-line no-await-in-loop -- they share one queue
    all.push(...(await write(venue)))
  }
  all.push(...(await writeListEmails(venue, new Date())))
  late = await writeLate(venue)
  waiting = await writeWaiting(venue, BEFORE_MIDNIGHT)
  all.push(...late, ...waiting)
  const folder = process.env['EMAILS_FOLDER']
  if (folder) await keep(folder)
})

/** Writes the emails as files that a browser opens, with their pictures in them. */
async function keep(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const files = all.flatMap(({ kind, subject, html, text, attachments = [] }, i) => {
    const whole = attachments.reduce(
      (page, { cid, content, contentType }) =>
        cid
          ? page.replace(
              `cid:${cid}`,
              `data:${contentType};base64,${Buffer.from(content).toString('base64')}`,
            )
          : page,
      html,
    )
    const name = join(folder, `${String(i + 1).padStart(2, '0')}-${kind}`)
    return [writeFile(`${name}.html`, whole), writeFile(`${name}.txt`, `Subject: ${subject}\n\n${text}`)]
  })
  await Promise.all(files)
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', '#x27': "'", quot: '"', nbsp: ' ' }
const decoded = (text: string): string =>
  oneLine(text.replaceAll(/&([#\w]+);/g, (whole, name: string) => ENTITIES[name] ?? whole))
/** The texts between the tags of an email, without what only mail programs show. */
const textsIn = (html: string): string[] =>
  html
    .replace(/<head>.*?<\/head>/s, '')
    .replace(/<div[^>]*data-skip-in-text[^>]*>.*?<\/div>/s, '')
    .replaceAll(/<!--.*?-->/gs, '')
    .split(/<[^>]*>/)
    .map(decoded)
    .filter(Boolean)
const linksIn = (html: string): string[] =>
  [...html.matchAll(/href="(https?:[^"]*)"/g)].map(([, link = '']) => decoded(link))
const previewOf = (html: string): string => decoded(/data-skip-in-text="true">([^<]*)</.exec(html)?.[1] ?? '')

test('there is one of each kind', () => {
  const kinds = new Set(all.map(({ kind }) => kind))
  expect(Object.keys(EMAILS).filter((kind) => !kinds.has(kind))).toEqual([])
})

describe('every email', () => {
  test('has a subject and a preview of its own', () => {
    for (const { kind, subject, html } of all) {
      expect(subject, kind).toMatch(/^\S.{8,}\S$/)
      expect(previewOf(html), kind).toMatch(/^\S.{8,}/)
      expect(previewOf(html), kind).not.toBe(subject)
    }
  })

  test('says in its text part what its HTML says, with the same links', () => {
    for (const { kind, html, text } of all) {
      const plain = oneLine(text)
      const texts = textsIn(html)
      expect(texts.length, kind).toBeGreaterThan(8)
      expect(
        texts.filter((it) => !plain.includes(it)),
        kind,
      ).toEqual([])
      expect(
        linksIn(html).filter((it) => !plain.includes(it)),
        kind,
      ).toEqual([])
    }
  })

  test('links to the venue’s own addresses or to a map, and leaves no word unfilled', () => {
    for (const { kind, html, text } of all) {
      for (const link of linksIn(html))
        expect(link, kind).toMatch(/^https:\/\/(venue\.example\/|www\.google\.com\/maps\/)/)
      expect(text, kind).not.toMatch(/undefined|null|NaN|\[object/)
    }
  })

  test('about a reservation names its day', async () => {
    for (const { kind, date, subject, text } of all) {
      if (date === null) continue
      const near = [date, wallClock(addHours(new Date(`${date}T12:00:00Z`), 24)).date]
      const names = near.map((day) => formatDate(day, 'short'))
      const long = near.map((day) => formatDate(day).split(', ')[1] ?? '')
      expect(oneLine(`${subject} ${text}`), kind).toMatch(new RegExp([...names, ...long].join('|')))
    }
  })
})

test('what begins after midnight is named by its calendar day, and by the night that guests go by', () => {
  for (const { kind, subject, text } of late) {
    const plain = oneLine(text)
    expect(`${subject} ${plain}`, kind).toMatch(
      /Sat,? Jan 16, (2027, )?12:30 AM|Saturday, January 16, 2027 \(Friday night\)/,
    )
    expect(plain, kind).not.toMatch(/Fri,? Jan 15, 12:30|Friday, January 15, 2027/)
  }
  const reminders = late.filter(({ kind }) => kind.endsWith('_reminder'))
  expect(reminders.map(({ subject }) => subject)).toEqual([
    'Tonight: After Hours, Sat Jan 16, 12:30 AM – 5 AM',
    'Tonight: your dinner, Sat, Jan 16, 12:30 AM',
  ])
})

test('the calendar file of each email replaces the one before, and that of a cancellation takes the entry out', () => {
  // The late ones are queued by hand and not by a change.
  const entries = all
    .filter((it) => !late.includes(it))
    .flatMap(({ kind, attachments = [] }) =>
      attachments
        .filter(({ filename }) => filename.endsWith('.ics'))
        .map(({ content }) => ({ kind, ...readCalendar(String(content)) })),
    )
  const byReservation = Map.groupBy(entries, ({ uid }) => uid)
  const changed = [...byReservation.values()].filter((of) => of.length > 1)
  expect(changed.map((of) => of.map(({ kind }) => kind))).toEqual(
    expect.arrayContaining([
      ['dinner_received', 'dinner_confirmed', 'dinner_moved', 'dinner_cancelled'],
      ['confirmation', 'cancelled'],
      ['confirmation', 'reservation_changed'],
    ]),
  )
  for (const of of changed) {
    const sequences = of.map(({ sequence }) => sequence)
    expect(sequences.toSorted((a, b) => a - b)).toEqual(sequences)
    expect(of.at(-1)?.sequence).toBeGreaterThan(of[0]?.sequence ?? 0)
  }
  for (const { kind, status, method } of entries) {
    const isOff = kind.includes('cancelled')
    expect([status, method], kind).toEqual(isOff ? ['CANCELLED', 'CANCEL'] : ['CONFIRMED', 'PUBLISH'])
  }
})

test('a table that costs nothing is not to be paid at the door', () => {
  const [confirmation] = late.filter(({ kind }) => kind === 'confirmation')
  expect(oneLine(confirmation?.text ?? '')).toContain('Table 4 is yours. We look forward to seeing you.')
  expect(confirmation?.text).not.toContain('at the door $0.00')
})

test('an offer that ends after midnight says on which day', () => {
  const [offer] = waiting.filter(({ kind }) => kind === 'waiting_offer')
  expect(offer?.subject).toContain('held for you until 9:15 AM on Sat, Nov 21')
  expect(oneLine(offer?.text ?? '')).toContain('is held for you until 9:15 AM on Sat, Nov 21.')
})
