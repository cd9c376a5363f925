import { expect, test } from 'vitest'
import { comeAlive, DESKTOP, describeInBrowsers, PHONE } from './browsers.ts'
import type { Guest } from './webdriver.ts'

const isAt = (guest: Guest, path: string) => guest.until(path, (it) => location.pathname === it, path)

describeInBrowsers('what opens and closes', ({ arrive }) => {
  test('the drawer opens, closes by Escape, and leads on', async () => {
    const guest = await arrive('/menu', PHONE)
    const open = () => guest.click({ css: 'header button', name: 'Open the menu' })
    await open()
    await guest.shows({ css: '#site-drawer:popover-open a', name: 'Gallery' })
    await guest.until('a drawer that has slid in', () => {
      const box = document.getElementById('site-drawer')?.getBoundingClientRect()
      return box !== undefined && box.left === 0 && box.width > 200
    })
    const [height, wanted] = await guest.run(() => [
      document.getElementById('site-drawer')?.getBoundingClientRect().height ?? 0,
      innerHeight,
    ])
    expect(Math.abs(height - wanted)).toBeLessThan(2)
    await guest.press('Escape')
    await guest.isGone('#site-drawer:popover-open')
    await open()
    await guest.click({ css: '#site-drawer a', name: 'Gallery' })
    await isAt(guest, '/gallery')
    expect(guest.errors()).toEqual([])
  })

  test('the chooser closes by Escape and by Back, on its page', async () => {
    const guest = await arrive('/reservations?showModal=true', PHONE)
    await guest.shows({ css: 'dialog[open] h2' })
    await guest.press('Escape')
    await guest.isGone('dialog[open]')
    await isAt(guest, '/reservations')
    expect(guest.errors()).toEqual([])
  })

  test('the gallery opens a picture, follows keys and swipes, and closes by Back', async () => {
    const guest = await arrive('/gallery', PHONE)
    await guest.click({ css: '#cookie-settings button', name: 'Reject' })
    await guest.click({ css: 'main a[data-photo]' })
    const counts = (text: string) =>
      guest.until(
        text,
        (it) => document.querySelector('dialog [data-part=count]')?.textContent?.startsWith(it),
        text,
      )
    await counts('1 of ')
    await guest.press('ArrowRight')
    await counts('2 of ')
    await guest.until('a picture of its size', () => {
      const image = document.querySelectorAll<HTMLImageElement>('dialog [data-part=stage] img')[1]
      return image !== undefined && image.naturalWidth > 0 && image.clientHeight > 100
    })
    // As a finger does: the browser scrolls, and the page only hears of it.
    await guest.run(() => {
      const stage = document.querySelector('dialog [data-part=stage]')
      stage?.scrollTo({ left: 4 * stage.clientWidth, behavior: 'smooth' })
    })
    await counts('5 of ')
    await guest.back()
    await guest.isGone('dialog[open]')
    await isAt(guest, '/gallery')
    expect(guest.errors()).toEqual([])
  })

  test('the dialog of a table closes by Back and Escape, and leaves nothing behind by a reload', async () => {
    const guest = await arrive('/menu', DESKTOP)
    await guest.click({ css: '#cookie-settings button', name: 'Reject' })
    await guest.open('/events/lone-star-highlife?view=reserve')
    await comeAlive(guest)
    const openTable = () => guest.click({ css: 'svg [role=radio][href]:not([aria-disabled])' })
    await openTable()
    await guest.shows({ css: 'dialog[open] h2', name: 'Reserve Table' })
    await guest.back()
    await guest.isGone('dialog[open]')
    await isAt(guest, '/events/lone-star-highlife')
    await openTable()
    await guest.shows({ css: 'dialog[open] h2', name: 'Reserve Table' })
    await guest.press('Escape')
    await guest.isGone('dialog[open]')
    await openTable()
    await guest.reload()
    await comeAlive(guest)
    await isAt(guest, '/events/lone-star-highlife')
    await guest.back()
    await isAt(guest, '/menu')
    expect(guest.errors()).toEqual([])
  })

  test('the carousel moves by its buttons, and the search follows what is typed', async () => {
    const guest = await arrive('/events', DESKTOP)
    await guest.click({ css: '#cookie-settings button', name: 'Reject' })
    await guest.click({ css: '[data-controls] button', name: 'Pause' })
    const shows = (text: string) =>
      guest.until(
        text,
        (it) => document.querySelector('[data-controls] [aria-live]')?.textContent?.startsWith(it),
        text,
      )
    await guest.click({ css: '[data-controls] button[data-slide="0"]' })
    await shows('1 of ')
    await guest.click({ css: '[data-controls] button', name: 'Next slide' })
    await shows('2 of ')
    await guest.until('the second slide in view', () => {
      const track = document.querySelector('[data-track]')
      return track !== null && Math.abs(track.scrollLeft - track.clientWidth) < 2
    })
    const countCards = () => document.querySelectorAll('[data-search-results] li').length
    const all = await guest.run(countCards)
    await guest.type('input[type=search]', 'kora')
    await guest.waitForUrl('q=kora')
    await guest.shows({ css: '[data-search-results] li', name: '' })
    await guest.until(
      'a shorter list',
      (it) => document.querySelectorAll('[data-search-results] li').length < it,
      all,
    )
    expect(await guest.run(() => document.querySelector('[data-search-results] li')?.textContent)).toMatch(
      /kora/i,
    )
    expect(guest.errors()).toEqual([])
  })
})
