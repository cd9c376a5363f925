import { beforeEach, describe, expect, test } from 'vitest'
import { createSignedTokens } from '../../src/platform/security/signed-tokens.ts'
import { pastDoubleTap, tapLater } from '../staff/admin-visit.ts'
import { cutNetwork, stored, useCheckIn, verdict, verdictOf, REFUSE_ENTRY } from '../staff/check-in-visit.ts'
import { bookTonight, listEntryPath, sharedEntryPath } from '../staff/night-parties.ts'
import { axeViolations, DESKTOP, resize, sidewaysScroll, SIZES } from '../support/browser.ts'
import { scan } from '../support/scan.ts'

const { arrivalsOf, asStaffMember, cancelAll, database, linkOf, openCheckIn, server, tokens } = useCheckIn()
const PATH = '/admin/door'

beforeEach(cancelAll)

test('check-in fits every size, and every screen passes the accessibility checks', async () => {
  const [id = ''] = await bookTonight(database(), ['Ada Obi', 'Kofi Mensah'])
  const page = await openCheckIn(DESKTOP)
  const check = async (screen: string) => {
    for (const [name, { viewport }] of SIZES) {
      // oxlint-disable no-await-in-loop -- one size after the other
      if (viewport) await resize(page, viewport)
      const found = [await sidewaysScroll(page), ...(await axeViolations(page))]
      expect([screen, name, ...found]).toEqual([screen, name, 0])
      const targets = page.getByRole('button').or(page.getByRole('link')).or(page.getByRole('searchbox'))
      const heights = await targets.evaluateAll((all) => all.map((it) => it.getBoundingClientRect().height))
      expect(Math.min(...heights), `${screen} on ${name}`).toBeGreaterThanOrEqual(48)
      // oxlint-enable no-await-in-loop
    }
  }
  await check('list')
  await page.getByRole('searchbox').fill('obi')
  await page.getByRole('button', { name: /^Ada Obi/ }).waitFor()
  await check('search')
  await scan(page, await linkOf(id))
  await verdict(page, 'Come in').waitFor()
  await check('verdict')
})

