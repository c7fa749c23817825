import { writeFile } from '../../src/tools/filesystem/client/files/write.ts'
import { openVolume } from '../../src/tools/filesystem/client/volume.ts'
import { silentCall } from './silent-call.ts'

// A process that replaces one file repeatedly until it is killed: `node file-writer.ts <root> <notes>`.
const [root = '', notes = ''] = process.argv.slice(2)
const volume = await openVolume(root, notes)
process.send?.('ready')
for (let round = 0; ; round++) {
  const content = `${round}\n`.repeat(2_000_000)
  await writeFile(volume, { file_path: 'docs/big.txt', content, dry_run: false }, silentCall())
}
