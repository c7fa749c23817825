import { readFile } from 'node:fs/promises'
import type { HttpSettings } from '../../contract/http-settings.ts'
import type { Runtime } from '../../contract/tool.ts'
import type { UpstreamOptions } from './upstream.ts'

type Common = Pick<UpstreamOptions, 'url' | 'timeout' | 'max_retries' | 'verify_ssl' | 'ca' | 'budget'>

/**
 * What `createUpstream` takes from the common settings of an instance and its budget; the system adds its title, headers and secrets. For jobs nothing is
 * sent twice: they try again by themselves, and meanwhile hold no worker. Throws an Error that says what is wrong with the address or the file of certificates. Warns where certificates are not checked.
 */
export async function upstreamOptions(
  settings: HttpSettings,
  { instance, log, budget, lane }: Pick<Runtime, 'instance' | 'log' | 'budget' | 'lane'>
): Promise<Common> {
  const { url, timeout, verify_ssl, ca_file } = settings
  const max_retries = lane === 'bulk' ? 0 : settings.max_retries
  checkAddress(url)
  if (!verify_ssl) log.warn({ instance, host: new URL(url).host }, 'The certificate of this system is not checked: verify_ssl is false')
  return { url, timeout, max_retries, verify_ssl, budget, ...(ca_file !== undefined && { ca: await readAuthorities(ca_file) }) }
}

function checkAddress(url: string): void {
  const parsed = URL.parse(url)
  if (parsed === null) throw new Error('url is not an address: write it as https://host/path')
  if (parsed.username + parsed.password !== '') throw new Error('url holds a user or a password: these have settings of their own')
}

async function readAuthorities(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new Error(`ca_file cannot be read: ${error.message}`)
  })
  if (!text.includes('-----BEGIN CERTIFICATE-----')) throw new Error(`ca_file holds no certificate in PEM form: ${file}`)
  return text
}
