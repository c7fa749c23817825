import t from 'tap'
import { buildConsole } from '../../../script/build-console.ts'
import { CONSOLE_FOLDER } from '../../../src/folders.ts'
import { temporaryFolder } from '../../helpers/app.ts'
import { startProcess } from '../../helpers/process.ts'
import { openTab } from './browser.ts'

// The forms of the console in a real browser: one for each operation.
t.setTimeout(1_800_000)
await buildConsole(CONSOLE_FOLDER)
const { url: gateway } = await startProcess(t, { TOOLGATE_DATA: await temporaryFolder(t) }, ['--sandbox'])

/** Operations that one script in the page fills in, so that a failure shows where it was. */
const CHUNK = 20

t.test('every example of every operation passes through the form unchanged', { timeout: 1_800_000 }, async t => {
  const { page, wrong } = await openTab(t, '/catalog', { gateway })
  const { data } = await (await fetch(`${gateway}/v1/catalog`)).json()
  const ids: string[] = data.items.map(({ id }) => id)
  let count = 0
  for (let at = 0; at < ids.length; at += CHUNK) {
    for (const { id, names, properties, examples } of await page.evaluate(fillIn, ids.slice(at, at + CHUNK))) {
      t.strictSame(names, properties, id)
      for (const { before, after } of examples) t.strictSame(JSON.parse(after), JSON.parse(before), id)
      count += examples.length
    }
  }
  t.ok(count > 500, `${count} examples`)
  t.strictSame(wrong, [])
})

interface Filled {
  id: string
  /** Names of the fields, and of the properties of the schema, sorted. */
  names: string[]
  properties: string[]
  /** Examples as JSON: as entered, and as the form has it. */
  examples: { before: string; after: string }[]
}

/** Runs in the page: opens each operation as a link does, and enters its examples. One page serves all, which takes a tenth of the time of loading each. */
async function fillIn(ids: string[]): Promise<Filled[]> {
  const found: Filled[] = []
  const rendered = () => new Promise(done => requestAnimationFrame(() => setTimeout(done)))
  const isShown = (id: string): boolean =>
    document.title.startsWith(`${id} `) && document.querySelector('.form') !== null && document.querySelector('.json-input').value === '{}'
  for (const id of ids) {
    const { data: entry } = await (await fetch(`/v1/catalog/${id}`)).json()
    history.pushState(null, '', `/console/catalog/${id}`)
    window.dispatchEvent(new PopStateEvent('popstate'))
    for (const deadline = Date.now() + 60_000; !isShown(id); await rendered())
      if (Date.now() > deadline)
        throw new Error(`${id} is not shown. The page shows ${document.title}: ${document.body.textContent.slice(0, 500)}`)
    const properties = Object.keys(entry.input.properties ?? {})
    const names = [...document.querySelectorAll('.form .field-name')].map(one => one.textContent)
    const examples: Filled['examples'] = []
    for (const { input } of entry.examples) {
      const before = JSON.stringify(input)
      if (before.length > 50_000) continue
      const text = document.querySelector('.json-input')
      text.value = before
      text.dispatchEvent(new Event('input', { bubbles: true }))
      await rendered()
      // Every control is given the value that it shows: what changes then was shown wrongly.
      for (const one of document.querySelectorAll('.form input:not([type=file], [type=checkbox]), .form textarea, .form select'))
        if (one.value !== '' && one.value !== '-1')
          one.dispatchEvent(new Event(one.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }))
      await rendered()
      examples.push({ before, after: document.querySelector('.json-input').value })
    }
    found.push({ id, names: [...new Set(names)].filter(name => properties.includes(name)).sort(), properties: properties.sort(), examples })
  }
  return found
}
