const HIDDEN = '[redacted]'

/** What looks like a secret, wherever it stands. */
const SECRETS: readonly RegExp[] = [
  /\bya29\.[\w.~+/-]+=*/g, // access tokens of Google
  /\b1\/\/[\w-]{10,}/g, // its refresh tokens
  /\bGOCSPX-[\w-]+/g, // its client secrets
  /\bAIza[\w-]{35}\b/g, // its API keys
  /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g, // JSON web tokens
  /\b(?:ghp|gho|ghs|glpat|xox[abp])[_-][\w-]{10,}/g,
  /\bAKIA[A-Z0-9]{16}\b/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g
]

/** `"access_token": "…"`, `password=…`, `Authorization: Bearer …`: the name stays. */
const NAMED =
  /((?:access_?token|refresh_?token|id_?token|auth_?token|client_?secret|private_?key|api_?key|passw(?:or)?d|secret_?key|authorization)["']?\s*[:=]\s*(?:bearer\s+)?)("(?:[^"\\]|\\.)*"|'[^']*'|[^\s,;}"'[]+)/gi

/** A text without what looks like a secret. */
export function redact(text: string): string {
  const named = text.replace(NAMED, (whole: string, name: string, value: string) =>
    /^["']?["']?$/.test(value) ? whole : `${name}${HIDDEN}`
  )
  return SECRETS.reduce((shown, secret) => shown.replace(secret, HIDDEN), named)
}

const KEY_BEGINS = /-----BEGIN [A-Z ]*PRIVATE KEY-----/
const KEY_ENDS = /-----END [A-Z ]*PRIVATE KEY-----/

/** The same for one line after another, since a key takes several; and for the beginning of the next. */
export function lineRedactor(): { line: (text: string) => string; beginning: (text: string) => string } {
  let inKey = false
  return {
    line(text) {
      if (inKey) {
        inKey = !KEY_ENDS.test(text)
        return HIDDEN
      }
      inKey = KEY_BEGINS.test(text) && !KEY_ENDS.test(text)
      return redact(text)
    },
    beginning: text => (inKey && text !== '' ? HIDDEN : redact(text))
  }
}
