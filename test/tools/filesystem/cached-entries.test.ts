import { mkdir, rm, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { type EntriesQuery, type Page, readEntries, readEntriesCached } from '../../../src/tools/filesystem/client/directories/entries.ts'
import { openDirectory } from '../../../src/tools/filesystem/client/paths.ts'
import { openVolume } from '../../../src/tools/filesystem/client/volume.ts'
import { memoryDisk, newFolder } from '../../helpers/filesystem.ts'

/** A directory of many entries that has not changed for long enough. */
async function openLarge(t: Test) {
  const root = await newFolder(t, memoryDisk())
  await Promise.all(Array.from({ length: 1200 }, (_, index) => mkdir(path.join(root, `d${10_000 + index}`))))
  await setTimeout(100)
  const volume = await openVolume(root)
  return {
    root,
    async page(wanted: EntriesQuery): Promise<Page> {
      await using directory = await openDirectory(volume, root, '.')
      const page = await readEntriesCached(volume, directory, wanted)
      // The cached entries are the start of the directory.
      const { entries } = await readEntries(directory, { ...wanted, limit: page.entries.length })
      t.strictSame(page.entries, entries)
      return page
    }
  }
}

t.test('a walk that continues in a large directory does not read it again', async t => {
  const { page } = await openLarge(t)
  const first = await page({ limit: 1100 })
  const second = await page({ limit: 1000, from: 'd10500' })
  t.equal(second.entries[0], first.entries[500])
})

t.test('a new name is found', async t => {
  const { root, page } = await openLarge(t)
  await page({ limit: 1100 })
  await writeFile(path.join(root, 'd10500a'), '')
  const { entries } = await page({ limit: 10, after: 'd10500' })
  t.equal(entries[0]?.name, 'd10500a')
})

t.test('a deleted name is gone, and the page continues after it', async t => {
  const { root, page } = await openLarge(t)
  await page({ limit: 1100 })
  await rm(path.join(root, 'd10500'), { recursive: true })
  t.equal((await page({ limit: 10, from: 'd10500' })).entries[0]?.name, 'd10501')
})

t.test('after the end of the cached page, the directory is read again', async t => {
  const { page } = await openLarge(t)
  await page({ limit: 1100 })
  t.equal((await page({ limit: 1100, after: 'd11099' })).entries.length, 100)
})

t.test('a directory that changed a moment ago is read again, because its times may not show the change', async t => {
  const { root, page } = await openLarge(t)
  await utimes(root, new Date(), new Date())
  const first = await page({ limit: 1100 })
  const second = await page({ limit: 1100, from: 'd10000' })
  t.not(second.entries[0], first.entries[0])
})
