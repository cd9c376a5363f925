import type { useGuestPages } from '../booking/guest-pages.ts'
import type { Paying } from '../booking/server-with-payments.ts'

const decode = (text: string): string => text.replaceAll('&amp;', '&').replaceAll('&quot;', '"')

/** The address to which the form that confirms a change is sent. */
export const actionOf = (html: string): string =>
  decode(/<form [^>]*action="([^"]*\/change\?[^"]*)" method="post">/.exec(html)?.[1] ?? '')

/** The hidden fields and the button of the form that confirms a change. */
export function confirmation(html: string): URLSearchParams {
  const [form = ''] =
    /<form [^>]*action="[^"]*\/change\?[^"]*" method="post">[\s\S]*?<\/form>/.exec(html) ?? []
  const fields = [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)]
  const sent = new URLSearchParams(fields.map(([, name = '', value = '']) => [name, decode(value)]))
  if (fields.length === 0) throw new Error('the page asks for no confirmation')
  sent.set('intent', 'change')
  return sent
}

/** Sends changes of reservations as the page's forms do. */
export function useChangeForms(read: ReturnType<typeof useGuestPages>['read']) {
  const send = ({ link }: Paying, body: URLSearchParams) => read(`${link}/change`, { method: 'POST', body })
  const preview = ({ link }: Paying, query: string) => read(`${link}/change?review=1&${query}`)
  const changeOf = async (paying: Paying, query: string) => {
    const shown = await preview(paying, query)
    return { shown, fields: confirmation(shown.html) }
  }
  const successOf = (paying: Paying, sessionId: string) =>
    paying.successPath.replace(paying.sessionId, sessionId)
  return { send, preview, changeOf, successOf }
}
