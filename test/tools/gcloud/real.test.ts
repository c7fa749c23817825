import t from 'tap'
import { readCommand } from '../../../src/tools/gcloud/client/command.ts'
import { judge } from '../../../src/tools/gcloud/client/policy.ts'
import { readTree } from '../../../src/tools/gcloud/client/tree.ts'
import { openReal, sdk, noGcloud as skip } from '../../helpers/real-gcloud.ts'

/** Each start of the real gcloud costs a second of CPU: what else it is asked stands in test/soak/gcloud.test.ts. */
t.test('the real gcloud through the gateway', { skip, timeout: 300_000 }, async t => {
  const { api, ...desks } = await openReal(t)
  const nobody = await desks.nobody()
  const somebody = await desks.somebody()

  await t.test('version', async t => {
    t.match(await nobody.run({ args: ['version'] }), { status: 200, data: { structured_output: { 'Google Cloud SDK': String } } })
  })

  await t.test('status with an account', async t => {
    t.match((await somebody.get('/v1/gcloud/status')).data, {
      installed: true,
      version: /^\d+\.\d+\.\d+$/,
      account: 'dev@example.com',
      project: 'demo-ok',
      authenticated: null
    })
  })

  await t.test('a command without an account says how to log in', async t => {
    const { status, error } = await nobody.run({ args: ['projects', 'list'] })
    t.match(
      { status, error },
      {
        status: 424,
        error: { details: { reason: 'no_account', output: { authentication_required: true, suggestions: ['gcloud auth login'] } } }
      }
    )
  })

  await t.test('a bad flag is answered with what gcloud proposes', async t => {
    const flag = await nobody.run({ args: ['compute', 'instances', 'list', '--filer=name:foo'] })
    t.match(flag, { status: 400, error: { details: { reason: 'unknown_argument', suggestions: ['Did you mean --filter?'] } } })
  })

  await t.test('a list that goes well, and one that gcloud only says to have', async t => {
    t.match(await somebody.run({ args: ['projects', 'list'] }), { status: 200, data: { structured_output: [{ projectId: 'demo-ok' }] } })
    const denied = await somebody.run({ args: ['compute', 'instances', 'list'], project: 'demo-denied' })
    t.match(denied, { status: 403, error: { details: { reason: 'insufficient_permissions' } } })
  })

  await t.test('a delete is refused without confirm, and runs with it', async t => {
    const args = ['projects', 'delete', 'demo-ok']
    const before = api.seen.length
    t.match(await somebody.run({ args }), {
      status: 428,
      error: { details: { would_do: 'Run gcloud projects delete demo-ok --format=json --quiet.' } }
    })
    t.equal(api.seen.length, before, 'nothing was asked of Google')
    t.match(await somebody.run({ args, confirm: true }), { status: 200, data: { success: true } })
    t.ok(api.seen.some(({ method, url }) => method === 'DELETE' && url.includes('demo-ok')))
  })
})

t.test(
  'the rule without a command tree lets through as a read nothing that the tree calls otherwise, but for a few that it judges again',
  { skip },
  async t => {
    const tree = await readTree(sdk)
    if (!tree) throw new Error('This SDK does not tell its commands')
    const differing: string[] = []
    let commands = 0
    const walk = (words: string[]): void => {
      const { commands: below, groups } = tree.below(words)
      for (const name of groups) walk([...words, name])
      for (const name of below) {
        commands += 1
        const args = [...words, name, 'list', 'describe'] // arguments that look like verbs
        const [exact, rule] = [judge(readCommand(args, tree)), judge(readCommand(args))]
        if (exact.verdict !== 'read' && rule.verdict === 'read') differing.push([...words, name].join(' '))
      }
    }
    walk([])
    t.ok(commands > 1_000, `${commands} commands`)
    // 34 with 528.0.0: groups that are called like a verb.
    t.ok(differing.length <= 34, `${differing.length}: ${differing.join(', ')}`)
  }
)
