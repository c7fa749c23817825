import t from 'tap'
import { readCommand } from '../../../src/tools/gcloud/client/command/command.ts'
import { readTree } from '../../../src/tools/gcloud/client/command/tree.ts'
import { judge } from '../../../src/tools/gcloud/client/policy/policy.ts'
import { openReal, sdk, noGcloud as skip } from '../../helpers/real-gcloud.ts'

/** Each start of the real gcloud takes a second of CPU: further checks are in test/soak/gcloud.test.ts. */
t.test('the real gcloud through the gateway', { skip, timeout: 300_000 }, async t => {
  const { api, ...desks } = await openReal(t)
  const signedOut = await desks.signedOut()
  const signedIn = await desks.signedIn()

  await t.test('version', async t => {
    t.match(await signedOut.run({ args: ['version'] }), { status: 200, data: { structured_output: { 'Google Cloud SDK': String } } })
  })

  await t.test('status with an account', async t => {
    t.match((await signedIn.get('/v1/gcloud/status')).data, {
      installed: true,
      version: /^\d+\.\d+\.\d+$/,
      account: 'dev@example.com',
      project: 'demo-ok',
      authenticated: null
    })
  })

  await t.test('a command without an account explains how to log in', async t => {
    const { status, error } = await signedOut.run({ args: ['projects', 'list'] })
    t.match(
      { status, error },
      {
        status: 424,
        error: { details: { reason: 'no_account', output: { authentication_required: true, suggestions: ['gcloud auth login'] } } }
      }
    )
  })

  await t.test("an invalid flag returns gcloud's suggestions", async t => {
    const flag = await signedOut.run({ args: ['compute', 'instances', 'list', '--filer=name:foo'] })
    t.match(flag, { status: 400, error: { details: { reason: 'unknown_argument', suggestions: ['Did you mean --filter?'] } } })
  })

  await t.test('a successful list, and one that only appears successful', async t => {
    t.match(await signedIn.run({ args: ['projects', 'list'] }), { status: 200, data: { structured_output: [{ projectId: 'demo-ok' }] } })
    const denied = await signedIn.run({ args: ['compute', 'instances', 'list'], project: 'demo-denied' })
    t.match(denied, { status: 403, error: { details: { reason: 'insufficient_permissions' } } })
  })

  await t.test('a delete is refused without confirm, and runs with it', async t => {
    const args = ['projects', 'delete', 'demo-ok']
    const before = api.seen.length
    t.match(await signedIn.run({ args }), {
      status: 428,
      error: { details: { would_do: 'Run gcloud projects delete demo-ok --format=json --quiet.' } }
    })
    t.equal(api.seen.length, before, 'no request reached Google')
    t.match(await signedIn.run({ args, confirm: true }), { status: 200, data: { success: true } })
    t.ok(api.seen.some(({ method, url }) => method === 'DELETE' && url.includes('demo-ok')))
  })
})

t.test(
  'the fallback without a command tree treats no command as a read that the tree judges otherwise, except for a few that are judged again',
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
    // 34 with 528.0.0: groups with names like verbs.
    t.ok(differing.length <= 34, `${differing.length}: ${differing.join(', ')}`)
  }
)
