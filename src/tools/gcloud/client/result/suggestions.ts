const MAX_SUGGESTIONS = 10

const LOGIN = 'gcloud auth login'

/** Returns the commands and flags that gcloud suggests on stderr. */
export function suggestionsIn(stderr: string): string[] {
  const found: string[] = []
  let proposing = false
  for (const line of stderr.split('\n')) {
    const command = /^\s+\$ (gcloud .*\S)\s*$/.exec(line)?.[1] ?? (proposing ? /^\s{2,}(gcloud .*\S)\s*$/.exec(line)?.[1] : undefined)
    if (command !== undefined && !command.startsWith('gcloud help --')) found.push(command)
    for (const [, name = ''] of line.matchAll(/\(did you mean '([^']+)'\?\)/g)) found.push(`Did you mean ${name}?`)
    if (/(?:Maybe you meant|Try):\s*$/.test(line)) proposing = true
    else if (proposing && line.trim() !== '' && !/^\s{2,}gcloud /.test(line)) proposing = false
  }
  return [...new Set(found)].slice(0, MAX_SUGGESTIONS)
}

/** Puts the login command first: only the operator can log in on the host. */
export const withLogin = (suggestions: readonly string[]): string[] => [LOGIN, ...suggestions.filter(text => text !== LOGIN)]
