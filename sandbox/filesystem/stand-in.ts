import path from 'node:path'
import type { StandIn } from '../stand-in.ts'
import { seedFiles } from './files.ts'

/** Real files in a folder of their own: nothing has to stand in for a file system. */
const files: StandIn = {
  async start({ dataDirectory }) {
    const roots = path.join(dataDirectory, 'files')
    await seedFiles(roots)
    return { settings: { roots } }
  }
}

export default files
