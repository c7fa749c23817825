import { elementsIn, parseXml } from '../xml.ts'
import { type Archive, resolvePath } from './archive.ts'

/** The files and URLs that a part of an office document refers to, by ID. */
export function relationsOf(archive: Archive, part: string): Map<string, string> {
  const at = part.lastIndexOf('/') + 1
  const file = `${part.slice(0, at)}_rels/${part.slice(at)}.rels`
  const found = elementsIn(parseXml(archive.text(file)), 'relationship').map(({ attributes }): [string, string] => {
    const { id = '', target = '', targetmode } = attributes
    return [id, targetmode === 'External' ? target : resolvePath(part, target)]
  })
  return new Map(found)
}

/** Returns title, author and language of an office document. */
export function propertiesOf(archive: Archive): { title: string; author: string; language: string; modified: string } {
  const core = parseXml(archive.text('docProps/core.xml'))
  const one = (name: string): string => {
    const [found] = elementsIn(core, name)
    return (
      found?.children
        .filter(child => typeof child === 'string')
        .join('')
        .trim() ?? ''
    )
  }
  return { title: one('title'), author: one('creator'), language: one('language'), modified: one('modified') }
}
