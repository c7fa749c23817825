import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * The test pages of Readability (github.com/mozilla/readability, Apache 2.0) at commit ab4027a8: the folder test/test-pages, and the SHA-256
 * of its files in the order of their names. They are not part of the project.
 */
const FILES = ['source.html', 'expected.html', 'expected-metadata.json'] as const
const SHA256 = '9a364455c29231dd14112331e3fc0a8ea8decd16befac9afc3deb59e27ffa374'
/** The address that the expected texts were made with. */
export const PAGE_URL = 'http://fakehost/test/page.html'

export interface TestPage {
  name: string
  html: string
  /** The main content. */
  expected: string
  title: string | null
}

export async function readTestPages(folder: string): Promise<TestPage[]> {
  const names = (await readdir(folder, { withFileTypes: true })).filter(entry => entry.isDirectory()).map(({ name }) => name)
  const hash = createHash('sha256')
  const pages: TestPage[] = []
  for (const name of names.toSorted()) {
    const files = await Promise.all(FILES.map(file => readFile(path.join(folder, name, file))))
    for (const bytes of files) hash.update(bytes)
    const [html = '', expected = '', facts = ''] = files.map(bytes => new TextDecoder().decode(bytes))
    const { title } = Object(JSON.parse(facts))
    pages.push({ name, html, expected, title: typeof title === 'string' ? title : null })
  }
  const found = hash.digest('hex')
  if (found !== SHA256)
    throw new Error(`The files in ${folder} have the SHA-256 ${found}, not ${SHA256}: it is another version of the pages`)
  return pages
}
