const LONGEST_WAIT_S = 60
const SLOWER = 1.5

/**
 * Follows the link of a page that waits for an outcome. The response comes when the outcome is known; only then is the page
 * left, so that a lost connection costs nothing. A failed attempt is repeated with backoff.
 */
export function followUp(): void {
  const link = document.querySelector<HTMLAnchorElement>('a[data-follow-up]')
  if (link) void look(link.href, Number(link.dataset['followUp']))
  // A form that asks again stays where it is while there is no connection.
  document.addEventListener('submit', (event) => {
    const { target: form } = event
    if (!(form instanceof HTMLFormElement) || !form.hasAttribute('data-stays-offline')) return
    event.preventDefault()
    const query = [...new FormData(form)].flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    )
    void leaveFor(`${location.pathname}?${new URLSearchParams(query)}`)
  })
}

async function look(address: string, afterSeconds: number): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, afterSeconds * 1000)
  })
  if (!(await leaveFor(address))) await look(address, Math.min(LONGEST_WAIT_S, (afterSeconds || 1) * SLOWER))
}

/** Replaces this page by another, once the server's response is there; false without a connection, or if only a proxy answers. */
async function leaveFor(address: string): Promise<boolean> {
  try {
    const { status, headers } = await fetch(address)
    // A proxy whose server is being replaced has an error page of its own; every response of the server has an id.
    if (status >= 500 && !headers.has('X-Request-Id')) return false
  } catch {
    return false
  }
  location.replace(address)
  return true
}
