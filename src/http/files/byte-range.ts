export type ByteRange = { readonly start: number; readonly end: number }

/**
 * The one range of bytes that a `Range` header asks of `size` bytes. Null: the whole is sent, as it is for several ranges
 * and for units that nobody defined, which a server may ignore (RFC 9110, 14.2).
 */
export function parseByteRange(range: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range?.trim() ?? '') ?? []
  if (first === '' && last === '') return null
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return null
  if (start >= size) return 'unsatisfiable'
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}
