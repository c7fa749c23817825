import ipaddr from 'ipaddr.js'

/** The prefix under which IPv6-only networks reach IPv4 (RFC 6052). */
const NAT64 = ipaddr.parseCIDR('64:ff9b::/96')

/** All of public IPv6. What lies outside of it is assigned to nobody, or stands for something else. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3')

/** Public by its class, and yet a service of the machine that hosts us: Azure's agent endpoint. */
const METADATA = new Set(['168.63.129.16'])

const PHRASES: Readonly<Record<string, string>> = {
  loopback: 'a loopback address',
  private: 'a private address',
  uniqueLocal: 'a private address',
  deprecatedSiteLocal: 'a private address',
  linkLocal: 'a link-local address',
  carrierGradeNat: 'an address behind a carrier',
  multicast: 'a multicast address',
  broadcast: 'a broadcast address',
  unspecified: 'an unspecified address',
  '6to4': 'a tunnel address',
  teredo: 'a tunnel address'
}

/** What an address is, in a phrase, that callers may not reach; undefined where it is a public one. */
export function whyPrivate(text: string): string | undefined {
  if (!ipaddr.isValid(text)) return 'no address'
  const parsed = ipaddr.process(text)
  return whyNot(unwrapped(parsed)) ?? (isTunnel(parsed) ? whyNot(endOf(parsed)) : undefined)
}

function whyNot(address: ipaddr.IPv4 | ipaddr.IPv6): string | undefined {
  if (METADATA.has(address.toString())) return 'a metadata address'
  const range = address.range()
  const isPublic = range === 'unicast' && (address instanceof ipaddr.IPv4 || address.match(GLOBAL_IPV6))
  return isPublic ? undefined : (PHRASES[range] ?? 'a reserved address')
}

/** The IPv4 address that a NAT64 address leads to; any other as it is. */
function unwrapped(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 {
  const isWrapped = address instanceof ipaddr.IPv6 && address.match(NAT64)
  return isWrapped ? endOf(address) : address
}

const endOf = (address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 => new ipaddr.IPv4(address.toByteArray().slice(-4))

/** Of the two forms of the last eight bytes by which ISATAP names the IPv4 address at the end of its tunnel (RFC 5214), under any prefix. */
const ISATAP = [0x00, 0x00, 0x5e, 0xfe]
const BY_AUTHORITY = 0x02

function isTunnel(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  const [first = 0, ...others] = address.toByteArray().slice(8, 12)
  return address instanceof ipaddr.IPv6 && [first & ~BY_AUTHORITY, ...others].every((byte, at) => byte === ISATAP[at])
}
