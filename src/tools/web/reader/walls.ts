import type { ReadText } from './page.ts'

/** Headers of responses that ask for a proof instead of returning the page: Cloudflare, DataDome, AWS WAF. */
export const isChallenge = (headers: Readonly<Record<string, unknown>>): boolean =>
  headers['cf-mitigated'] === 'challenge' || headers['x-datadome'] !== undefined || headers['x-amzn-waf-action'] !== undefined

/** A page with more text is not only a wall: many pages load these programs as well. */
const MAX_WALL_TEXT = 1_500
/** Length of the source that is searched. */
const MAX_SOURCE = 200_000

const BOT_TITLE =
  /^(?:just a moment|attention required|access denied|are you (?:a )?(?:human|robot)|robot check|security check|pardon our interruption|verify(?:ing)? (?:that )?you are (?:a )?human|human verification|checking your browser|one more step|bot verification|ddos-guard|vercel security checkpoint)/i
const BOT_PROGRAM =
  /_cf_chl_opt|\/cdn-cgi\/challenge-platform\/h\/|captcha-delivery\.com|px-captcha|_incapsula_resource|awswafintegration|\/_sec\/cp_challenge\/|sgcaptcha/i
const CAPTCHA = /g-recaptcha|h-captcha|cf-turnstile|hcaptcha\.com/i
const BOT_TEXT = /\b(?:robots?|bots?|human|automated|unusual traffic|unusual activity)\b/i
const CONSENT_HOST = /^(?:consent|guce|cmp|privacy-mgmt|myprivacy|cookiewall)\./i
const CONSENT_TITLE =
  /^(?:before you continue|cookie consent|consent required|we value your privacy|your privacy choices|your privacy is important)/i
const CONSENT_TEXT = /\b(?:accept all|accept cookies|reject all|alle akzeptieren|alle ablehnen|tout accepter|aceptar todo|accetta tutto)\b/i
const COOKIES = /\bcookies?\b/i

const BOT_WALL =
  'This seems to be a bot wall, which asks for proof that a person is reading the page, and not its content. Set reader: jina, or use another source.'
const CONSENT_WALL =
  'This seems to be a page that asks for consent to cookies, and not its content. Set reader: jina, or use another source.'

/** Returns a warning if a site returned a bot wall or a consent page instead of the content. */
export function wallWarnings(html: string, url: string, { title, content }: Pick<ReadText, 'title' | 'content'>): string[] {
  if (content.length > MAX_WALL_TEXT) return []
  const source = html.slice(0, MAX_SOURCE)
  const name = title ?? ''
  if (BOT_TITLE.test(name) || BOT_PROGRAM.test(source) || (CAPTCHA.test(source) && BOT_TEXT.test(`${name} ${content}`))) return [BOT_WALL]
  const asks = CONSENT_TEXT.test(content) && COOKIES.test(content)
  return CONSENT_HOST.test(URL.parse(url)?.host ?? '') || CONSENT_TITLE.test(name) || asks ? [CONSENT_WALL] : []
}
