import { parse } from 'parse5'

/** A longer delay is meant for readers, who see the page until then. */
const MAX_SECONDS = 5

/** Length of the source that is searched. */
const MAX_SOURCE = 500_000

/** Returns the URL to which a page redirects by itself; undefined if it does not, or only reloads itself. */
export function refreshIn(source: string, url: string): string | undefined {
  const beginning = source.slice(0, MAX_SOURCE)
  if (!/http-equiv\s*=\s*(?:["']\s*)?refresh/i.test(beginning)) return undefined
  const html = parse(beginning).childNodes.find(({ nodeName }) => nodeName === 'html')
  const head = html && 'childNodes' in html ? html.childNodes.find(({ nodeName }) => nodeName === 'head') : undefined
  for (const node of head && 'childNodes' in head ? head.childNodes : []) {
    if (!('attrs' in node) || node.tagName !== 'meta') continue
    const attributes = new Map(node.attrs.map(({ name, value }) => [name, value]))
    if (attributes.get('http-equiv')?.trim().toLowerCase() !== 'refresh') continue
    const target = targetOf(attributes.get('content') ?? '', url)
    if (target !== undefined && target !== withoutFragment(url)) return target
  }
  return undefined
}

/** `0; url=https://…` */
function targetOf(content: string, url: string): string | undefined {
  const [, seconds = '', rest = ''] = /^\s*(\d+)(?:\.\d*)?\s*[;,](.*)$/s.exec(content) ?? []
  if (seconds === '' || Number(seconds) > MAX_SECONDS) return undefined
  const address = rest
    .trim()
    .replace(/^url\s*=/i, '')
    .trim()
  const [quote = ''] = address
  const bare = quote === '"' || quote === "'" ? address.slice(1).split(quote)[0] : address
  const target = URL.parse(bare ?? '', url)
  return target && /^https?:$/.test(target.protocol) ? withoutFragment(target.href) : undefined
}

const withoutFragment = (url: string): string => url.split('#')[0] ?? url
