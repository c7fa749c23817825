import { access, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Marks the folder as complete. */
const MARKER = '.sandbox'
const COUNT = 1200

const AREAS = ['api', 'billing', 'deploy', 'mobile', 'onboarding', 'security', 'support', 'web']
const STAGES = ['development', 'staging', 'production']
const HOST = 'http://old.example.com'

/** Creates the 1,200 files that examples and first trials use, unless the folder is already complete. */
export async function seedFiles(directory: string): Promise<void> {
  if (await exists(path.join(directory, MARKER))) return
  const files = sandboxFiles()
  const folders = new Set(files.keys().map(name => path.join(directory, path.dirname(name))))
  for (const folder of folders) await mkdir(folder, { recursive: true })
  for (const [name, content] of files) await writeFile(path.join(directory, name), content)
  await writeFile(path.join(directory, MARKER), 'Created by the sandbox. Delete the folder to create it again.\n')
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false
  )

/** Always the same: path → content. */
export function sandboxFiles(): Map<string, string | Uint8Array> {
  const files = new Map<string, string | Uint8Array>([...special(), ...documents(), ...configurations(), ...notes()])
  const missing = COUNT - files.size
  for (let index = 1; index <= missing; index++) files.set(`data/records-${padded(index)}.csv`, records(index))
  return files
}

function* documents(): Generator<[string, string]> {
  for (const area of AREAS) for (let page = 1; page <= 50; page++) yield [`docs/${area}/page-${padded(page)}.md`, document(area, page)]
}

const document = (area: string, page: number): string => `# ${area}, page ${page}

The service is available at ${HOST}/${area}/${page}.
Background: ${HOST}/docs/${area}.

- Owner: team-${area}
- State: ${page % 3 === 0 ? 'draft' : 'published'}
`

function* configurations(): Generator<[string, string]> {
  for (let service = 1; service <= 100; service++)
    for (const stage of STAGES) yield [`configs/service-${padded(service)}/${stage}.yaml`, configuration(service, stage)]
}

const configuration = (service: number, stage: string): string => `name: service-${padded(service)}
stage: ${stage}
replicas: ${stage === 'production' ? 3 : 1}
upstream: ${HOST}/v1
health: ${HOST}/health
`

function* notes(): Generator<[string, string]> {
  for (let month = 1; month <= 12; month++)
    for (let day = 1; day <= 30; day++) yield [`notes/2026-${padded(month, 2)}/note-${padded(day, 2)}.txt`, note(month, day)]
}

const note = (month: number, day: number): string => `Note ${day} of month ${month}
Talked about ${AREAS[(month + day) % AREAS.length]}.
Follow up at ${HOST}/tickets/${month * 100 + day}
`

const records = (file: number): string =>
  [
    'id,name,amount',
    ...Array.from({ length: 20 }, (_, row) => `${file * 100 + row},item-${row},${((file * 37 + row * 11) % 500) + 1}`),
    ''
  ].join('\n')

function* special(): Generator<[string, string | Uint8Array]> {
  yield ['README.md', README]
  yield ['assets/logo.png', Buffer.from(PNG, 'base64')]
  yield ['assets/manual.pdf', pdf('Toolgate sandbox')]
  yield ['assets/prices.txt', Buffer.from('Caf\xe9 3.20 \x80\nT\xfcte 0.10 \x80\n', 'latin1')] // windows-1252
  yield ['logs/app.log', log(5000)]
  yield ['samples/crlf.txt', 'first line\r\nsecond line\r\nthird line\r\n']
  yield ['samples/unicode.txt', 'Grüße aus Köln\nПривет, мир\n日本語のテキスト\n👩‍🚀 and é, è, ê\n']
  yield ['samples/empty.txt', '']
  yield ['workbench/greeting.txt', 'Hello, world.\nHow are you, world?\n']
  yield ['workbench/draft.txt', 'A draft that needs a better name.\n']
  yield ['workbench/obsolete.txt', 'No longer needed.\n']
}

const README = `# Sandbox files

${COUNT} made-up files to read, search, edit and replace text in. Change them as you like.

- docs, configs and notes mention ${HOST.replace('http://', '')}, which has moved
- logs/app.log has 5,000 lines
- samples contains files that are often read incorrectly
- workbench is for trying writes
`

const LEVELS = ['INFO', 'INFO', 'INFO', 'DEBUG', 'WARN', 'INFO', 'ERROR']

function log(lines: number): string {
  const start = Date.UTC(2026, 0, 1)
  const line = (index: number): string =>
    `${new Date(start + index * 7000).toISOString()} ${LEVELS[index % LEVELS.length]} request ${index + 1} took ${(index * 13) % 400} ms`
  return `${Array.from({ length: lines }, (_, index) => line(index)).join('\n')}\n`
}

/** One red pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

/** One page with one line, with a correct cross-reference table. */
function pdf(text: string): string {
  const stream = `BT /F1 24 Tf 72 720 Td (${text}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'
  ]
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${padded(offset, 10)} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  return `${body}${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
}

const padded = (value: number, width = 3): string => String(value).padStart(width, '0')
