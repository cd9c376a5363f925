import { BlockList, isIP, isIPv4 } from 'node:net'

/** Proxies in front of the server whose forwarded headers are trusted (`TRUST_PROXY`). */
export type TrustProxy =
  | { readonly kind: 'none' }
  /** A fixed number of proxies; every request passes through all of them. */
  | { readonly kind: 'hops'; readonly count: number }
  /** All proxies are in these networks, in any number. */
  | { readonly kind: 'networks'; readonly names: readonly string[]; readonly contains: BlockList }

export const TRUST_NONE: TrustProxy = { kind: 'none' }
export const trustHops = (count: number): TrustProxy => ({ kind: 'hops', count })

const MOST_HOPS = 10
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', 'fc00::/7', 'fe80::/10'],
}

/** Parses `TRUST_PROXY`; null unless it is a number of hops or a list of networks. */
export function readTrustProxy(text: string): TrustProxy | null {
  const given = text.trim().toLowerCase()
  if (given === '' || given === 'false' || given === '0') return TRUST_NONE
  if (given === 'true') return trustHops(1)
  if (/^\d+$/.test(given)) return Number(given) <= MOST_HOPS ? trustHops(Number(given)) : null
  const names = given.split(/[\s,]+/).filter(Boolean)
  const contains = new BlockList()
  for (const network of names.flatMap((name) => NAMED[name] ?? [name]))
    if (!addNetwork(contains, network)) return null
  return { kind: 'networks', names, contains }
}

function addNetwork(list: BlockList, network: string): boolean {
  const [, written = '', prefix] = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/.exec(network) ?? []
  const family = isIP(written)
  const longest = family === 4 ? 32 : 128
  // A network of all addresses would trust every client.
  if (family === 0 || Number(prefix ?? longest) > longest || Number(prefix) === 0) return false
  list.addSubnet(written, Number(prefix ?? longest), family === 4 ? 'ipv4' : 'ipv6')
  return true
}

/** Explains the setting to the operator in one sentence. */
export function describeTrustProxy(trust: TrustProxy): string {
  switch (trust.kind) {
    case 'none':
      return 'no proxy is believed: a guest is the address that connects'
    case 'hops': {
      const proxies = trust.count === 1 ? '1 proxy is' : `${trust.count} proxies in a row are`
      const place = trust.count === 1 ? 'the last' : `number ${trust.count} from the end`
      return `${proxies} believed: a guest is ${place} of the addresses in X-Forwarded-For (or Forwarded)`
    }
    case 'networks':
      return `proxies in ${trust.names.join(', ')} are believed: a guest is the last address in X-Forwarded-For (or Forwarded) outside of them`
  }
}

type Request = {
  /** Address of the TCP connection. */
  readonly remote: string | undefined
  readonly forwarded: string | undefined
  readonly xForwardedFor: string | undefined
}

/** Whether the connection comes from a trusted proxy. */
export function isFromProxy(remote: string | undefined, trust: TrustProxy): boolean {
  if (trust.kind !== 'networks') return trust.kind === 'hops'
  const address = readAddress(remote ?? '')
  return address !== null && isWithin(trust.contains, address)
}

export type Client = {
  readonly address: string
  /** False if a proxy reported an invalid address: `address` is then the proxy's. */
  readonly isReported: boolean
}

/**
 * Finds the client address of a request. Each proxy appends the address that connected to it, so the list is read from
 * its end, which our proxies wrote; entries added by the client at the front are never reached. If the wanted entry is
 * no address (`unknown`, `_hidden`), the nearest valid one counts. X-Forwarded-For takes precedence over Forwarded,
 * because a proxy that knows only the older header passes on the newer one as the client sent it.
 */
export function findClient({ remote, forwarded, xForwardedFor }: Request, trust: TrustProxy): Client {
  const nearest = readAddress(remote ?? '') ?? remote ?? 'unknown'
  if (!isFromProxy(remote, trust)) return { address: nearest, isReported: true }
  const entries = xForwardedFor === undefined ? readForwarded(forwarded) : xForwardedFor.split(',')
  let client: Client = { address: nearest, isReported: true }
  let hops = 0
  for (const entry of entries.toReversed()) {
    if (trust.kind === 'hops' ? hops === trust.count : !isTrustedProxy(client.address, trust)) break
    hops += 1
    const address = readAddress(entry)
    client = address === null ? { ...client, isReported: false } : { address, isReported: true }
    // An invalid address cannot be matched with the trusted networks, so the search ends there.
    if (address === null && trust.kind === 'networks') break
  }
  return client
}

const isTrustedProxy = (address: string, trust: TrustProxy): boolean =>
  trust.kind === 'networks' && isWithin(trust.contains, address)

const isWithin = (list: BlockList, address: string): boolean =>
  list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')

/** Parses an address from a header: with port, brackets, zone, or IPv4 mapped in IPv6; null for anything else. */
function readAddress(entry: string): string | null {
  const text = entry.trim()
  const bare = /^\[([^\]]*)\](?::\w{1,5})?$/.exec(text)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? text
  const [address = ''] = bare.toLowerCase().split('%', 1)
  if (isIP(address) === 0) return null
  const [, dotted] = /^::ffff:([\d.]+)$/.exec(address) ?? []
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(address) ?? []
  if (dotted !== undefined) return dotted
  if (high === undefined || low === undefined) return address
  return [high, low].flatMap((it) => [parseInt(it, 16) >> 8, parseInt(it, 16) & 255]).join('.')
}

/** The `for` parameter of each `Forwarded` element (RFC 7239) in order; empty if missing. */
function readForwarded(header: string | undefined): string[] {
  if (header === undefined) return []
  // An unclosed quote may contain what proxies appended; the whole header is ignored.
  return (splitUnquoted(header, ',') ?? ['']).map((element) => {
    const pairs = (splitUnquoted(element, ';') ?? []).map((pair) => pair.trim().split('=', 2))
    const [, value = ''] = pairs.find(([name = '']) => name.trim().toLowerCase() === 'for') ?? []
    return value
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .replaceAll(/\\(.)/g, '$1')
  })
}

/** Splits at separators outside quotes; null if a quote is not closed. */
function splitUnquoted(text: string, separator: string): string[] | null {
  const parts: string[] = []
  let start = 0
  let isQuoted = false
  for (let i = 0; i < text.length; i += 1) {
    const character = text[i]
    if (character === '"') isQuoted = !isQuoted
    else if (character === '\\' && isQuoted) i += 1
    else if (character === separator && !isQuoted) {
      parts.push(text.slice(start, i))
      start = i + 1
    }
  }
  return isQuoted ? null : [...parts, text.slice(start)]
}