describe('a code', () => {
  test('lets a party in, in parts, on every device at once', async () => {
    const [id = ''] = await bookTonight(database(), ['Ada Obi'])
    const page = await openCheckIn()
    const other = await openCheckIn()
    await scan(page, await linkOf(id))
    await verdict(page, 'Come in').waitFor()
    await tapLater(page, 'Only 2 enter')
    await page.getByText('2 guests of Ada Obi came in.').waitFor()
    await expect.poll(() => arrivalsOf(id)).toEqual([{ kind: 'arrived', guests: 2 }])
    await scan(other, await linkOf(id))
    await other.getByText('4 of 6 still to come').waitFor()
    await tapLater(other, 'All 4 enter')
    await scan(page, await linkOf(id))
    await verdict(page, 'Here already').waitFor()
    await page.getByText(/^Since .*, by /).waitFor()
    await tapLater(page, REFUSE_ENTRY)
    await pastDoubleTap(other)
    await other.getByRole('button', { name: 'Undo' }).click()
    await expect
      .poll(async () => (await arrivalsOf(id)).map(({ kind }) => kind))
      .toEqual(['arrived', 'arrived', 'undone'])
    await scan(page, await linkOf(id))
    await page.getByText('4 of 6 still to come').waitFor()
  })

  test('of a party that a colleague moves while its screen is open becomes the word that it was moved', async () => {
    const [id = ''] = await bookTonight(database(), ['Ada Obi'])
    const page = await openCheckIn()
    await scan(page, await linkOf(id))
    await verdict(page, 'Come in').waitFor()
    await database().pool.query(
      `update reservations set business_date = business_date + 7, starts_at = starts_at + interval '7 days',
         ends_at = ends_at + interval '7 days' where id = $1`,
      [id],
    )
    await verdict(page, 'Moved').waitFor()
    expect(await page.getByRole('button', { name: / enter$/ }).count()).toBe(0)
  })

  test('of a party that arrives with more guests is asked about, and allowed', async () => {
    const [id = ''] = await bookTonight(database(), ['Ada Obi'])
    const page = await openCheckIn()
    await scan(page, await linkOf(id))
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('button', { name: 'One more' }).click()
    await page.getByRole('button', { name: 'One more' }).click()
    await tapLater(page, '9 guests enter')
    await page.getByText('9 guests in a party of 6. Let them all in?').waitFor()
    await tapLater(page, 'Yes, 9 enter')
    await expect.poll(() => arrivalsOf(id)).toEqual([{ kind: 'arrived', guests: 9 }])
  })

  test('that is not for tonight or not ours has a clear word', async () => {
    const [tomorrow = ''] = await bookTonight(database(), ['Esi Owusu'], { inDays: 1 })
    const [off = '', over = ''] = await bookTonight(database(), ['Nana Addo', 'Kwame Asare'])
    await database().pool.query(
      `update reservations set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 minute' where id = $1`,
      [over],
    )
    await database().pool.query(
      `update reservations set status = 'cancelled', cancel_reason = 'guest' where id = $1`,
      [off],
    )
    const { rows } = await database().pool.query<{ code: string }>(
      'select entry_code as code from reservations where id = $1',
      [tomorrow],
    )
    const page = await openCheckIn()
    const forged = createSignedTokens(Buffer.alloc(32, 1)).signEntryCode(off, '2026-11-28')
    for (const [text, title] of [
      [await linkOf(tomorrow), 'Wrong night'],
      [rows[0]?.code ?? '', 'Wrong night'],
      [await linkOf(off), 'Cancelled'],
      [await linkOf(over), 'Dinner over'],
      [`${server().origin}/my-reservation/${forged}`, 'Not one of our codes'],
    ] as const) {
      // A code of another night is asked about at the server, whose answer a starved machine may give too late.
      // oxlint-disable-next-line no-await-in-loop -- one code after the other
      await expect.poll(() => verdictOf(page, text)).toBe(title)
    }
  })

  test('of a hand scanner leaves nothing in the field into which it typed', async () => {
    const [id = ''] = await bookTonight(database(), ['Ada Obi'])
    const page = await openCheckIn()
    const box = page.getByRole('searchbox')
    for (const [text, title] of [
      [await linkOf(id), 'Come in'],
      // Long enough to be no code; 5,000 keys take a starved machine minutes.
      ['x'.repeat(450), 'Not a code'],
    ] as const) {
      const scanInto = async () => {
        await box.fill('ada')
        await box.focus()
        await page.keyboard.type(`${text}\n`)
        const shown = await page.getByRole('dialog').getByRole('heading').first().textContent()
        await pastDoubleTap(page)
        await page.getByRole('dialog').getByRole('button').last().click()
        await page.getByRole('dialog').waitFor({ state: 'detached' })
        const isFocused = await box.evaluate((it) => it === document.activeElement)
        return [shown, await box.inputValue(), isFocused]
      }
      // Keys of a starved machine may come with pauses, as from a person.
      // oxlint-disable-next-line no-await-in-loop -- one code after the other
      await expect.poll(scanInto, { timeout: 60_000 }).toEqual([title, '', false])
    }
  })

  test('is typed, or found by name', async () => {
    const [id] = await bookTonight(database(), ['Ada Obi', 'Ada Mensah'])
    const { rows } = await database().pool.query<{ code: string }>(
      'select entry_code as code from reservations where id = $1',
      [id],
    )
    const page = await openCheckIn()
    const box = page.getByRole('searchbox')
    await box.pressSequentially(rows[0]?.code.toLowerCase() ?? '', { delay: 100 })
    await page.waitForTimeout(100)
    await box.press('Enter')
    await page.getByText('Ada Obi').first().waitFor()
    await verdict(page, 'Come in').waitFor()
    await tapLater(page, REFUSE_ENTRY)
    await box.fill('ada')
    await page.getByRole('button', { name: /^Ada Mensah/ }).click()
    await verdict(page, 'Come in').waitFor()
  })

  test('of a friend that is typed lets in the friend, once, and not the party of the host', async () => {
    const [id] = await bookTonight(database(), ['Ngozi Party'])
    const { rows } = await database().pool.query<{ code: string }>(
      `insert into entry_shares (reservation_id, guest_name) values ($1, 'Zoe Friend') returning entry_code as code`,
      [id],
    )
    const page = await openCheckIn()
    await page.getByRole('searchbox').fill(rows[0]?.code ?? '')
    await page.getByRole('button', { name: /^Ngozi Party/ }).click()
    await page.getByRole('dialog').getByText('Zoe Friend').first().waitFor()
    await tapLater(page, '1 enters')
    await expect
      .poll(async () => {
        const { rows: events } = await database().pool.query(
          `select guests, share_id is not null as "isFriend" from arrival_events where reservation_id = $1`,
          [id],
        )
        return events
      })
      .toEqual([{ guests: 1, isFriend: true }])
  })
})

