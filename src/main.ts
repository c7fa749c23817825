import module from 'node:module'
import v8 from 'node:v8'
import { faultOfNode } from './node-version.ts'
import { V8_OPTION } from './v8-option.ts'

// The only file with side effects on import. The rest is loaded after the compile cache is on, since that shortens the start; and only by a Node
// that can: an older one has not even all names that are imported, and would tell nothing but that.
const fault = faultOfNode(process.versions.node)
if (fault === undefined) {
  module.enableCompileCache()
  const { start } = await import('./start.ts')
  await start(process.argv.slice(2), process.env)
  // Only now: compiled code is kept for the options it was made with, and that of Node itself was made without.
  module.flushCompileCache()
  v8.setFlagsFromString(V8_OPTION)
} else {
  process.stderr.write(`${fault}\n`)
  process.exitCode = 1
}
