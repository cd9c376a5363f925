import { readEntries } from '../islands/replay.ts'

const LOOK_MS = 10_000
const LONGEST_COUNTDOWN_MS = 60 * 60_000
/** The answer of a form may take longer than until the form can be sent again. No browser says that Stop was pressed. */
const LONGEST_SENDING_MS = 60_000

/** Loads the page anew once its version on the server is another one, unless the guest works in it. */
function followPage({ dataset }: HTMLElement): void {
  const mark = `data-version="${dataset['version']}"`
  const look = async (): Promise<void> => {
    if (document.hidden || isSending() || isChanged()) return
    const response = await fetch(location.href)
    if (response.ok && !(await response.text()).includes(mark) && !isSending() && !isChanged()) loadAnew()
  }
  // A lost connection is no reason to stop.
  setInterval(() => void look().catch(() => undefined), LOOK_MS)
}

/** Loads the address of the page, also where the page is the response of a form. */
const loadAnew = (): void => location.replace(location.pathname + location.search)

/** Whether the guest has typed, ticked or chosen something. */
const isChanged = (): boolean => readEntries(document.body).size > 0

let sendingUntil = 0
addEventListener('submit', ({ defaultPrevented }) => {
  if (!defaultPrevented) sendingUntil = Date.now() + LONGEST_SENDING_MS
})
// Back leads to the page as it was left.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) sendingUntil = 0
})

/** Whether a form is under way, sent before this script was there or since: loading the page anew would cancel it. */
const isSending = (): boolean =>
  Date.now() < sendingUntil || document.querySelector('form[aria-busy=true]') !== null

/** Counts down from the time that was left when the server sent the page, and then loads it anew, once no form is under way. */
function countDown(part: HTMLElement): void {
  const [navigation] = performance.getEntriesByType('navigation')
  const sentAt = navigation instanceof PerformanceNavigationTiming ? navigation.responseStart : 0
  const endsAt = performance.timeOrigin + sentAt + Number(part.dataset['msLeft'])
  const timer = setInterval(() => {
    const msLeft = endsAt - Date.now()
    part.hidden = msLeft > LONGEST_COUNTDOWN_MS
    part.textContent = clockOf(msLeft)
    if (msLeft > 0 || isSending()) return
    clearInterval(timer)
    loadAnew()
  }, 500)
}

/** `14:59`, rounded up, so that `00:00` appears only at the end. */
const clockOf = (msLeft: number): string =>
  new Date(Math.max(0, Math.ceil(msLeft / 1000) * 1000))
    .toISOString()
    .slice('1970-01-01T00:'.length, -'.000Z'.length)

/** Shows the problem beside a file that is too large, which also holds its form back. */
function checkSize(input: HTMLInputElement): void {
  const problem = document.querySelector<HTMLElement>(`[id="${input.getAttribute('aria-describedby')}"]`)
  if (!problem) return
  const isTooLarge = (input.files?.[0]?.size ?? 0) > Number(input.dataset['maxBytes'])
  problem.hidden = !isTooLarge
  input.ariaInvalid = String(isTooLarge)
  input.setCustomValidity(isTooLarge ? problem.textContent : '')
}

/**
 * Submits the form of a page that exists for one action, such as the return from a cancelled payment. The page of the
 * response replaces this one in the history. A failure is reported in the page; the hold expires by itself.
 */
async function submitAtLoad(form: HTMLFormElement): Promise<void> {
  const show = (state: 'sending' | 'failed'): void => {
    for (const part of document.querySelectorAll<HTMLElement>('[data-submit-state]'))
      part.hidden = part.dataset['submitState'] !== state
  }
  show('sending')
  try {
    const response = await fetch(form.action, { method: 'POST' })
    if (response.redirected) location.replace(response.url)
    else show('failed')
  } catch {
    show('failed')
  }
}

/** A part of a page that this script brings to life. */
export type LivePart = 'page' | 'countdown' | 'submit' | 'file-size'

// Only a page that has such a part loads this script.
for (const part of document.querySelectorAll<HTMLElement>('[data-live]')) {
  const { live } = part.dataset
  if (live === 'page') followPage(part)
  if (live === 'countdown') countDown(part)
  if (part instanceof HTMLFormElement) void submitAtLoad(part)
  if (part instanceof HTMLInputElement) part.addEventListener('change', () => checkSize(part))
}
