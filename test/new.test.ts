// `npm run new` in a copy of the repository: what it creates compiles, and its tests list what is left to fill in.
import { cpSync, existsSync, globSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { runPlainNode } from './helpers/plain-node.ts'

const root = path.join(import.meta.dirname, '..')
const copy = t.testdir()
for (const part of ['package.json', 'tsconfig.json', 'script', 'src', 'sandbox', 'openapi/client.d.ts', 'test/helpers', 'test/jobs'])
  cpSync(path.join(root, part), path.join(copy, part), { recursive: true, filter: file => !file.endsWith('.test.ts') })
symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))

const run = (...args: string[]) => runPlainNode(args, copy)
const create = (...args: string[]) => run('script/new.ts', ...args)
const read = (file: string): string => readFileSync(path.join(copy, file), 'utf8')

t.test('an operation, a system and a bulk adapter are created, each with its test and sandbox route', async t => {
  t.match(create('operation', 'gitlab', 'list_scaffolded', '--group', 'ci'), {
    status: 0,
    stdout: /npm test -- test\/tools\/gitlab\/list-scaffolded\.test\.ts/
  })
  t.match(create('operation', 'trello', 'get_scaffolded'), { status: 0 })
  t.match(create('system', 'scaffolded'), { status: 0 })
  t.match(create('bulk', 'scaffolded', 'delete_scaffolded'), { status: 0 })
  for (const file of [
    'src/tools/gitlab/operations/ci/list-scaffolded.ts',
    'test/tools/gitlab/list-scaffolded.test.ts',
    'sandbox/gitlab/routes/list-scaffolded.ts',
    'src/tools/trello/operations/get-scaffolded.ts',
    'sandbox/trello/routes/get-scaffolded.ts',
    'src/tools/scaffolded/README.md',
    'src/tools/scaffolded/tool.ts',
    'src/tools/scaffolded/operations/list-items.ts',
    'sandbox/scaffolded/server.ts',
    'sandbox/scaffolded/sandbox.ts',
    'test/tools/scaffolded/list-items.test.ts',
    'src/tools/scaffolded/bulk/delete-scaffolded.ts',
    'test/tools/scaffolded/bulk/delete-scaffolded.test.ts'
  ])
    t.ok(existsSync(path.join(copy, file)), file)
})

t.test('nothing is overwritten, and names are checked', async t => {
  const file = 'src/tools/gitlab/operations/ci/list-scaffolded.ts'
  const before = read(file)
  for (const [args, message] of [
    [
      ['operation', 'gitlab', 'list_scaffolded', '--group', 'ci'],
      /gitlab_list_scaffolded exists: src\/tools\/gitlab\/operations\/ci\/list-scaffolded\.ts/
    ],
    [['operation', 'gitlab', 'list_issues'], /gitlab_list_issues exists/],
    [
      ['operation', 'nowhere', 'list_scaffolded'],
      /There is no system nowhere. Systems: approvals, calendar, .*npm run new -- system nowhere/
    ],
    [['operation', 'gitlab', 'ListScaffolded'], /ListScaffolded is not a name/],
    [['operation', 'gitlab', 'gitlab_list_scaffolded'], /must not repeat the system: use list_scaffolded/],
    [['operation', 'gitlab', 'bulk_close'], /npm run new -- bulk gitlab close/],
    [['operation', 'gitlab', '../x'], /is not a name/],
    [['operation', 'gitlab', 'list_variables', '--group', '../x'], /is not a name of a group/],
    [['operation', 'gitlab', 'x'.repeat(63)], /3 to 63 characters/],
    [['system', 'gitlab'], /The system gitlab exists: src\/tools\/gitlab/],
    [['system', 'my_notes'], /is not a name of a system/],
    [['bulk', 'scaffolded', 'delete_scaffolded'], /scaffolded_bulk_delete_scaffolded exists/],
    [['bulk', 'gcloud', 'stop_all'], /gcloud has no sandbox server/],
    [['operation', 'gitlab'], /Usage:/],
    [['operation', 'gitlab', '--grup', 'ci'], /Unknown option '--grup'[\s\S]*Usage:/],
    [[], /Usage:/]
  ] as const) {
    const { status, stderr, stdout } = create(...args)
    t.match(stderr, message)
    t.strictSame([status, stdout], [1, ''])
  }
  rmSync(path.join(copy, file))
  t.match(create('operation', 'gitlab', 'list_scaffolded', '--group', 'ci'), {
    status: 1,
    stderr: /Nothing was written, .*\n {2}test\/tools\/gitlab/
  })
  t.notOk(existsSync(path.join(copy, file)), 'not even the files that were missing')
  writeFileSync(path.join(copy, file), before)
})

