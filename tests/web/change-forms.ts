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
