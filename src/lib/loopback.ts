import { isIP } from 'node:net'

/** Whether a host is a loopback address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

/** Returns the host of a URL, without the brackets of an IPv6 address. */
export const hostnameOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1')
