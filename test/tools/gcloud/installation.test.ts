import path from 'node:path'
import t from 'tap'
import { findGcloud, launchOf } from '../../../src/tools/gcloud/client/installation.ts'

t.test("on Windows, the SDK's Python is started instead of the batch file, so nothing is quoted for cmd.exe", async t => {
  const there = new Set(['/sdk/lib/gcloud.py', '/sdk/platform/bundledpython/python.exe'])
  const launched = launchOf('/sdk/bin/gcloud.cmd', 'win32', file => there.has(String(file)))
  t.strictSame(launched, {
    program: '/sdk/platform/bundledpython/python.exe',
    before: ['-S', path.join('/sdk/lib/gcloud.py')],
    root: '/sdk'
  })
  t.match(
    launchOf('/sdk/bin/gcloud.cmd', 'win32', file => file === '/sdk/lib/gcloud.py'),
    { program: 'python' },
    'without a bundled one, the one on the PATH'
  )
})

t.test('a wrapper outside an SDK runs as it is, without a command tree', async t => {
  t.match(
    launchOf(process.execPath, process.platform, () => false),
    { program: process.execPath, before: [], root: undefined }
  )
})

t.test('a missing or non-executable gcloud is not found', async t => {
  t.equal(findGcloud('/nonexistent/gcloud'), undefined)
  t.equal(findGcloud(import.meta.filename), undefined)
  t.equal(findGcloud(undefined, { searchPath: '/nonexistent' }), undefined)
})
