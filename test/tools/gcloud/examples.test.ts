import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { toJsonSchema } from '../../../src/catalog/json-schema.ts'
import { loadCatalog } from '../../../src/systems/load-catalog.ts'
import { temporaryFolder } from '../../helpers/app.ts'
import { goodExamples } from '../../helpers/catalog-rules.ts'
import { startGateway } from '../../helpers/gateway.ts'
import { makeStub } from '../../helpers/gcloud.ts'
import { withoutVolatile } from '../../helpers/schema-walk.ts'

/** The output of gcloud for an example: list_projects and last, logged_in, command, tail, each_project. */
const SCRIPT = `case "$1 $2" in
  "config list") echo '{"core": {"account": "dev@example.com", "project": "demo-ok"}}' ;;
  "projects list") case "$*" in
    *--help*) printf 'NAME\\n    gcloud projects list - list projects accessible by the active account\\n\\nSYNOPSIS\\n' ;;
    *) printf '[\\n  {\\n    "projectId": "demo-ok"\\n  }\\n]\\n' ;;
  esac ;;
  *) echo "up"; sleep 60 ;;
esac`

t.test('examples that need the SDK are answered by a stub of it', async t => {
  const folder = await temporaryFolder(t)
  const stub = makeStub(path.join(folder, 'bin'))
  stub.does(SCRIPT)
  const environment = { GCLOUD_PATH: stub.path }
  const { url } = await startGateway(t, { roots: folder, dataDirectory: path.join(folder, 'data'), environment })
  const { operations } = await loadCatalog(path.join(import.meta.dirname, '../../../src/tools'))
  const own = operations.filter(({ tool }) => tool.name === 'gcloud')
  const call = async (id: string, input: unknown) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${url}/v1/operations/${id}`, { method: 'POST', headers, body: JSON.stringify(input) })
    return JSON.parse(await answer.text())
  }
  const asked = own.flatMap(operation => goodExamples(operation).map(example => ({ operation, example })))
  // The history last, because it lists the others.
  for (const { operation, example } of asked.toSorted(
    (a, b) => Number(a.operation.name === 'history') - Number(b.operation.name === 'history')
  )) {
    if (example.tested_elsewhere === undefined || operation.name === 'history') continue
    await t.test(`${operation.id}: ${example.name}`, async t => {
      const answer = await call(operation.id, example.input)
      const schema = toJsonSchema(operation.output)
      t.strictSame(withoutVolatile(schema, answer.data), withoutVolatile(schema, example.output), JSON.stringify(answer.error))
      if (answer.data?.kind === 'process') await call('jobs_cancel', { id: answer.data.id })
    })
  }
  await sleep(50)
  const { data } = await call('gcloud_history', {})
  t.match(data.items.at(-1), { command: /^gcloud projects list/, success: true, exit_code: 0, changes: false })
})
