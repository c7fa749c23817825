import fc from 'fast-check'
import t from 'tap'
import { OperationError } from '../../../src/contract/errors.ts'
import { argvOf } from '../../../src/tools/gcloud/client/command/argv.ts'
import { readCommand } from '../../../src/tools/gcloud/client/command/command.ts'
import { treeOf } from '../../../src/tools/gcloud/client/command/tree.ts'
import { judge } from '../../../src/tools/gcloud/client/policy/policy.ts'
import { commandWords, permissionOf } from '../../../src/tools/gcloud/client/run/plan.ts'
import { openGcloudDesk } from '../../helpers/gcloud.ts'

const leaf = {}
const group = (...names: string[]) => ({ commands: Object.fromEntries(names.map(name => [name, leaf])) })
const COMMANDS = {
  auth: group('list', 'print-access-token', 'login'),
  compute: { commands: { instances: group('list', 'delete', 'describe'), ssh: leaf } },
  projects: group('list', 'delete', 'describe'),
  secrets: { commands: { versions: group('access', 'list') } }
}
const tree = treeOf({ commands: { ...COMMANDS, beta: { commands: COMMANDS } } })

/** Input of attackers and models: words of gcloud, flags, quotes, and shell metacharacters. */
const piece = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      'gcloud',
      'beta',
      'auth',
      'list',
      'print-access-token',
      'login',
      'compute',
      'instances',
      'ssh',
      'delete',
      'describe',
      'projects',
      'secrets',
      'versions',
      'access',
      'x'
    )
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '--project',
      '--project=x',
      '--format=json',
      '--quiet',
      '-q',
      '--help',
      '--',
      '--flags-file=/etc/passwd',
      '--zone',
      '--filter=name:a',
      '--access-token-file',
      '-h',
      '--verbosity=debug',
      '--impersonate-service-account=a'
    )
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      ';',
      '&&',
      '|',
      '>',
      '$(id)',
      '`id`',
      "'",
      '"',
      '\\',
      '\n',
      '\0',
      '$IFS',
      '*',
      '~',
      '#',
      '/etc/passwd',
      '../..',
      '\u202e',
      '\ud800',
      ''
    )
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 12 }) }
)
const commandText = fc.array(piece, { maxLength: 9 }).chain(words => fc.constantFrom(' ', '  ', '\t', '').map(blank => words.join(blank)))
const commandArgs = fc.array(piece, { minLength: 1, maxLength: 9 })

const READS = /^(?:beta )?(?:auth list|compute instances (?:list|describe)|projects (?:list|describe)|secrets versions list)$/
const SECRET = /print-access-token|^(?:beta )?(?:auth login|secrets versions access|compute ssh)/

/** Which command gcloud would run: it reads words that are neither flags nor values of flags known to take one. */
function pathAsGcloudReads(argv: readonly string[]): string[] {
  const words: string[] = []
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? ''
    if (word === '--' || tree.kindOf(words) === 'command') break
    if (VALUED.has(word)) at += 1
    else if (!word.startsWith('-')) words.push(word)
  }
  return words
}
const VALUED = new Set([
  '--project',
  '--access-token-file',
  '--format',
  '--verbosity',
  '--account',
  '--configuration',
  '--flags-file',
  '--flatten',
  '--billing-project',
  '--impersonate-service-account',
  '--trace-token'
])

t.test('no command evades the policy, however it is written', async t => {
  let refused = 0
  let judged = 0
  const check = (asked: { command: string } | { args: string[] }): void => {
    try {
      const command = readCommand(commandWords(asked), tree)
      const { verdict } = judge(command)
      judged += 1
      const argv = argvOf(command, { format: 'auto' })
      const path = pathAsGcloudReads(argv).join(' ')
      if (verdict === 'read' && command.shows === undefined && tree.kindOf(path.split(' ')) === 'command' && !READS.test(path))
        throw new Error(`${JSON.stringify(asked)} would run ${path}`)
      if (verdict !== 'denied' && command.shows === undefined && tree.kindOf(path.split(' ')) === 'command' && SECRET.test(path))
        throw new Error(`${JSON.stringify(asked)} would run ${path}`)
      if (verdict !== 'denied' && argv.some(word => /^--(?:flags-file|access-token-file|impersonate)/.test(word)) && !argv.includes('--'))
        throw new Error(`${JSON.stringify(asked)} keeps a refused flag`)
    } catch (error) {
      if (!(error instanceof OperationError)) throw error
      refused += 1
    }
    permissionOf(asked) // never throws
  }
  fc.assert(
    fc.property(commandText, command => check({ command })),
    { numRuns: 6_000 }
  )
  fc.assert(
    fc.property(commandArgs, args => check({ args })),
    { numRuns: 6_000 }
  )
  t.ok(refused > 500 && judged > 500, `${refused} refused, ${judged} judged`)
})

t.test(
  'no text reaches a shell: gcloud receives exactly the checked arguments, and denied commands never run',
  { timeout: 120_000 },
  async t => {
    const desk = await openGcloudDesk(t)
    let ran = 0
    const property = fc.asyncProperty(
      fc.oneof(
        commandText.map(command => ({ command })),
        commandArgs.map(args => ({ args }))
      ),
      async input => {
        desk.does('exit 0')
        const { status, data } = await desk.call('check', input)
        if (status !== 200 && status !== 400) throw new Error(`${status} for ${JSON.stringify(input)}`)
        const answer = await desk.call('run', { ...input, format: 'auto', confirm: true })
        const given = desk.argv()
        if (answer.status >= 500) throw new Error(`${answer.status} for ${JSON.stringify(input)}`)
        const runs = status === 200 && data.verdict !== 'denied'
        if (!runs && given !== undefined) throw new Error(`${JSON.stringify(input)} was run as ${JSON.stringify(given)}`)
        if (runs && JSON.stringify(given) !== JSON.stringify(data.argv))
          throw new Error(`${JSON.stringify(input)} was run as ${JSON.stringify(given)}, and checked as ${JSON.stringify(data.argv)}`)
        ran += Number(runs)
      }
    )
    await fc.assert(property, { numRuns: 150 })
    t.ok(ran > 5, `${ran} of 150 were run`)
  }
)
