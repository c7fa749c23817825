import path from 'node:path'
import type { Sandbox } from '../sandbox.ts'
import { seedFiles } from './files.ts'

/** Real files in a separate folder: the file system needs no sandbox server. */
const files: Sandbox = {
  async start({ dataDirectory }) {
    const roots = path.join(dataDirectory, 'files')
    await seedFiles(roots)
    return { settings: { roots } }
  }
}

export default files
