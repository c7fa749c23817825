import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Test } from 'tap'
import { fuzz } from './fuzz.ts'

const FILES = {
  'a.txt': 'one\ntwo\nthree\n',
  'docs/b.md': '# Title\n\nold text, old text\n',
  'docs/deep/c.json': '{"old":1}\n',
  'src/d.ts': 'export const old = 1\r\n',
  'empty.txt': '',
  // That of the examples of edit_file.
  'workbench/greeting.txt': 'Hello, world.\nHow are you, world?\n',
  'picture.png': Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
}
const PATHS = [...Object.keys(FILES), '.', 'docs', 'docs/deep', 'new/file.txt', 'a.txt/x', '../out', 'docs/../a.txt']

const DICTIONARY: Record<string, readonly unknown[]> = {
  destination: [...PATHS].reverse(),
  glob: ['**/*', '**/*.md', '*.txt', '{a,b}.*', '[', '**/../**'],
  pattern: ['**/*', '*.md', '['],
  search: ['old', 'one', ''],
  old_string: ['old', 'one', 'o'],
  new_string: ['new', ''],
  replace_all: [true],
  system: ['filesystem'],
  code: ['VALIDATION_ERROR', 'file_not_found', 'FILESYSTEM_SERVER_ERROR'],
  wait: [0, 1],
  name: ['default'],
  dialect: ['openai-responses', 'anthropic', 'postman', 'llms.txt'],
  pack: ['filesystem', 'web'],
  tag: ['filesystem', undefined],
  instance: ['default', undefined],
  args: [['echo', 'hello']],
  command: [undefined, "echo 'a b'"],
  confirm: [true],
  on_timeout: ['partial', 'error']
}

const REPLACE = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ glob: '**/*', search: 'old', replacement: 'older' })
}

/** Systems without a network, over a temporary root. */
export const fuzzOwn = (t: Test, systems: string[]): Promise<void> =>
  fuzz(t, {
    systems,
    environment: { FILESYSTEM_COMMANDS: 'echo', TOOLGATE_PUBLIC_URL: 'https://localhost' },
    recall: name => (/path$|^source$/.test(name) ? PATHS : (DICTIONARY[name] ?? [])),
    prepare: async ({ operation, root, send }) => {
      restore(root)
      if (operation.startsWith('jobs_')) for (let job = 0; job < 4; job++) await send('/v1/filesystem/bulk/replace_in_files', REPLACE)
    }
  })

/** Files that earlier calls deleted or changed. */
function restore(root: string): void {
  for (const [file, content] of Object.entries(FILES)) {
    try {
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
      writeFileSync(path.join(root, file), content)
    } catch {
      // A call created a directory of that name; other calls find enough files.
    }
  }
}
