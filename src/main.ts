import module from 'node:module'
import v8 from 'node:v8'
import { faultOfNode } from './node-version.ts'
import { V8_OPTION } from './v8-option.ts'

// The only file with side effects on import. The rest is loaded after the compile cache is on, since that shortens the start; and only by a Node
// that can: an older one has not even all names that are imported, and would tell nothing but that.
const fault = faultOfNode(process.versions.node)
if (fault === undefined) {
  v8.setFlagsFromString(V8_OPTION)
  module.enableCompileCache()
  const { start } = await import('./start.ts')
  await start(process.argv.slice(2), process.env)
} else {
  process.stderr.write(`${fault}\n`)
  process.exitCode = 1
}
