// The licenses of bundled packages require that their notices and texts are distributed with their code.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** A package with modules in the bundle. */
export interface Bundled {
  /** Its folder; two versions of one package may be bundled. */
  folder: string
  name: string
  version: string
  license?: string
  author?: string | { name: string }
}

/** Returns the packages that contain these modules, sorted by name. */
export function packagesOf(modules: readonly string[]): Bundled[] {
  const folders = new Set(modules.flatMap(module => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(module)?.[0] ?? []))
  return [...folders]
    .map(folder => ({ ...JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')), folder }))
    .sort((a, b) => a.name.localeCompare(b.name))
}

/** Returns the license texts, each with the bundled version of its package, since npm shows the installed one. Throws if a package has none. */
export function licensesOf(packages: readonly Bundled[]): string {
  const introduction = 'The files of this folder contain code of these packages, under these licenses.'
  return [introduction, ...packages.map(one => `${one.name} ${one.version}\n\n${textOf(one)}`)].join(`\n\n${'-'.repeat(80)}\n\n`)
}

function textOf({ folder, name, license, author }: Bundled): string {
  const own = filesOf(folder, /^(licen[cs]e|copying|notice)/i).join('\n\n') || sectionOf(filesOf(folder, /^readme/i).join('\n'))
  if (own !== '') return own
  const owner = typeof author === 'string' ? author : author?.name
  if (license !== 'MIT' || owner === undefined)
    throw new Error(`${name} is bundled and ${folder} has no license text (${license}): remove it from BUNDLED in script/build.ts`)
  return `Copyright (c) ${owner}\n\n${MIT}`
}

const filesOf = (folder: string, name: RegExp): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter(entry => entry.isFile() && name.test(entry.name))
    .map(entry => readFileSync(path.join(folder, entry.name), 'utf8').trim())

/** The section "License" of a README, if it is the license itself and not a link to it. */
function sectionOf(readme: string): string {
  const [, text = ''] = /^#+ licen[cs]e\b.*\n([\s\S]*?)(?=^#|$(?![\s\S]))/im.exec(readme) ?? []
  return /permission is hereby granted/i.test(text) ? text.trim() : ''
}

/** The text for packages that only name it. */
const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN
THE SOFTWARE.`
