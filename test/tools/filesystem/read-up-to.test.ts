import { open, writeFile } from 'node:fs/promises'
import path from 'node:path'
import t from 'tap'
import { readUpTo } from '../../../src/tools/filesystem/client/content.ts'
import { newFolder } from '../../helpers/filesystem.ts'

for (const [what, size, expected, answer] of [
  ['a file is read whole', 8, 8, 8],
  ['one that grew meanwhile is read whole up to the bound', 10, 3, 10],
  ['one that grew over the bound meanwhile is not', 11, 3, undefined],
  ['one that shrank is what is left', 2, 8, 2]
] as const)
  t.test(what, async t => {
    const file = path.join(await newFolder(t), 'a')
    await writeFile(file, 'x'.repeat(size))
    await using handle = await open(file)
    t.equal((await readUpTo(handle, 10, expected))?.length, answer)
  })