t.test('help, the groups of a system, and what the verb of the name decides', async t => {
  t.match(create('--help'), { status: 0, stdout: /^Usage:/, stderr: '' })
  t.match(create('operation', 'trello', 'delete_scaffolded'), {
    stdout: /It has no group\. The groups of trello are activity, attachments, boards, /
  })
  t.match(create('operation', 'trello', 'update_scaffolded', '--group', 'card'), {
    stdout: /card is a new group\. The groups of trello are /
  })
  t.notMatch(create('operation', 'trello', 'create_scaffolded', '--group', 'cards').stdout, /group/)
  t.match(read('src/tools/trello/operations/delete-scaffolded.ts'), /permission: 'destructive',\n {2}http: 'DELETE \/scaffolded'/)
  t.match(read('src/tools/trello/operations/card/update-scaffolded.ts'), /permission: 'write',\n {2}http: 'PATCH \/scaffolded'/)
  t.match(read('src/tools/trello/operations/cards/create-scaffolded.ts'), /permission: 'write',\n {2}http: 'POST \/scaffolded'/)
})

t.test('no file that is found by its path counts as unused', async t => {
  const { workspaces } = JSON.parse(readFileSync(path.join(root, 'knip.json'), 'utf8'))
  const entries: string[] = workspaces['.'].entry
  for (const file of [
    'sandbox/trello/routes/get-scaffolded.ts',
    'sandbox/scaffolded/sandbox.ts',
    'src/tools/scaffolded/tool.ts',
    'src/tools/trello/operations/get-scaffolded.ts',
    'src/tools/scaffolded/bulk/delete-scaffolded.ts',
    'test/tools/scaffolded/list-items.test.ts'
  ])
    t.ok(
      entries.some(pattern => path.matchesGlob(file, pattern)),
      file
    )
})

t.test('everything that was created compiles', async t => {
  const include = [
    '{src/tools,sandbox,test/tools}/scaffolded/**/*',
    '**/list-scaffolded*',
    '**/{get,delete,update,create}-scaffolded*'
  ].flatMap(pattern => globSync(`${pattern}.ts`, { cwd: copy }))
  writeFileSync(path.join(copy, 'tsconfig.new.json'), JSON.stringify({ extends: './tsconfig.json', include }))
  const { stdout, stderr, status } = run(
    path.join(root, 'node_modules/typescript/bin/tsc'),
    '--noEmit',
    '--pretty',
    'false',
    '-p',
    'tsconfig.new.json'
  )
  t.equal(stdout + stderr, '')
  t.equal(status, 0)
})

t.test('each test fails with the list of what is left to fill in', async t => {
  for (const file of globSync('test/tools/**/*.test.ts', { cwd: copy })) {
    const { status, stdout } = run(file)
    t.equal(status, 1, file)
    t.match(stdout, /not ok 1 - \w+ has \d+ parts that are left to fill in\n/, file)
    t.match(stdout, /src\/tools\/\w+\/\S+\.ts:\d+: /, file)
    t.match(stdout, '# { total: 1, pass: 0, fail: 1 }', `${file} runs nothing else`)
  }
})

t.test('once it is filled in, the operation of a new system passes the rules, its examples and its own test', async t => {
  for (const file of [...globSync('{src/tools,sandbox,test/tools}/scaffolded/**/*.ts', { cwd: copy })].filter(
    file => !file.includes('bulk')
  )) {
    const filled = read(file)
      .replace(/ *\/\/ FILL IN.*/g, '')
      .replace('\'FILL IN: "List the … of …", without a period at the end\'', "'List the notes of the account'")
      .replace(
        /'FILL IN: "Returns[^']*'/,
        "'Returns the notes, oldest first. Use it to find a note. It does not return their text: read one instead.'"
      )
      .replace('see_also: []', "see_also: ['scaffolded_list_items_too']")
      .replace(/'FILL IN[^']*'/g, "'What it is, in a few words'")
    writeFileSync(path.join(copy, file), filled)
  }
  const source = read('src/tools/scaffolded/operations/list-items.ts')
  writeFileSync(
    path.join(copy, 'src/tools/scaffolded/operations/list-items-too.ts'),
    source
      .replaceAll('list_items', 'list_items_too')
      .replace("'scaffolded_list_items_too_too'", "'scaffolded_list_items'")
      .replace("'GET /items'", "'GET /items-too'")
  )
  const readme = 'src/tools/scaffolded/README.md'
  writeFileSync(path.join(copy, readme), read(readme).replaceAll('FILL IN: ', ''))
  const { stdout, status } = run('test/tools/scaffolded/list-items.test.ts')
  t.equal(status, 0, stdout)
  t.match(stdout, /example first_page/)
})
