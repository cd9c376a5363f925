/** An entry of a calendar file as a calendar program reads it. */
type ReadEntry = {
  readonly method: string
  readonly uid: string
  readonly sequence: number
  readonly status: string
  readonly startsAt: Date
  readonly endsAt: Date
  readonly description: string
}

const MAX_OCTETS = 75

/**
 * Reads a calendar file by RFC 5545 and shares nothing with the library that writes it. Throws where a strict program would
 * refuse the file: other line ends, longer lines, components that do not close, or a property that is missing.
 */
export function readCalendar(file: string): ReadEntry {
  const folded = file.split('\r\n')
  if (folded.pop() !== '' || folded.some((line) => /[\r\n]/.test(line)))
    throw new Error('lines end with CRLF')
  if (folded.some((line) => Buffer.byteLength(line) > MAX_OCTETS))
    throw new Error('a line has over 75 octets')
  const open: string[] = []
  const values = new Map<string, string>()
  for (const line of file
    .replaceAll(/\r\n[ \t]/g, '')
    .split('\r\n')
    .filter(Boolean)) {
    const [, name = '', value = ''] = /^([A-Z-]+)(?:;[^:]*)?:(.*)$/.exec(line) ?? []
    if (name === '') throw new Error(`no property: ${line}`)
    if (name === 'BEGIN') open.push(value)
    else if (name === 'END' && open.pop() !== value) throw new Error(`${value} was not open`)
    else if (name !== 'END') values.set(`${open.join('.')}.${name}`, value)
  }
  const entry = (name: string): string => valueOf(values, `VCALENDAR.VEVENT.${name}`)
  if (valueOf(values, 'VCALENDAR.VERSION') !== '2.0' || open.length > 0)
    throw new Error('not a calendar of version 2.0')
  if (!valueOf(values, 'VCALENDAR.PRODID') || Number.isNaN(momentOf(entry('DTSTAMP')).getTime()))
    throw new Error('it says neither who wrote it nor when')
  return {
    method: valueOf(values, 'VCALENDAR.METHOD'),
    uid: entry('UID'),
    sequence: Number(entry('SEQUENCE')),
    status: entry('STATUS'),
    startsAt: momentOf(entry('DTSTART')),
    endsAt: momentOf(entry('DTEND')),
    description: entry('DESCRIPTION').replaceAll(/\\([\\;,nN])/g, (_, it: string) =>
      /n/i.test(it) ? '\n' : it,
    ),
  }
}

function valueOf(values: ReadonlyMap<string, string>, name: string): string {
  const value = values.get(name)
  if (value === undefined) throw new Error(`${name} is missing`)
  return value
}

/** A moment in UTC: `20261128T030000Z`. */
const momentOf = (text: string): Date =>
  new Date(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
