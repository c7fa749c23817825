import { addCommit, type Blob, type Commit, emptyRepository, type Repository } from './repository.ts'
import { dayAt } from './time.ts'

type Files = Readonly<Record<string, string | Buffer | null>>

/** The PNG signature and some binary bytes. */
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0xff, 0xfe, 0x00])
const LFS = 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a2146\nsize 123456789\n'

const STEPS: [message: string, files: Files][] = [
  ['Begin', { 'README.md': '# Web\n\nThe site of Acme.\n', 'logo.png': PNG, 'video.mp4': LFS }],
  ['Add the form', { 'src/form.js': "export function submit(form) {\n  return fetch('/send', { method: 'POST', body: form })\n}\n" }],
  ['Add styles', { 'src/style.css': 'body {\n  margin: 0;\n}\n', 'docs/a file with blanks.md': 'Blanks.\n' }],
  [
    'Keep what was typed',
    { 'src/form.js': "export function submit(form) {\n  keep(form)\n  return fetch('/send', { method: 'POST', body: form })\n}\n" }
  ]
]

/** Returns a repository with four commits on main, two other branches and two tags. */
export function seedRepository(firstDay: number): Repository {
  const repository = emptyRepository()
  let tip: Commit | undefined
  let begun: Commit | undefined
  STEPS.forEach(([message, files], step) => {
    tip = commitOn(repository, tip, { message, files, day: firstDay + step, author: step % 2 === 0 ? 'ada' : 'bea' })
    begun ??= tip
    if (step === 1) repository.tags.set('v0.1', { name: 'v0.1', sha: tip.id, message: '', created_at: null })
    if (step === 2) branch(repository, 'old/merged', tip)
  })
  if (!tip) return repository
  repository.branches.set('main', { name: 'main', sha: tip.id, protected: true })
  repository.tags.set('v1.0', { name: 'v1.0', sha: tip.id, message: 'First version', created_at: dayAt(firstDay + 4) })
  const dark = { 'src/style.css': 'body {\n  margin: 0;\n  background: black;\n}\n', 'src/dark.css': ':root {\n  color-scheme: dark;\n}\n' }
  branch(
    repository,
    'feature/dark-mode',
    commitOn(repository, tip, { message: 'Add a dark mode', files: dark, day: firstDay + 5, author: 'chen' })
  )
  const other = { 'src/form.js': 'export const submit = form => send(form)\n' }
  const more = { 'docs/more.md': 'More.\n' }
  branch(repository, 'docs/more', commitOn(repository, begun, { message: 'Say more', files: more, day: firstDay + 6, author: 'ada' }))
  branch(repository, 'fix/form', commitOn(repository, tip, { message: 'Shorten the form', files: other, day: firstDay + 6, author: 'bea' }))
  return repository
}

const branch = (repository: Repository, name: string, { id }: Commit): void =>
  void repository.branches.set(name, { name, sha: id, protected: false })

const NAMES = new Map([
  ['ada', 'Ada Lovelace'],
  ['bea', 'Bea Builder'],
  ['chen', 'Chen Wei']
])

function commitOn(
  repository: Repository,
  parent: Commit | undefined,
  { message, files, day, author }: { message: string; files: Files; day: number; author: string }
): Commit {
  const tree = new Map<string, Blob>(parent?.tree)
  for (const [path, content] of Object.entries(files)) {
    if (content === null) tree.delete(path)
    else tree.set(path, { bytes: Buffer.from(content), executable: false })
  }
  return addCommit(repository, {
    parents: parent ? [parent.id] : [],
    message: `${message}\n`,
    author_name: NAMES.get(author) ?? author,
    author_email: `${author}@example.com`,
    created_at: dayAt(day),
    tree
  })
}
