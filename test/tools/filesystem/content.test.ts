import { open, writeFile } from 'node:fs/promises'
import path from 'node:path'
import t from 'tap'
import { readUpTo } from '../../../src/tools/filesystem/client/files/content.ts'
import { newFolder } from '../../helpers/filesystem.ts'

for (const [what, size, expected, answer] of [
  ['a file is read whole', 8, 8, 8],
  ['a file that grew in the meantime is read whole up to the limit', 10, 3, 10],
  ['a file that grew over the limit in the meantime is not read', 11, 3, undefined],
  ['a file that shrank is read as far as it goes', 2, 8, 2]
] as const)
  t.test(what, async t => {
    const file = path.join(await newFolder(t), 'a')
    await writeFile(file, 'x'.repeat(size))
    await using handle = await open(file)
    t.equal((await readUpTo(handle, 10, expected))?.length, answer)
  })
