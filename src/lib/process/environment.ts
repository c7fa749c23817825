/** What any program needs to run as its user. Never all: the gateway's own holds secrets. */
const INHERITED: readonly string[] = [
  ...['PATH', 'HOME', 'USER', 'LOGNAME', 'TMPDIR', 'TZ'],
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'no_proxy', 'all_proxy'],
  ...['SSL_CERT_FILE', 'SSL_CERT_DIR', 'REQUESTS_CA_BUNDLE'],
  ...['SystemRoot', 'SYSTEMROOT', 'ComSpec', 'PATHEXT', 'Path', 'TEMP', 'TMP', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA', 'ProgramFiles']
]

/** The environment of a program: what it inherits, then what it is given. */
export function environmentFor(prefixes: readonly string[] = [], given: Readonly<Record<string, string>> = {}): Record<string, string> {
  const own = Object.entries(process.env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && (INHERITED.includes(entry[0]) || prefixes.some(prefix => entry[0].startsWith(prefix)))
  )
  return { ...Object.fromEntries(own), LANG: 'C.UTF-8', ...given }
}
