import type { ProcessEnvironment } from '../config/environment.ts'
import type { Outcome } from './outcome.ts'
import { remote } from './remote.ts'
import { rowsIn } from './search-catalog.ts'

const SCRIPTS: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    bash: `_toolgate() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen -W "$(toolgate complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _toolgate toolgate`,
    zsh: `_toolgate() {
  local -a found
  found=(\${(f)"$(toolgate complete "\${(@)words[2,CURRENT]}" 2>/dev/null)"})
  compadd -a found
}
compdef _toolgate toolgate`,
    fish: `complete -c toolgate -f -a '(toolgate complete (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'`
  })
)

/** `toolgate completion bash`: prints the script that the shell sources. */
export function completion([shell = '']: string[]): Outcome {
  const script = SCRIPTS.get(shell)
  return script === undefined
    ? { code: 2, err: `toolgate completion: name a shell: ${Object.keys(SCRIPTS).join(', ')}` }
    : { code: 0, out: script }
}

/** Returns the possible next words, one per line, for the shell's script. Without a running gateway there are fewer, and no error. */
export const completer =
  (commands: readonly string[]) =>
  async (words: string[], env: ProcessEnvironment): Promise<Outcome> => {
    const found = await candidates(words, commands, env).catch((): string[] => [])
    return { code: 0, out: found.filter(candidate => candidate.startsWith(words.at(-1) ?? '')).join('\n') }
  }

async function candidates(words: string[], commands: readonly string[], env: ProcessEnvironment): Promise<string[]> {
  const [command, ...rest] = words
  if (command !== 'call') return commandWords(words, commands)
  if (rest.length <= 1) return rowsIn((await remote(env).get('v1/catalog')).data).map(({ id }) => id)
  if (rest.at(-2) !== '--arg') return ['--arg', '--input', '--json']
  const { data } = await remote(env).get(`v1/catalog/${encodeURIComponent(rest[0] ?? '')}`)
  const { input }: { input?: { properties?: object } } = typeof data === 'object' && data !== null ? data : {}
  return Object.keys(input?.properties ?? {}).map(name => `${name}=`)
}

/** Commands of two words are completed one word at a time. */
function commandWords(words: string[], commands: readonly string[]): string[] {
  const before = words.slice(0, -1)
  const fitting = commands.map(name => name.split(' ')).filter(parts => before.every((word, at) => parts[at] === word))
  return [...new Set(fitting.flatMap(parts => parts[before.length] ?? []))]
}
