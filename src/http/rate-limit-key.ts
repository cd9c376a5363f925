/** Key under which limits count a client: its IPv4 address, or the /64 of its IPv6 address. */
export function rateLimitKey(address: string): string {
  const inside = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)?.[1]
  if (inside || !address.includes(':')) return inside ?? address
  const [left = '', right] = address.toLowerCase().split('%', 1).join('').split('::', 2)
  const groups = left === '' ? [] : left.split(':')
  const after = right === undefined || right === '' ? [] : right.split(':')
  const zeros = right === undefined ? 0 : Math.max(0, 8 - groups.length - after.length)
  return [...groups, ...Array.from({ length: zeros }, () => '0'), ...after].slice(0, 4).join(':')
}
