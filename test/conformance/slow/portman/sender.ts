import { createWriteStream, readFileSync } from 'node:fs'
import newman from 'newman'

/**
 * A program: sends the requests of a collection with newman, and prints a line about each. newman's own report of thousands exceeds the
 * memory.
 */
const [file, url, answers] = process.argv.slice(2)
const lines = createWriteStream(answers)
const ends = { failed: [], assertions: 0 }
let sent = { ...ends }

newman
  .run({ collection: JSON.parse(readFileSync(file, 'utf8')), envVar: [{ key: 'base_url', value: url }], reporters: [] }, error => {
    lines.end()
    if (error) throw error
  })
  .on('beforeItem', () => {
    sent = { ...ends, failed: [] }
  })
  // Requests of pre-request scripts are listed, too: the last one is the request itself.
  .on('request', (error, { response }) => {
    const [status, headers, text] = error ? [0, {}, error.message] : [response.code, response.headers.toObject(), response.text()]
    sent = { ...sent, status, headers, text }
  })
  .on('assertion', (error, { assertion }) => {
    sent.assertions++
    if (error) sent.failed.push(`${assertion}: ${error.message}`)
  })
  .on('item', (_, { item }) => void lines.write(`${JSON.stringify({ name: item.name, ...sent })}\n`))
