import { readFile } from 'node:fs/promises'
import type { HttpSettings } from '../../contract/http-settings.ts'
import type { Runtime } from '../../contract/runtime.ts'
import type { UpstreamOptions } from './upstream.ts'

type CommonOptions = Pick<UpstreamOptions, 'url' | 'timeout' | 'max_retries' | 'verify_ssl' | 'ca' | 'budget' | 'guard' | 'circuit'>

/**
 * Returns the options for `createUpstream` that follow from the common settings of an instance; the system adds its title, headers and
 * secrets. Clients of jobs do not retry, because jobs retry without occupying a worker. Throws an Error that describes the problem if the
 * URL or the certificate file is invalid. Logs a warning if certificates are not verified.
 */
export async function upstreamOptions(
  settings: HttpSettings,
  {
    instance,
    log,
    budget,
    lane,
    guard,
    circuit
  }: Pick<Runtime, 'instance' | 'log' | 'budget' | 'lane'> & Partial<Pick<Runtime, 'guard' | 'circuit'>>
): Promise<CommonOptions> {
  const { url, timeout, verify_ssl, ca_file } = settings
  const max_retries = lane === 'bulk' ? 0 : settings.max_retries
  checkUrl(url)
  if (!verify_ssl)
    log.warn({ instance, host: new URL(url).host }, 'TLS certificates of this instance are not verified: verify_ssl is false')
  const own = { budget, guard, circuit: circuit?.(new URL(url).host) }
  return { url, timeout, max_retries, verify_ssl, ...own, ...(ca_file !== undefined && { ca: await readAuthorities(ca_file) }) }
}

function checkUrl(url: string): void {
  const parsed = URL.parse(url)
  if (parsed === null) throw new Error('url is not a valid URL: write it as https://host/path')
  if (parsed.username + parsed.password !== '') throw new Error('url contains a user or a password: use the settings for them')
}

async function readAuthorities(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new Error(`ca_file cannot be read: ${error.message}`)
  })
  if (!text.includes('-----BEGIN CERTIFICATE-----')) throw new Error(`ca_file contains no PEM certificate: ${file}`)
  return text
}
