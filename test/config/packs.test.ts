import { writeFileSync } from 'node:fs'
import path from 'node:path'
import t, { type Test } from 'tap'
import { loadConfig } from '../../src/config/config.ts'

const known = { members: ['gitlab', 'gitlab:issues', 'gitlab_get_issue'] }

function load(t: Test, text: string) {
  const file = path.join(t.testdir({}), 'toolgate.yaml')
  writeFileSync(file, text)
  return () => loadConfig({ TOOLGATE_CONFIG: file }, known).packs
}

t.test('packs contain ids, systems and groups', async t => {
  t.strictSame(load(t, "packs: { triage: ['gitlab:issues', gitlab_get_issue] }")(), { triage: ['gitlab:issues', 'gitlab_get_issue'] })
  t.strictSame(load(t, 'policy: []')(), {})
})

t.test('entries of a pack must exist: the refusal gives the position and suggestions', async t => {
  t.throws(load(t, 'packs:\n  triage: [gitlab_get_isue]'), { message: /toolgate\.yaml:2 .*triage.*gitlab_get_isue[\s\S]*gitlab_get_issue/ })
  t.throws(load(t, 'packs: { triage: [] }'), { message: /triage/ })
  t.throws(load(t, 'packs: { "Tri age": [gitlab] }'), { message: /Tri age/ })
})
