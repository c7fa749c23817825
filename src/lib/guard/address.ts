import ipaddr from 'ipaddr.js'

/** Prefix through which IPv6-only networks reach IPv4 (RFC 6052). */
const NAT64 = ipaddr.parseCIDR('64:ff9b::/96')

/** All public IPv6 addresses. Everything else is unassigned or has a special meaning. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3')

/** A public address that is a service of the hosting machine: Azure's agent endpoint. */
const METADATA = new Set(['168.63.129.16'])

const PHRASES: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    loopback: 'a loopback address',
    private: 'a private address',
    uniqueLocal: 'a private address',
    deprecatedSiteLocal: 'a private address',
    linkLocal: 'a link-local address',
    carrierGradeNat: 'a carrier-grade NAT address',
    multicast: 'a multicast address',
    broadcast: 'a broadcast address',
    unspecified: 'an unspecified address',
    '6to4': 'a tunnel address',
    teredo: 'a tunnel address'
  })
)

/** Returns why callers may not reach an address, as a phrase; undefined for a public address. */
export function whyPrivate(text: string): string | undefined {
  if (!ipaddr.isValid(text)) return 'no address'
  const parsed = ipaddr.process(text)
  return whyNot(unwrapped(parsed)) ?? (isTunnel(parsed) ? whyNot(endOf(parsed)) : undefined)
}

function whyNot(address: ipaddr.IPv4 | ipaddr.IPv6): string | undefined {
  if (METADATA.has(address.toString())) return 'a metadata address'
  const range = address.range()
  const isPublic = range === 'unicast' && (address instanceof ipaddr.IPv4 || address.match(GLOBAL_IPV6))
  return isPublic ? undefined : (PHRASES.get(range) ?? 'a reserved address')
}

/** Returns the IPv4 address that a NAT64 address maps to; any other address unchanged. */
function unwrapped(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 {
  const isWrapped = address instanceof ipaddr.IPv6 && address.match(NAT64)
  return isWrapped ? endOf(address) : address
}

const endOf = (address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 => new ipaddr.IPv4(address.toByteArray().slice(-4))

/** The two forms in which ISATAP embeds an IPv4 address in the last eight bytes (RFC 5214), under any prefix. */
const ISATAP = [0x00, 0x00, 0x5e, 0xfe]
const BY_AUTHORITY = 0x02

function isTunnel(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  const [first = 0, ...others] = address.toByteArray().slice(8, 12)
  return address instanceof ipaddr.IPv6 && [first & ~BY_AUTHORITY, ...others].every((byte, at) => byte === ISATAP[at])
}
