import module from 'node:module'
import v8 from 'node:v8'
import { faultOfNode } from './node-version.ts'
import { V8_OPTION } from './v8-option.ts'

// The only file with side effects on import. Everything else is loaded after the compile cache is on, which shortens startup, and only if Node
// is new enough: an older one would fail on an import without a useful message.
const fault = faultOfNode(process.versions.node)
if (fault === undefined) {
  module.enableCompileCache()
  const { start } = await import('./server/start.ts')
  await start(process.argv.slice(2), process.env)
  // Set only now: cached code is valid only for the V8 options it was compiled with, and Node's own code was compiled without this one.
  module.flushCompileCache()
  v8.setFlagsFromString(V8_OPTION)
} else {
  process.stderr.write(`${fault}\n`)
  process.exitCode = 1
}
