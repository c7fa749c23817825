import { mkdir, rm, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { type EntriesWanted, entriesOf } from '../../../src/tools/filesystem/client/entries.ts'
import { type Page, pageOf } from '../../../src/tools/filesystem/client/pages.ts'
import { pin } from '../../../src/tools/filesystem/client/pin.ts'
import { openVolume } from '../../../src/tools/filesystem/client/volume.ts'
import { memoryDisk, newFolder } from '../../helpers/filesystem.ts'

/** A directory of many entries, left alone for long enough. */
async function openLarge(t: Test) {
  const root = await newFolder(t, memoryDisk())
  await Promise.all(Array.from({ length: 1200 }, (_, index) => mkdir(path.join(root, `d${10_000 + index}`))))
  await setTimeout(100)
  const volume = await openVolume(root)
  return {
    root,
    async page(wanted: EntriesWanted): Promise<Page> {
      await using directory = await pin(volume, root, '.')
      const page = await pageOf(volume, directory, wanted)
      // Whatever was kept, it is the beginning of what the directory holds.
      const { entries } = await entriesOf(directory, { ...wanted, most: page.entries.length })
      t.strictSame(page.entries, entries)
      return page
    }
  }
}

t.test('a walk that goes on in a large directory does not read it again', async t => {
  const { page } = await openLarge(t)
  const first = await page({ most: 1100 })
  const second = await page({ most: 1000, from: 'd10500' })
  t.equal(second.entries[0], first.entries[500])
})

t.test('a name that came since is there', async t => {
  const { root, page } = await openLarge(t)
  await page({ most: 1100 })
  await writeFile(path.join(root, 'd10500a'), '')
  const { entries } = await page({ most: 10, after: 'd10500' })
  t.equal(entries[0]?.name, 'd10500a')
})

t.test('a name that is gone is not there, and the page goes on behind it', async t => {
  const { root, page } = await openLarge(t)
  await page({ most: 1100 })
  await rm(path.join(root, 'd10500'), { recursive: true })
  t.equal((await page({ most: 10, from: 'd10500' })).entries[0]?.name, 'd10501')
})

t.test('behind the last one of what was read, the directory is read on', async t => {
  const { page } = await openLarge(t)
  await page({ most: 1100 })
  t.equal((await page({ most: 1100, after: 'd11099' })).entries.length, 100)
})

t.test('a directory that was changed a moment ago is read again: its times may not tell', async t => {
  const { root, page } = await openLarge(t)
  await utimes(root, new Date(), new Date())
  const first = await page({ most: 1100 })
  const second = await page({ most: 1100, from: 'd10000' })
  t.not(second.entries[0], first.entries[0])
})
