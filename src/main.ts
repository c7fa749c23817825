import { enableCompileCache } from 'node:module'

// The only file with side effects on import. The rest is loaded after the compile cache is on, since that shortens the start.
enableCompileCache()
const { start } = await import('./start.ts')
await start(process.argv.slice(2), process.env)