describe('without a network', () => {
  test('the screen opens cold, admits guests, and sends what happened later', async () => {
    const [id = '', alone] = await bookTonight(database(), ['Ada Obi', 'Kofi Mensah'])
    await database().pool.query('update reservations set guest_count = 1 where id = $1', [alone])
    const listed = server().origin + (await listEntryPath(database(), await tokens()))
    const page = await openCheckIn()
    await stored(page)
    const context = page.context()
    await cutNetwork(context, true)
    await page.close()
    const cold = await context.newPage()
    await cold.goto(PATH)
    await cold.getByText('No connection').waitFor()
    await cold.getByText(/^List of .*old$/).waitFor()
    // The staff area does not open without a network: its link stays here, and says so.
    await cold.getByRole('link', { name: 'Tonight' }).click()
    await cold.getByText('Tonight needs a connection, and there is none.').waitFor()
    await cold.getByRole('searchbox').fill('kofi')
    await cold.getByText(/1 guest, to come/).waitFor()
    await cold.getByRole('searchbox').fill('')
    expect(await verdictOf(cold, listed)).toMatch(/^(Come in|Money due)$/)
    await scan(cold, await linkOf(id))
    await verdict(cold, 'Come in').waitFor()
    await tapLater(cold, 'All 6 enter')
    await cold.getByText('1 to send').waitFor()
    await scan(cold, await linkOf(id))
    await verdict(cold, 'Here already').waitFor()
    expect(await arrivalsOf(id)).toEqual([])
    // The tab is killed, and opened again.
    await cold.close()
    const again = await context.newPage()
    await again.goto(PATH)
    await again.getByText('1 to send').waitFor()
    await cutNetwork(context, false)
    await expect.poll(() => arrivalsOf(id)).toEqual([{ kind: 'arrived', guests: 6 }])
    await expect.poll(() => again.getByText('to send').count()).toBe(0)
  })

  test('two phones that admit the same guests are both recorded, and a manager sees it', async () => {
    const [id = ''] = await bookTonight(database(), ['Ada Obi'])
    const phones = [await openCheckIn(), await openCheckIn()]
    for (const phone of phones) {
      // oxlint-disable no-await-in-loop -- one phone after the other
      await stored(phone)
      await cutNetwork(phone.context(), true)
      await scan(phone, await linkOf(id))
      await verdict(phone, 'Come in').waitFor()
      await tapLater(phone, 'All 6 enter')
      await phone.getByText('1 to send').waitFor()
      // oxlint-enable no-await-in-loop
    }
    await Promise.all(phones.map((phone) => cutNetwork(phone.context(), false)))
    await expect.poll(async () => (await arrivalsOf(id)).length).toBe(2)
    const manager = await asStaffMember('/admin/tonight', DESKTOP)
    // A row has its notes at another place on a phone.
    await manager.getByText('Admitted twice?', { exact: true }).filter({ visible: true }).last().click()
    const text = /^Admitted twice\? 6 at .* by staff\d+, 6 at .* by staff\d+$/
    await manager.getByText(text).filter({ visible: true }).waitFor()
    await manager.getByRole('button', { name: 'Both are right: 12 came' }).click()
    await manager.getByText('12 came, checked').filter({ visible: true }).first().waitFor()
    await expect.poll(() => manager.getByText(text).count()).toBe(0)
  })

  test('two tabs of one phone share their acts, and each act is sent once', async () => {
    const [id = '', second = ''] = await bookTonight(database(), ['Ada Obi', 'Kofi Mensah'])
    const friend = server().origin + (await sharedEntryPath(database(), await tokens(), second))
    const page = await openCheckIn()
    await stored(page)
    const context = page.context()
    const tab = await context.newPage()
    await tab.goto(PATH)
    await tab.getByText('Live').waitFor()
    await cutNetwork(context, true)
    await scan(page, await linkOf(id))
    await tapLater(page, 'All 6 enter')
    await tab.getByText('1 to send').waitFor()
    await scan(tab, friend)
    await tab.getByText("Ana Sow, with Kofi Mensah's party").waitFor()
    await tapLater(tab, '1 enters')
    await page.getByText('2 to send').waitFor()
    expect(await verdictOf(page, friend)).toBe('Here already')
    await cutNetwork(context, false)
    await expect.poll(() => arrivalsOf(id)).toEqual([{ kind: 'arrived', guests: 6 }])
    await expect.poll(() => arrivalsOf(second)).toEqual([{ kind: 'arrived', guests: 1 }])
  })
})
