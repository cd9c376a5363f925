import { unescape } from './forms.ts'

/** The fields of the form of a page that has this text in it, as a browser would send them: without buttons, files and boxes. */
export function fieldsOf(html: string, text: string): Record<string, string> {
  const form = (html.match(/<form[\s\S]*?<\/form>/g) ?? []).find((it) => it.includes(text))
  if (form === undefined) throw new Error(`the page has no form with ${text}`)
  const inputs = [...form.matchAll(/<input [^>]*>/g)].flatMap(([input]) =>
    /type="(?:checkbox|radio|file)"/.test(input) ? [] : [[valueOf(input, 'name'), valueOf(input, 'value')]],
  )
  const areas = [...form.matchAll(/(<textarea [^>]*>)([\s\S]*?)<\/textarea>/g)].map(
    ([, tag = '', words = '']) => [valueOf(tag, 'name'), unescape(words)],
  )
  const fields = [...inputs, ...areas].map(([name = '', value = '']) => [name, withBreaks(value)])
  return Object.fromEntries(fields)
}

const valueOf = (tag: string, name: string): string =>
  unescape(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '')

/** Browsers send the line breaks of a text as CR LF. */
const withBreaks = (text: string): string => text.replaceAll(/\r?\n/g, '\r\n')
