import path from 'node:path'
import t from 'tap'
import { findGcloud, launchOf } from '../../../src/tools/gcloud/client/installation.ts'

t.test('on Windows the Python of the SDK is started in place of the batch file, so that nothing is quoted for cmd.exe', async t => {
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
    'without a bundled one, that on the PATH'
  )
})

t.test('a wrapper outside an SDK is run as it is, and has no command tree', async t => {
  t.match(
    launchOf(process.execPath, process.platform, () => false),
    { program: process.execPath, before: [], root: undefined }
  )
})

t.test('a gcloud that is not there, or may not be run, is not found', async t => {
  t.equal(findGcloud('/nonexistent/gcloud'), undefined)
  t.equal(findGcloud(import.meta.filename), undefined)
  t.equal(findGcloud(undefined, { searchPath: '/nonexistent' }), undefined)
})
