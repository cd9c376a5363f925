/** Placeholder values after anonymisation. The `.invalid` domain is reserved (RFC 2606), so no mail can reach it. */
export const ANONYMISED = {
  name: 'No longer kept',
  email: 'gone@guest.invalid',
  phone: '0000000000',
} as const

/** Same date some years earlier: `2026-11-21` becomes `2023-11-21`, 29 February 1 March. */
export function yearsBefore(date: string, years: number): string {
  const before = `${String(Number(date.slice(0, 4)) - years).padStart(4, '0')}${date.slice(4)}`
  return before.endsWith('-02-29') && !isLeap(Number(before.slice(0, 4)))
    ? `${before.slice(0, 4)}-03-01`
    : before
}

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
