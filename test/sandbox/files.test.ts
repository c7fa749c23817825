import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import t from 'tap'
import { sandboxFiles, seedFiles } from '../../sandbox/filesystem/files.ts'
import { memoryDisk, newFolder } from '../helpers/filesystem.ts'

t.test('the sandbox has 1,200 files; more than 1,000 mention the host that moved', async t => {
  const files = [...sandboxFiles().values()]
  t.equal(files.length, 1200)
  t.ok(files.filter(content => String(content).includes('http://old.example.com')).length > 1000)
})

t.test('sandbox files are created once; later changes are kept', async t => {
  const folder = path.join(await newFolder(t, memoryDisk()), 'files')
  await seedFiles(folder)
  await writeFile(path.join(folder, 'README.md'), 'mine')
  await rm(path.join(folder, 'docs'), { recursive: true })
  await seedFiles(folder)
  t.equal(await readFile(path.join(folder, 'README.md'), 'utf8'), 'mine')
  t.notOk((await readdir(folder)).includes('docs'))
})

t.test('a partly filled folder is filled again', async t => {
  const folder = path.join(await newFolder(t, memoryDisk()), 'files')
  await seedFiles(folder)
  await rm(path.join(folder, '.sandbox'))
  await rm(path.join(folder, 'docs'), { recursive: true })
  await seedFiles(folder)
  t.ok((await readdir(folder)).includes('docs'))
})
